import RowsmithSchema

// To-one relationships to one of several entities.
extension Resolver {
  /// Replaces each relationship to one of several entities by a to-one relationship to each of them.
  mutating func replaceChoices() {
    let parents = Dictionary(
      model.entities.map { ($0.name.value, $0.parent?.value) }, uniquingKeysWith: { first, _ in first })
    for index in model.entities.indices {
      let entity = model.entities[index]
      model.entities[index].relationships = entity.relationships.flatMap { declaration in
        guard declaration.type == nil, let oneOf = declaration.oneOf, isChoice(oneOf, parents) else {
          // With an unknown entity, which is reported, it may be one.
          let isUnknown =
            declaration.type == nil
            && declaration.oneOf?.values.contains { parents[$0.entity.value] == nil } ?? false
          if let required = declaration.isRequired, !isUnknown {
            diagnostics.append(.requiredWithoutChoice(declaration.name.value, at: required.range))
          }
          return [declaration]
        }
        checkColumns(declaration, of: entity)
        return alternatives(declaration, oneOf)
      }
    }
  }

  /// Whether the entities have different roots. Entities of one family need only one column.
  private func isChoice(_ oneOf: OneOfDeclaration, _ parents: [String: String?]) -> Bool {
    var roots: Set<String> = []
    for entity in oneOf.values.map(\.entity.value) {
      guard parents[entity] != nil else { return false }
      var root = entity
      for _ in parents {
        guard case .some(.some(let parent)) = parents[root], parents[parent] != nil else { break }
        root = parent
      }
      roots.insert(root)
    }
    return roots.count > 1
  }

  private func alternatives(
    _ declaration: RelationshipDeclaration, _ oneOf: OneOfDeclaration
  ) -> [RelationshipDeclaration] {
    var seen: Set<String> = []
    let entities = oneOf.values.map(\.entity).filter { seen.insert($0.value).inserted }
    return entities.enumerated().map { position, entity in
      var alternative = declaration
      alternative.name.value = Schema.Choice.partName(of: declaration.name.value, leadingTo: entity.value)
      alternative.type = TypeReference("\(entity.value)?", at: entity.range)
      alternative.oneOf = nil
      alternative.choice = ChoiceDeclaration(
        name: declaration.name, oneOf: oneOf, isFirst: position == 0, renamedFrom: declaration.renamedFrom)
      alternative.renamedFrom = declaration.renamedFrom.map {
        Located(value: Schema.Choice.partName(of: $0.value, leadingTo: entity.value), range: $0.range)
      }
      // An error in `isOrdered` is reported only once.
      if position > 0 { alternative.isOrdered = nil }
      return alternative
    }
  }

  /// Reports collisions with the names of the columns for the target.
  private mutating func checkColumns(_ declaration: RelationshipDeclaration, of entity: EntityDeclaration) {
    let name = declaration.name.value
    let made = Set([name, "\(name)_type", "\(name)_id"].map { $0.lowercased() })
    let members =
      entity.attributes.map(\.name) + entity.groups.map(\.name)
      + entity.relationships.map(\.name).filter { $0 != declaration.name }
    for member in members where made.contains(member.value.lowercased()) {
      diagnostics.append(.choiceTakesName(name, member.value, at: member.range))
    }
  }

  /// Resolves the paths of the discriminators of foreign keys, and checks that the keys fit one column.
  mutating func resolveChoiceKeys() {
    let graph = SchemaGraph(schema)
    for index in schema.entities.indices {
      let entity = schema.entities[index]
      for (position, relationship) in entity.relationships.enumerated() {
        guard let choice = relationship.choice,
          let first = entity.relationships.first(where: { $0.choice?.name == choice.name })
        else { continue }
        let typePaths = typePaths(relationship, choice, of: entity, graph)
        schema.entities[index].relationships[position].choice?.typePaths = typePaths
        let range =
          relationshipDeclaration(relationship.name, of: entity.name)?.type?.range
          ?? range(of: relationship.name, in: entity.name)
        let key = graph.keyColumns(of: relationship.target)
        let root = graph.root(of: relationship.target)
        guard key.count == 1, root?.primaryKey.isEmpty == false else {
          // A key that may be in an invalid section is not missed.
          let isIncomplete = root.flatMap { declarations[$0.name] }?.isIncomplete ?? false
          if !isIncomplete || root?.primaryKey.isEmpty == false {
            diagnostics.append(.choiceNeedsKey(choice.name, relationship.target, at: range))
          }
          continue
        }
        let firstKey = graph.keyColumns(of: first.target)
        let hasFirst = graph.root(of: first.target)?.primaryKey.isEmpty == false
        if hasFirst, firstKey.count == 1, firstKey[0].type != key[0].type {
          diagnostics.append(.choiceKeysDiffer(choice.name, first.target, relationship.target, at: range))
        }
      }
    }
  }

  /// Where the type of a key is: under `subject_type` for `subject_id`. If the model names both the foreign key and the
  /// discriminator, then also under the discriminator beside the key, which is the first unless another member is read there.
  private func typePaths(
    _ relationship: Schema.Relationship, _ choice: Schema.Choice, of entity: Schema.Entity,
    _ graph: SchemaGraph
  ) -> [Schema.ImportPath] {
    let implied = relationship.foreignKeyPaths.compactMap(typePath)
    let declaration = relationshipDeclaration(relationship.name, of: entity.name)
    guard declaration?.foreignKey != nil, declaration?.choice?.oneOf.paths != nil else { return implied }
    let family = graph.lineage(of: entity.name) + graph.descendants(of: entity.name)
    let taken = Set(family.flatMap { $0.discriminator + $0.attributes.flatMap(\.importPaths) })
    let beside = choice.pathsBesideKeys(relationship.foreignKeyPaths)
    let (free, shared) = (beside.filter { !taken.contains($0) }, beside.filter(taken.contains))
    var seen: Set<Schema.ImportPath> = []
    return (free + implied + shared).filter { seen.insert($0).inserted }
  }

  /// The path of the discriminator: `subject_type` for `subject_id`.
  private func typePath(_ path: Schema.ImportPath) -> Schema.ImportPath? {
    guard case .keys(let keys) = path, let last = keys.last else { return nil }
    for (ending, type) in [("id", "type"), ("Id", "Type"), ("ID", "Type")] where last.hasSuffix(ending) {
      return .keys(keys.dropLast() + [last.dropLast(2) + type])
    }
    return .keys(keys.dropLast() + ["\(last)_type"])
  }
}
