import RowsmithModel

/// Names the foreign key of relationships that would otherwise read another member's values as keys, as `owner` reads
/// `owner_id`: they read keys from their own path alone.
enum OwnKeys {
  static func settle(_ draft: inout ModelDraft) {
    let spelling = DefaultSpelling(casing: draft.casing)
    let entities = Dictionary(draft.entities.map { ($0.name, $0) }) { first, _ in first }
    for root in draft.entities.filter({ $0.extends == nil }).map(\.name) {
      let family = FamilySettling.members(of: root, draft)
      let taken = Set(family.flatMap { Self.paths(of: draft.entities[$0]) })
      for entity in family {
        for place in draft.entities[entity].relationships.indices {
          let member = draft.entities[entity].relationships[place]
          let read = spelling.keyPaths(of: member.name, isToMany: member.type.hasPrefix("["))
          guard read.contains(where: taken.contains), !member.type.hasPrefix("{"),
            Self.key(of: EntityIndex.bare(member.type), entities).count == 1,
            !member.settings.contains(where: { $0.key == "ForeignKey" })
          else { continue }
          let own = member.importName ?? ImportName.escaped(draft.casing.key(for: member.name))
          draft.entities[entity].relationships[place].settings.append(
            YAMLEntryDraft("ForeignKey", .text(own)))
        }
      }
    }
  }

  /// The paths that the members of an entity name.
  private static func paths(of entity: EntityDraft) -> [String] {
    let keys = entity.relationships.flatMap(\.settings).compactMap { setting -> String? in
      if setting.key == "ForeignKey", case .text(let path) = setting.value { path } else { nil }
    }
    return (entity.attributes + entity.relationships).compactMap(\.importName) + keys
  }

  /// The primary key of an entity's family.
  private static func key(of name: String, _ entities: [String: EntityDraft]) -> [String] {
    var entity = entities[name]
    var steps = 0
    while let parent = entity?.extends, steps < 100 {
      entity = entities[parent]
      steps += 1
    }
    return entity?.primaryKey ?? []
  }
}
