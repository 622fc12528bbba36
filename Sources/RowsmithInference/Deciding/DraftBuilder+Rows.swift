import RowsmithModel

extension DraftBuilder {
  /// Adds a list of objects that nothing tells apart and that hold records, as the positions of an order hold products: an
  /// entity without a key. Its rows belong to the record with the list, and are replaced with it, as a value is.
  func addsRows(_ place: MemberPlace, to builder: EntityBuilder) -> Bool {
    // Records without a key would be added again with all that is in them.
    guard builder.cluster.key != nil, GroupReading(clustering: clustering).areRows(place) else {
      return false
    }
    let shapes = place.listItems.shapes
    let found = clustering.loose.first { site in shapes.contains { $0 === site.shape } }
    let rows = Cluster(rows: shapes, name: found?.name ?? Singular.of(place.path.last ?? ""))
    nameRows(rows, of: builder.entity.name)
    add(place, rows, shape: .list, to: builder)
    let index = builder.entity.relationships.count - 1
    builder.entity.relationships[index].settings += [
      YAMLEntryDraft("MergePolicy", .plain("Replace")), YAMLEntryDraft("DeleteRule", .plain("Cascade")),
    ]
    if builder.cluster.key?.isScoped == false {
      ownedLists.append(OwnedList(owner: builder.cluster, target: rows, remark: "whose list it is in"))
    }
    return true
  }

  /// Names rows as their list, or with the owner before that where other records are called so: `PlaylistTrack` for what holds
  /// a `track`.
  private func nameRows(_ rows: Cluster, of owner: String) {
    let site = rows.sites[0]
    let type = NameChoice.type(for: site.name)
    let isTaken = clustering.all.contains { cluster in cluster.sites.contains { $0.words == site.words } }
    _ = name(of: rows, as: (isTaken ? [] : [type]) + ["\(owner)\(type)"])
  }

  /// Whether the records of a relationship are rows that belong to their list.
  func areRows(_ end: (entity: Int, index: Int)) -> Bool {
    built.contains { $0.entity == end.entity && $0.cluster.areRows }
  }
}
