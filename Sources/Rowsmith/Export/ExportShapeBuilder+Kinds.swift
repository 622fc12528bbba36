import RowsmithSchema

extension ExportShapeBuilder {
  /// What says which entity a record is, and where; nil where nothing needs to.
  func kind(of entity: EntityMapping, at place: Place) -> (path: [String], node: ExportNode)? {
    if let oneOf = place.through?.schema.oneOf ?? place.through?.schema.choice?.oneOf {
      // Of one of several entities it says which of these it is, also where the record is of one that extends it.
      let name = place.through?.schema.choice == nil ? entity.name : place.through?.schema.target
      guard let path = oneOf.discriminator.lazy.compactMap(\.keys).first,
        let value = oneOf.values.first(where: { $0.entity == name })
      else { return nil }
      return (path, .constant(value.name))
    }
    guard let path = entity.discriminator.first, let slot = entity.table.entityNameSlot else { return nil }
    let values = mapping.graph.root(of: entity.name)?.discriminatorValues ?? []
    return (path, .entityName(column: slot, ExportKinds(values)))
  }

  /// An attribute without a value is left out, so that an import goes on to the next of its names.
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
  /// By entity; nil where the names of the entities are the values.
  private let values: [String: String]?

  init(_ values: [Schema.DiscriminatorValue]) {
    self.values =
      values.isEmpty
      ? nil : Dictionary(values.map { ($0.entity, $0.name) }, uniquingKeysWith: { first, _ in first })
  }

  /// The value of an entity; nil where it has none.
  func value(of entity: String) -> String? { values.map { $0[entity] } ?? entity }
}
