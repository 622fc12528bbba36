import RowsmithSchema

extension Resolver {
  /// Resolves the relationships of every entity, except their inverses.
  mutating func resolveRelationships() {
    let graph = SchemaGraph(schema)
    for index in schema.entities.indices {
      for declaration in declarations[schema.entities[index].name]?.relationships ?? [] {
        guard let relationship = relationship(declaration, graph) else { continue }
        schema.entities[index].relationships.append(relationship)
      }
    }
  }

  private mutating func relationship(
    _ declaration: RelationshipDeclaration, _ graph: SchemaGraph
  ) -> Schema.Relationship? {
    let name = declaration.name.value
    var type = declaration.type
    var mixed: Schema.OneOf?
    if let oneOf = declaration.oneOf {
      guard let values = values(of: oneOf) else { return nil }
      type = mixedTarget(declaration, oneOf, graph)
      mixed = choice(oneOf, values, graph)
    }
    guard let type, checkTarget(type, of: name) else { return nil }
    let isToMany = type.shape != .single
    for path in declaration.importName?.value ?? [] where path.value.keys == nil {
      diagnostics.append(
        .placeNotAllowed("\(path.value)", in: "what a relationship is read from", at: path.range))
    }
    let keys = casing.keys(for: declaration.choice?.name.value ?? name)
    let paths = declaration.importName?.value.map(\.value) ?? keys.map { .key($0) }
    var relationship = Schema.Relationship(
      name: name, target: type.name, cardinality: isToMany ? .toMany : .toOne,
      isOptional: isToMany || type.isOptional, importPaths: paths,
      exportPath: declaration.isExported ? paths.lazy.compactMap(\.keys).first : nil)
    relationship.oneOf = mixed
    if let choice = declaration.choice, let values = values(of: choice.oneOf) {
      relationship.choice = Schema.Choice(
        name: choice.name.value, oneOf: self.choice(choice.oneOf, values, graph),
        isRequired: declaration.isRequired?.value ?? false)
    }
    relationship.isKeyed = type.shape == .keyed
    relationship.mergePolicy = declaration.mergePolicy?.value ?? model.defaults.mergePolicy?.value ?? .replace
    relationship.isOrdered = declaration.isOrdered?.value ?? false
    relationship.deleteRule = declaration.deleteRule ?? .nullify
    relationship.prune = declaration.prune?.value ?? .unlink
    relationship.renamedFrom = declaration.renamedFrom?.value
    relationship.doc = declaration.doc
    if let ordered = declaration.isOrdered, ordered.value, !isToMany {
      diagnostics.append(.orderedToOne(relationship.modelName, at: ordered.range))
    }
    return relationship
  }

  private mutating func checkTarget(_ type: TypeReference, of name: String) -> Bool {
    if declarations[type.name] != nil { return true }
    let types = Schema.ScalarType.names + (schema.enumerations.map(\.name) + schema.valueTypes.map(\.name))
    let nearest = suggestions.nearest(to: type.name, in: entityNames)
    let isType = types.contains(type.name) || suggestions.nearest(to: type.name, in: types) != nil
    if types.contains(type.name) || (nearest == nil && isType) {
      diagnostics.append(.typeAsTarget(type.name, of: name, at: type.range))
    } else {
      diagnostics.append(.unknownEntity(type.name, suggestion: nearest, at: type.range))
    }
    return false
  }

  /// Resolves the paths of foreign keys, and checks what depends on the target's key. Keys must be resolved.
  mutating func resolveForeignKeys() {
    let graph = SchemaGraph(schema)
    for index in schema.entities.indices {
      for position in schema.entities[index].relationships.indices {
        let relationship = schema.entities[index].relationships[position]
        let entity = schema.entities[index].name
        guard let declaration = relationshipDeclaration(relationship.name, of: entity),
          let target = graph.root(of: relationship.target)
        else { continue }
        checkKey(of: target, for: relationship, declaration, graph)
        guard graph.keyColumns(of: target.name).count == 1, !target.primaryKey.isEmpty else { continue }
        schema.entities[index].relationships[position].foreignKeyPaths =
          declaration.foreignKey?.value.map(\.value) ?? foreignKeyPaths(of: relationship)
        if relationship.exportPath != nil {
          schema.entities[index].relationships[position].keyExportPath =
            declaration.foreignKey?.value.lazy.compactMap(\.value.keys).first
        }
      }
    }
  }

  private func foreignKeyPaths(of relationship: Schema.Relationship) -> [Schema.ImportPath] {
    let keys =
      switch relationship.cardinality {
      case .toOne: casing.keys(for: relationship.choice?.name ?? relationship.name, adding: "id")
      case .toMany: casing.keys(for: Singular.of(relationship.name), adding: "ids")
      }
    return keys.map { .key($0) }
  }

  private mutating func checkKey(
    of target: Schema.Entity, for relationship: Schema.Relationship, _ declaration: RelationshipDeclaration,
    _ graph: SchemaGraph
  ) {
    let name = relationship.modelName
    let declared = declarations[target.name]
    let hasBrokenKey =
      target.primaryKey.isEmpty && (declared?.primaryKey != nil || declared?.isIncomplete == true)
    if target.primaryKey.isEmpty, !hasBrokenKey {
      if relationship.mergePolicy == .mergeAndPrune {
        let range = declaration.mergePolicy?.range ?? declaration.name.range
        diagnostics.append(.policyNeedsKey(name, target.name, at: range))
      }
      if let key = declaration.foreignKey {
        diagnostics.append(.foreignKeyNeedsKey(name, target.name, at: key.range))
      }
      if relationship.isKeyed, let type = declaration.type {
        diagnostics.append(.keyedNeedsKey(name, target.name, at: type.range))
      }
    } else {
      // A key that is a record with a key of several parts has them all, too.
      if let key = declaration.foreignKey, graph.keyColumns(of: target.name).count > 1 {
        diagnostics.append(.foreignKeyToComposite(name, target.name, at: key.range))
      }
      if target.primaryKey.count > 1, relationship.isKeyed, let type = declaration.type, !readsMapKey(target)
      {
        diagnostics.append(.keyedNeedsMapKey(name, target.name, at: type.range))
      }
    }
    for path in declaration.foreignKey?.value ?? [] where path.value.keys == nil {
      diagnostics.append(.placeNotAllowed("\(path.value)", in: "a foreign key", at: path.range))
    }
  }

  /// Whether a part of the entity's key is a map's key.
  func readsMapKey(_ entity: Schema.Entity) -> Bool {
    entity.attributes.contains { entity.primaryKey.contains($0.name) && $0.importPaths.contains(.mapKey) }
  }
}
