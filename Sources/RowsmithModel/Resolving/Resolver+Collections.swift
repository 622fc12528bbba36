import RowsmithSchema

// Mixed collections: `oneOf` in documents and to-many relationships.
extension Resolver {
  /// The values of a mixed collection; `nil` if an entity is unknown, which is reported.
  mutating func values(of oneOf: OneOfDeclaration) -> [Schema.DiscriminatorValue]? {
    let known = oneOf.values.filter { isEntity($0.entity) }
    guard known.count == oneOf.values.count else { return nil }
    return known.map { Schema.DiscriminatorValue($0.value.value, $0.entity.value, isBare: $0.isBare) }
  }

  /// Whether an entity exists. If not, this is reported.
  mutating func isEntity(_ name: Located<String>) -> Bool {
    if declarations[name.value] != nil { return true }
    // The section that may have it has already been reported.
    if model.isIncomplete { return false }
    let nearest = suggestions.nearest(to: name.value, in: entityNames)
    diagnostics.append(.unknownEntity(name.value, suggestion: nearest, at: name.range))
    return false
  }

  /// A mixed collection with the model's discriminator, or that of the family of its entities.
  func choice(
    _ oneOf: OneOfDeclaration, _ values: [Schema.DiscriminatorValue], _ graph: SchemaGraph
  ) -> Schema.OneOf {
    if let paths = oneOf.paths {
      return Schema.OneOf(discriminator: paths.value.map(\.value), values: values)
    }
    let roots = Set(values.compactMap { graph.root(of: $0.entity)?.name })
    let familys = roots.count == 1 ? roots.first.flatMap { graph.entity($0)?.discriminator } ?? [] : []
    return Schema.OneOf(
      discriminator: familys.isEmpty ? defaultDiscriminator : familys, values: values)
  }

  /// The paths of the discriminator if the model does not declare one.
  var defaultDiscriminator: [Schema.ImportPath] {
    let spellings = [casing.key(for: "entityName"), "entity_name"]
    return (spellings[0] == spellings[1] ? [spellings[0]] : spellings).map { .key($0) }
  }

  /// The target of a mixed relationship: the one in `to`, or the nearest entity that all of them extend.
  ///
  /// - Returns: `nil` if there is none. A to-one target and entities outside the target are reported.
  mutating func mixedTarget(
    _ declaration: RelationshipDeclaration, _ oneOf: OneOfDeclaration, _ graph: SchemaGraph
  ) -> TypeReference? {
    let name = declaration.name.value
    let entities = oneOf.values.map(\.entity)
    guard let first = entities.first else { return nil }
    if let type = declaration.type {
      if type.shape == .single {
        diagnostics.append(.oneOfToOne(name, at: oneOf.range))
        return nil
      }
      guard declarations[type.name] != nil else { return type }
      for entity in entities where !graph.lineage(of: entity.value).contains(where: { $0.name == type.name })
      {
        diagnostics.append(.oneOfOutsideTarget(name, entity.value, type.name, at: entity.range))
      }
      return type
    }
    var common = graph.lineage(of: first.value).map(\.name)
    for entity in entities.dropFirst() {
      let line = graph.lineage(of: entity.value).map(\.name)
      common = zip(common, line).prefix { $0 == $1 }.map(\.0)
    }
    return common.last.map { TypeReference(listOf: Located(value: $0, range: oneOf.range)) }
  }
}
