import RowsmithSchema

extension Resolver {
  /// Resolves the signs that the server has deleted a record, and the attribute that shows which of two versions is newer. Both
  /// are settings of a family's root.
  mutating func resolveLifecycles() {
    let graph = SchemaGraph(schema)
    for index in schema.entities.indices where schema.entities[index].parent == nil {
      guard let declaration = declarations[schema.entities[index].name] else { continue }
      let entity = schema.entities[index]
      if let deletedWhen = declaration.deletedWhen, hasKey(entity, for: "DeletedWhen", at: deletedWhen.range)
      {
        schema.entities[index].deletedWhen = deletedWhen.value
      }
      if let name = declaration.modificationAttribute,
        hasKey(entity, for: "ModificationAttribute", at: name.range),
        isModification(name, entity, declaration)
      {
        schema.entities[index].modificationAttribute = name.value
      }
    }
    for index in schema.entities.indices where schema.entities[index].parent != nil {
      let entity = schema.entities[index].name
      guard let root = graph.rootIndex(of: entity) else { continue }
      for (key, range) in [
        ("DeletedWhen", declarations[entity]?.deletedWhen?.range),
        ("ModificationAttribute", declarations[entity]?.modificationAttribute?.range),
      ] {
        if let range { diagnostics.append(.notOnRoot(key, schema.entities[root].name, at: range)) }
      }
      schema.entities[index].deletedWhen = schema.entities[root].deletedWhen
      schema.entities[index].modificationAttribute = schema.entities[root].modificationAttribute
    }
  }

  private mutating func hasKey(_ entity: Schema.Entity, for key: String, at range: SourceRange) -> Bool {
    if !entity.primaryKey.isEmpty { return true }
    // An invalid key has already been reported.
    if let declaration = declarations[entity.name], declaration.primaryKey == nil, !declaration.isIncomplete {
      diagnostics.append(.needsPrimaryKey(key, entity.name, at: range))
    }
    return false
  }

  private mutating func isModification(
    _ name: Located<String>, _ entity: Schema.Entity, _ declaration: EntityDeclaration
  ) -> Bool {
    guard let attribute = entity.attributes.first(where: { $0.name == name.value }) else {
      let known = declaration.attributes.map(\.name.value)
      // A member with an invalid declaration has already been reported.
      if known.contains(name.value) || declaration.isIncomplete { return false }
      let nearest = suggestions.nearest(to: name.value, in: known)
      diagnostics.append(
        .unknownModification(name.value, entity.name, suggestion: nearest, at: name.range))
      return false
    }
    switch attribute.type {
    case .scalar(.date), .scalar(.int), .scalar(.double), .scalar(.decimal): break
    default:
      let type = declaration.attributes.first { $0.name.value == name.value }?.type
      diagnostics.append(.unorderedModification(name.value, type.map { "\($0)" } ?? "none", at: name.range))
      return false
    }
    if attribute.isLocal { diagnostics.append(.localModification(name.value, at: name.range)) }
    return !attribute.isLocal
  }
}
