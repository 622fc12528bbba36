// How a to-one relationship to one of several entities is split into parts.
extension Schema.Choice {
  /// The name of the relationship to one of the entities: `subjectIssue`.
  package static func partName(of choice: String, leadingTo entity: String) -> String { choice + entity }

  /// The name of the whole, if the relationship to an entity is a part of one by its name; `nil` for another name.
  package static func name(ofPart part: String, leadingTo entity: String) -> String? {
    part.hasSuffix(entity) && part.count > entity.count ? String(part.dropLast(entity.count)) : nil
  }

  /// A to-one relationship to one of several entities, with its parts.
  package struct Parts: Sendable, Hashable {
    /// The name of the whole: `subject`.
    package var name: String
    /// A relationship to each of the entities, in order.
    package var relationships: [Schema.Relationship]
    /// Whether one of them must lead to a record.
    package var isRequired: Bool { relationships.first?.choice?.isRequired ?? false }
    /// The name of the whole in an earlier version of the model.
    package var renamedFrom: String? {
      guard let first = relationships.first, let old = first.renamedFrom else { return nil }
      return Schema.Choice.name(ofPart: old, leadingTo: first.target) ?? old
    }
  }
}

extension Schema.Entity {
  /// The to-one relationships to one of several entities that the entity declares.
  package var choices: [Schema.Choice.Parts] {
    var choices: [Schema.Choice.Parts] = []
    for relationship in relationships {
      guard let name = relationship.choice?.name else { continue }
      if let index = choices.firstIndex(where: { $0.name == name }) {
        choices[index].relationships.append(relationship)
      } else {
        choices.append(Schema.Choice.Parts(name: name, relationships: [relationship]))
      }
    }
    return choices
  }
}

extension SchemaGraph {
  /// A to-one relationship to one of several entities, own or inherited.
  package func choice(_ name: String, of entity: String) -> Schema.Choice.Parts? {
    lineage(of: entity).lazy.flatMap(\.choices).first { $0.name == name }
  }
}
