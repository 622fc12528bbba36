/// Writes the inverses of relationships, where the default rule would choose differently.
struct CoreDataInverses {
  private let translator: CoreDataTranslator

  init(_ translator: CoreDataTranslator) { self.translator = translator }

  private struct End: Hashable {
    var entity: String
    var name: String
  }

  func settle(_ draft: inout ModelDraft) {
    var said: Set<End> = []
    let model = translator.model
    for entity in model.entities {
      for relationship in entity.relationships {
        let end = End(entity: entity.name, name: relationship.name)
        let inverse = inverse(of: relationship, entity)
        if said.contains(end) || inverse == self.guess(relationship, entity) { continue }
        if let inverse {
          set("inverse", ours(inverse), at: end, &draft)
          said.insert(inverse)
        } else {
          set("inverse", "none", at: end, &draft)
        }
      }
    }
  }

  /// The inverse, if both relationships name each other.
  private func inverse(of relationship: CoreDataModel.Member, _ entity: CoreDataModel.Entity) -> End? {
    guard let name = relationship.settings["inverseName"],
      let target = relationship.settings["destinationEntity"],
      let other = translator.entities[target]?.relationships.first(where: { $0.name == name }),
      other.settings["destinationEntity"] == entity.name, other.settings["inverseName"] == relationship.name,
      (target, name) != (entity.name, relationship.name)
    else { return nil }
    return End(entity: target, name: name)
  }

  /// The inverse that the default rule would choose.
  private func guess(_ relationship: CoreDataModel.Member, _ entity: CoreDataModel.Entity) -> End? {
    guard let other = only(End(entity: entity.name, name: relationship.name)),
      only(other) == End(entity: entity.name, name: relationship.name)
    else { return nil }
    return other
  }

  private func only(_ end: End) -> End? {
    guard let this = member(end), let target = this.settings["destinationEntity"],
      let candidates = translator.entities[target]?.relationships.filter({
        $0.settings["destinationEntity"] == end.entity && (target, $0.name) != (end.entity, end.name)
      }), candidates.count == 1
    else { return nil }
    if target == end.entity, candidates[0].isToMany == this.isToMany { return nil }
    return End(entity: target, name: candidates[0].name)
  }

  private func member(_ end: End) -> CoreDataModel.Member? {
    translator.entities[end.entity]?.relationships.first { $0.name == end.name }
  }

  private func ours(_ end: End) -> String { translator.members[end.entity]?[end.name] ?? end.name }

  private func set(_ key: String, _ value: String, at end: End, _ draft: inout ModelDraft) {
    guard let entity = draft.entities.firstIndex(where: { $0.name == translator.names[end.entity] }),
      let place = draft.entities[entity].relationships.firstIndex(where: { $0.name == ours(end) })
    else { return }
    draft.entities[entity].relationships[place].settings.append(YAMLEntryDraft(key, .text(value)))
  }
}
