import RowsmithSchema

extension Resolver {
  /// Resolves the primary key of every entity, then the foreign keys, which depend on it.
  mutating func resolvePrimaryKeys() {
    for index in schema.entities.indices where schema.entities[index].parent == nil {
      guard let declaration = declarations[schema.entities[index].name] else { continue }
      schema.entities[index].primaryKey = rootKey(of: schema.entities[index], declaration)
    }
    breakKeyCycles()
    let graph = SchemaGraph(schema)
    for index in schema.entities.indices where schema.entities[index].parent != nil {
      let entity = schema.entities[index]
      let root = graph.root(of: entity.name) ?? entity
      if let own = declarations[entity.name]?.primaryKey, own.value.map(\.value) != root.primaryKey {
        diagnostics.append(.keyOfFamily(entity.name, root.name, at: own.range))
      }
      schema.entities[index].primaryKey = root.primaryKey
    }
    resolveForeignKeys()
  }

  private mutating func rootKey(of entity: Schema.Entity, _ declaration: EntityDeclaration) -> [String] {
    guard let declared = declaration.primaryKey else {
      let instance = SwiftNames.instance(of: entity.name)
      let names = ["id", "\(instance)ID", "\(instance)Id"]
      guard
        let name = names.first(where: { name in declaration.attributes.contains { $0.name.value == name } }),
        let range = declaration.attributes.first(where: { $0.name.value == name })?.name.range
      else { return [] }
      return isKeyPart(Located(value: name, range: range), of: entity, declaration) ? [name] : []
    }
    let parts = declared.value.filter { isKeyPart($0, of: entity, declaration) }
    if parts.count > 1, let part = parts.first(where: { ReservedNames.isReservedKeyPart($0.value) }) {
      diagnostics.append(
        .reservedMember(part.value, "part of a key", key: casing.key(for: part.value), at: part.range))
    }
    return parts.count == declared.value.count ? parts.map(\.value) : []
  }

  private mutating func isKeyPart(
    _ part: Located<String>, of entity: Schema.Entity, _ declaration: EntityDeclaration
  ) -> Bool {
    if let attribute = entity.attributes.first(where: { $0.name == part.value }) {
      if attribute.isLocal {
        diagnostics.append(.localKey(part.value, at: part.range))
        return false
      }
      if declaration.attributes.contains(where: { $0.name.value == part.value && $0.part != nil }) {
        diagnostics.append(.keyInsideValue(part.value, at: part.range))
        return false
      }
      if attribute.isOptional { diagnostics.append(.optionalKey(part.value, at: part.range)) }
      switch attribute.type {
      case .array, .scalar(.json):
        diagnostics.append(.keyOfManyValues(part.value, at: part.range))
        return false
      case .scalar: return !attribute.isOptional
      }
    }
    if isChoice(part.value, of: entity) {
      diagnostics.append(.choiceAsKey(part.value, at: part.range))
      return false
    }
    if let relationship = entity.relationships.first(where: { $0.name == part.value }) {
      if relationship.cardinality == .toMany {
        diagnostics.append(.keyToMany(part.value, at: part.range))
      } else if relationship.isOptional {
        diagnostics.append(.optionalKey(part.value, at: part.range))
      }
      return relationship.cardinality == .toOne && !relationship.isOptional
    }
    if declaration.groups.contains(where: { $0.name.value == part.value }) {
      diagnostics.append(.keyOfManyValues(part.value, at: part.range))
      return false
    }
    let known =
      declaration.attributes.filter { $0.part == nil }.map(\.name.value)
      + declaration.relationships.map(\.name.value)
    // A member with an invalid declaration has already been reported.
    if known.contains(part.value) || declaration.isIncomplete { return false }
    let nearest = suggestions.nearest(to: part.value, in: known)
    diagnostics.append(.unknownKeyPart(part.value, entity.name, suggestion: nearest, at: part.range))
    return false
  }

  /// Whether a name is that of a relationship to one of several entities, or of a part of one.
  private func isChoice(_ name: String, of entity: Schema.Entity) -> Bool {
    entity.relationships.contains { $0.choice != nil && [$0.name, $0.modelName].contains(name) }
  }

  /// Reports keys that contain the key of an entity without one, and keys that contain each other, and leaves them out.
  private mutating func breakKeyCycles() {
    let graph = SchemaGraph(schema)
    var broken: Set<String> = []
    for entity in schema.entities where entity.parent == nil {
      for part in entity.primaryKey {
        guard let relationship = entity.relationships.first(where: { $0.name == part }),
          let target = graph.root(of: relationship.target)
        else { continue }
        let range = keyRange(of: part, in: entity.name)
        if target.primaryKey.isEmpty {
          broken.insert(entity.name)
          if let declared = declarations[target.name], declared.primaryKey == nil, !declared.isIncomplete {
            diagnostics.append(.keyPartWithoutKey(part, target.name, at: range))
          }
        } else if keyContains(entity.name, from: target, graph) {
          broken.insert(entity.name)
          diagnostics.append(.keyCycle(part, entity.name, target.name, at: range))
        }
      }
    }
    for index in schema.entities.indices where broken.contains(schema.entities[index].name) {
      schema.entities[index].primaryKey = []
    }
  }

  /// Whether the key of an entity contains, through its to-one parts, the key of another.
  private func keyContains(_ name: String, from start: Schema.Entity, _ graph: SchemaGraph) -> Bool {
    var visited: Set<String> = []
    var waiting = [start]
    while let entity = waiting.popLast() {
      if entity.name == name { return true }
      guard visited.insert(entity.name).inserted else { continue }
      for relationship in entity.relationships where entity.primaryKey.contains(relationship.name) {
        if let target = graph.root(of: relationship.target) { waiting.append(target) }
      }
    }
    return false
  }

  private func keyRange(of part: String, in entity: String) -> SourceRange {
    declarations[entity]?.primaryKey?.value.first { $0.value == part }?.range ?? range(of: part, in: entity)
  }
}
