/// What belongs to records without a primary key: they come whole with what holds them, and go with it.
enum KeylessRecords {
  static func settle(_ draft: inout ModelDraft) {
    let keyless = Set(draft.entities.filter { root(of: $0, draft).primaryKey.isEmpty }.map(\.name))
    if keyless.isEmpty { return }
    for index in draft.entities.indices {
      for place in draft.entities[index].relationships.indices {
        let target = draft.entities[index].relationships[place].type.filter { !"[]{}".contains($0) }
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

  private static func root(of entity: EntityDraft, _ draft: ModelDraft) -> EntityDraft {
    var entity = entity
    var steps = 0
    while let parent = entity.extends, let next = draft.entities.first(where: { $0.name == parent }),
      steps < 100
    {
      entity = next
      steps += 1
    }
    return entity
  }
}
