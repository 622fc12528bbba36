/// How a to-one relationship to one of several entities is mapped.
final class ChoiceMapping {
  /// The first of the relationships that it consists of.
  unowned(unsafe) let first: RelationshipMapping
  /// The slots of its relationships, one each.
  let slots: [Int]
  /// Whether one of them must be set.
  let isRequired: Bool

  /// - Parameter parts: the relationships that it consists of, at least one.
  init?(_ parts: [RelationshipMapping]) {
    guard let first = parts.first, let choice = first.schema.choice else { return nil }
    self.first = first
    slots = parts.compactMap(\.slots.first)
    isRequired = choice.isRequired
  }

  /// The choices of an entity, own and inherited.
  static func all(_ relationships: [RelationshipMapping]) -> [ChoiceMapping] {
    var parts: [(name: String, relationships: [RelationshipMapping])] = []
    for relationship in relationships {
      guard let choice = relationship.schema.choice else { continue }
      let name = "\(relationship.entityName).\(choice.name)"
      if let index = parts.firstIndex(where: { $0.name == name }) {
        parts[index].relationships.append(relationship)
      } else {
        parts.append((name, [relationship]))
      }
    }
    return parts.compactMap { ChoiceMapping($0.relationships) }
  }

  /// Whether the cells give none of its keys.
  func isLacking(_ cells: UnsafePointer<Cell>) -> Bool { !slots.contains { cells[$0].hasValue } }
}

extension RelationshipMapping {
  /// Whether a link that the parent fills in overrides what the record says of this one.
  func isOverruled(by filled: RelationshipMapping?) -> Bool {
    guard let filled else { return false }
    return filled === self || others.contains { $0 === filled }
  }
}
