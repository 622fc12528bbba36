import RowsmithSchema

// To-one relationships to one of several entities: "A to-one `subject: { oneOf: [Issue, Pull] }`".
extension ReferenceModel {
  /// The relationships of which one at most leads anywhere, the first one first; of any other relationship that alone.
  func parts(of relationship: Schema.Relationship) -> [Schema.Relationship] {
    guard let choice = relationship.choice else { return [relationship] }
    let declarer = graph.schema.entities.first { $0.relationships.contains { $0.name == relationship.name } }
    return declarer?.relationships.filter { $0.choice?.name == choice.name } ?? [relationship]
  }

  func others(of relationship: Schema.Relationship) -> [Schema.Relationship] {
    parts(of: relationship).filter { $0.name != relationship.name }
  }

  /// Whether the first and the second are the same relationship of the model.
  func isSame(_ relationship: Schema.Relationship, as name: String?) -> Bool {
    parts(of: relationship).contains { $0.name == name }
  }

  /// The name in the model, with that of the entity that declares it.
  func wholeName(of relationship: Schema.Relationship) -> String {
    let declarer = graph.schema.entities.first { $0.relationships.contains { $0.name == relationship.name } }
    return "\(declarer?.name ?? "").\(relationship.choice?.name ?? relationship.name)"
  }
}

extension ReferenceReader {
  /// The relationship that a record speaks of: of one to one of several entities the part that leads to what an object says
  /// that it is, "or" to what a member beside the value says. "A value that is not listed is skipped and counted."
  ///
  /// - Returns: nil where there is nothing to be said, or where it has been said.
  mutating func spoken(_ relationship: Schema.Relationship, _ item: Item) -> Schema.Relationship? {
    guard relationship.choice != nil else { return relationship }
    guard model.parts(of: relationship).first?.name == relationship.name,
      let said = relationshipValue(item, relationship)
    else { return nil }
    if said.found.value == .null { return relationship }
    if let part = part(of: relationship, item, said.found) { return part }
    unlistedKinds[model.wholeName(of: relationship), default: 0] += 1
    return nil
  }

  /// The part of a relationship to one of several entities that a value is of.
  func part(
    of relationship: Schema.Relationship, _ item: Item, _ found: Item.Found
  ) -> Schema.Relationship? {
    guard let choice = relationship.choice else { return relationship }
    var entity: String?
    if found.value.isObject { entity = self.entity(Item(value: found.value, path: found.path), choice.oneOf) }
    let beside = Schema.OneOf(discriminator: choice.typePaths, values: choice.oneOf.values)
    entity = entity ?? self.entity(item, beside)
    return model.parts(of: relationship).first { $0.target == entity }
  }
}
