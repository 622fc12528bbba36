/// Sets the policies for records without a primary key: they are replaced and deleted with their owner.
enum KeylessRecords {
  static func settle(_ draft: inout ModelDraft) {
    let entities = Dictionary(draft.entities.map { ($0.name, $0) }) { first, _ in first }
    let keyless = Set(draft.entities.filter { root(of: $0, entities).primaryKey.isEmpty }.map(\.name))
    if keyless.isEmpty { return }
    for index in draft.entities.indices {
      unkey(&draft.entities[index], keyless)
      for place in draft.entities[index].relationships.indices {
        let target = draft.entities[index].relationships[place].bareType
        guard keyless.contains(target) else { continue }
        let isSaid = draft.entities[index].relationships[place].settings.contains { $0.key == "MergePolicy" }
        if !isSaid {
          draft.entities[index].relationships[place].settings.append(
            YAMLEntryDraft("MergePolicy", .plain("Replace")))
        }
        draft.entities[index].relationships[place].settings.append(
          YAMLEntryDraft("DeleteRule", .plain("Cascade")))
      }
    }
  }

  /// Turns maps of records without a primary key into JSON, because the keys of a map are primary keys.
  private static func unkey(_ entity: inout EntityDraft, _ keyless: Set<String>) {
    for member in entity.relationships where member.type.hasPrefix("{") {
      let target = member.type.filter { !"{}".contains($0) }
      guard keyless.contains(target) else { continue }
      entity.relationships.removeAll { $0.name == member.name }
      var kept = member
      kept.type = "JSON"
      kept.isOptional = true
      kept.comment = [member.comment, "a map of \(target), which has no primary key"].compactMap { $0 }
        .joined(separator: "; ")
      entity.attributes.append(kept)
    }
  }

  private static func root(of entity: EntityDraft, _ entities: [String: EntityDraft]) -> EntityDraft {
    var entity = entity
    var steps = 0
    while let parent = entity.extends, let next = entities[parent], steps < 100 {
      entity = next
      steps += 1
    }
    return entity
  }
}
