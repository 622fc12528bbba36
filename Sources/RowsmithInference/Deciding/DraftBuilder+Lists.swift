import RowsmithModel

extension DraftBuilder {
  /// A list whose records are in no other list, nor anywhere else in the samples.
  struct OwnedList {
    var owner: Cluster
    var target: Cluster
    var remark: String
  }

  /// Collects what the lists, or maps, at a place show about their records.
  ///
  /// - Returns: the comment for the model.
  func note(listsAt place: MemberPlace, of owner: Cluster, _ target: Cluster, areMaps: Bool = false)
    -> String?
  {
    guard let key = target.key, key.path.count == 1, key.isPlain, !key.isOfMap else { return nil }
    let reading = ListReading(place, areMaps: areMaps, key: key.path[0])
    if areMaps { return reading.sharing }
    let isElsewhere = target.sites.count != place.listItems.shapes.count
    let hasKey = owner.key != nil && owner.key?.isScoped == false
    if reading.isOwned, !isElsewhere, hasKey, owner !== target {
      ownedLists.append(OwnedList(owner: owner, target: target, remark: reading.owning))
    }
    return reading.sharing
  }

  /// Adds a to-one from the records of owned lists to the owner. It is stored as a column; the list alone needs a link table.
  func addOwners() {
    for list in ownedLists {
      guard let child = built.first(where: { $0.cluster === list.target })?.entity else { continue }
      let owner = name(of: list.owner)
      let target = name(of: list.target)
      let name = SwiftNames.instance(of: owner)
      let members = model.entities[child].attributes + model.entities[child].relationships
      let keys = model.casing.keys(for: name) + model.casing.keys(for: name, adding: "id")
      let leading = model.entities.flatMap(\.relationships).filter { $0.bareType == target }
      guard leading.count == 1, model.entities[child].extends == nil,
        model.entities.allSatisfy({ $0.extends != owner && $0.extends != target }),
        model.entities[child].relationships.allSatisfy({ $0.type != owner }),
        !members.contains(where: { $0.name.lowercased() == name.lowercased() }),
        list.target.keys.isDisjoint(with: keys), !ReservedNames.isReservedMember(name)
      else { continue }
      var member = MemberDraft(name: name, type: owner)
      member.isOptional = true
      member.isOtherEnd = true
      member.settings.append(YAMLEntryDraft("export", .plain("false")))
      member.comment = list.remark
      model.entities[child].relationships.append(member)
    }
  }
}
