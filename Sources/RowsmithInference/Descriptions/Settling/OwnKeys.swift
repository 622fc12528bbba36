import RowsmithModel

/// Names the foreign key of relationships that would otherwise read another member's values as keys, as `owner` reads
/// `owner_id`: they read keys from their own path alone.
enum OwnKeys {
  private typealias Reading = (path: String, type: String)

  /// - Parameter sharesKeys: whether an attribute of the type of a key is that key, which the relationship reads, too.
  static func settle(_ draft: inout ModelDraft, sharesKeys: Bool = false) {
    let spelling = DefaultSpelling(casing: draft.casing)
    let index = EntityIndex(draft)
    for root in draft.entities.filter({ $0.extends == nil }).map(\.name) {
      let family = FamilySettling.members(of: root, draft)
      let readings = family.flatMap { Self.readings(of: draft.entities[$0], draft.casing) }
      let taken = Dictionary(grouping: readings) { $0.path }
      for entity in family {
        for place in draft.entities[entity].relationships.indices {
          let member = draft.entities[entity].relationships[place]
          let target = member.bareType
          guard !member.type.hasPrefix("{"), index.lineage(of: target).last?.primaryKey.count == 1,
            !member.settings.contains(where: { $0.key == "ForeignKey" })
          else { continue }
          let isToMany = member.type.hasPrefix("[")
          let read = spelling.keyPaths(of: member.name, isToMany: isToMany).flatMap { taken[$0] ?? [] }
          let key = index.key(of: target).map { isToMany ? "[\($0.type)]" : $0.type }
          if read.allSatisfy({ sharesKeys && ($0.type == key || $0.type == "JSON") }) { continue }
          let own = paths(of: member, draft.casing)[0]
          draft.entities[entity].relationships[place].settings.append(
            YAMLEntryDraft("ForeignKey", .text(own)))
        }
      }
    }
  }

  /// The paths that the members of an entity read, with their types.
  private static func readings(of entity: EntityDraft, _ casing: Casing) -> [Reading] {
    let keys = entity.relationships.flatMap { member -> [Reading] in
      member.settings.compactMap { setting -> Reading? in
        guard setting.key == "ForeignKey", case .text(let path) = setting.value else { return nil }
        return (path: path, type: member.type)
      }
    }
    let attributes = entity.attributes.filter { member in
      !member.settings.contains { $0.key == "local" }
    }
    return keys
      + (attributes + entity.relationships).flatMap { member -> [Reading] in
        paths(of: member, casing).map { (path: $0, type: member.type) }
      }
  }

  /// The paths from which a member is read, at least one: those that it names, or those that follow from its name.
  private static func paths(of member: MemberDraft, _ casing: Casing) -> [String] {
    if let path = member.importName { return [path] }
    if case .list(let named)? = member.settings.first(where: { $0.key == "ImportName" })?.value {
      let paths = named.compactMap { path -> String? in
        if case .text(let text) = path { text } else { nil }
      }
      if !paths.isEmpty { return paths }
    }
    return casing.keys(for: member.name).map { ImportName.escaped($0) }
  }
}
