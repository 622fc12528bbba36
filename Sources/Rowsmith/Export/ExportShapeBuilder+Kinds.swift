import RowsmithSchema

extension ExportShapeBuilder {
  /// The members that tell which entity a record is of; empty if none is needed.
  func kinds(of entity: EntityMapping, at place: Place) -> [(path: [String], node: ExportNode)] {
    if let oneOf = place.through?.schema.oneOf { return option(entity.name, oneOf).map { [$0] } ?? [] }
    let own = kind(of: entity)
    guard let through = place.through, let choice = through.schema.choice else {
      return own.map { [$0] } ?? []
    }
    // The first tells which of several entities it is, the second which entity extending that, if any.
    let option = option(through.schema.target, choice.oneOf)
    return [option, entity === through.target ? nil : own].compactMap(\.self)
  }

  /// The entities that the JSON of a relationship can tell apart; `nil` if it can tell all that its target can be.
  ///
  /// Records of other entities are written as keys.
  func toldApart(_ relationship: RelationshipMapping) -> Set<String>? {
    if let oneOf = relationship.schema.oneOf { return Set(oneOf.values.map(\.entity)) }
    // If the discriminator of the alternatives replaces the family's own, only the target itself can be told apart.
    guard let alternatives = relationship.alternatives, alternatives.objects.overrides(relationship.target)
    else { return nil }
    return [relationship.target.name]
  }

  private func option(_ entity: String, _ oneOf: Schema.OneOf) -> (path: [String], node: ExportNode)? {
    guard let path = oneOf.discriminator.lazy.compactMap(\.keys).first,
      let value = oneOf.values.first(where: { $0.entity == entity })
    else { return nil }
    return (path, .constant(value.json))
  }

  private func kind(of entity: EntityMapping) -> (path: [String], node: ExportNode)? {
    guard let path = entity.discriminator.first, let slot = entity.table.entityNameSlot else { return nil }
    return (path, .entityName(column: slot, ExportKinds(of: entity.name, mapping.graph)))
  }

  /// Notes an attribute that is left out without a value and that an import would then read from an alternate key path.
  func noteAlternates(of attribute: AttributeMapping, in entity: EntityMapping) {
    guard attribute.schema.isOptional else { return }
    for path in attribute.schema.importPaths.compactMap(\.keys) where path != attribute.schema.exportPath {
      guard let other = entity.attributes.first(where: { $0.schema.exportPath == path }) else { continue }
      note(
        "\(attribute.qualifiedName) without a value is left out, and an import then reads \(other.qualifiedName) "
          + "in its place")
    }
  }
}

/// The values by which JSON tells the entities of a family apart.
struct ExportKinds {
  /// The values as JSON, by entity. An entity that has none is not in it.
  private let values: [String: [UInt8]]

  init(of entity: String, _ graph: SchemaGraph) {
    var values = graph.root(of: entity)?.discriminatorValues ?? []
    if values.isEmpty {
      values = graph.descendants(of: entity).map { Schema.DiscriminatorValue($0.name, $0.name) }
    }
    self.values = Dictionary(values.map { ($0.entity, $0.json) }, uniquingKeysWith: { first, _ in first })
  }

  /// The value of an entity as JSON; `nil` if it has none.
  func json(of entity: String) -> [UInt8]? { values[entity] }
}

extension Schema.DiscriminatorValue {
  /// The value as JSON.
  var json: [UInt8] { Array((isBare ? name : JSONString.quoted(name)).utf8) }
}
