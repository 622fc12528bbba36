import RowsmithSchema

extension Resolver {
  /// Resolves what extends what, and begins the entities of the schema.
  mutating func families() {
    for declaration in model.entities {
      var entity = Schema.Entity(name: declaration.name.value)
      entity.parent = parent(of: declaration)
      entity.hooks = declaration.hooks
      entity.renamedFrom = declaration.renamedFrom?.value
      entity.doc = declaration.doc
      schema.entities.append(entity)
    }
    breakCycles()
    let graph = SchemaGraph(schema)
    for root in schema.entities where root.parent == nil { membersOfFamily(graph.descendants(of: root.name)) }
  }

  private mutating func parent(of declaration: EntityDeclaration) -> String? {
    guard let parent = declaration.parent else { return nil }
    if declarations[parent.value] != nil { return parent.value }
    let others = model.entities.map(\.name.value).filter { $0 != declaration.name.value }
    diagnostics.append(
      .unknownEntity(parent.value, suggestion: Suggestion.nearest(to: parent.value, in: others), at: parent.range))
    return nil
  }

  private mutating func breakCycles() {
    for index in schema.entities.indices {
      let name = schema.entities[index].name
      var line = [name]
      var next = schema.entities[index].parent
      while let current = next, current != name, !line.contains(current) {
        line.append(current)
        next = schema.entities.first { $0.name == current }?.parent
      }
      guard next == name, let range = declarations[name]?.parent?.range else { continue }
      diagnostics.append(.familyCycle(line, at: range))
      schema.entities[index].parent = nil
    }
  }

  /// A family shares one table, so a name may be there once, whatever its case.
  private mutating func membersOfFamily(_ family: [Schema.Entity]) {
    var seen: [String: (entity: String, name: Located<String>)] = [:]
    for entity in family {
      guard let declaration = declarations[entity.name] else { continue }
      for name in declaration.attributes.map(\.name) + declaration.relationships.map(\.name) {
        if let first = seen[name.value.lowercased()] {
          diagnostics.append(
            .membersCollide(
              name.value, with: first.name.value, of: first.entity, first: first.name.range, at: name.range))
        } else {
          seen[name.value.lowercased()] = (entity.name, name)
        }
      }
    }
  }

  /// Resolves which JSON key tells the entities of a family apart.
  mutating func discriminators() {
    let graph = SchemaGraph(schema)
    for index in schema.entities.indices {
      let entity = schema.entities[index]
      let declared = declarations[entity.name]?.discriminator
      if let declared, entity.parent != nil {
        let root = graph.root(of: entity.name)?.name ?? entity.name
        diagnostics.append(.discriminatorNotOnRoot(root, at: declared.range))
      }
      guard entity.parent == nil else { continue }
      if graph.descendants(of: entity.name).count > 1 {
        let spellings = [casing.key(for: "entityName"), "entity_name"]
        let defaults = spellings[0] == spellings[1] ? [spellings[0]] : spellings
        schema.entities[index].discriminator = declared?.value.map(\.value) ?? defaults.map { .key($0) }
      } else if let declared {
        diagnostics.append(.discriminatorWithoutFamily(entity.name, at: declared.range))
      }
    }
  }
}
