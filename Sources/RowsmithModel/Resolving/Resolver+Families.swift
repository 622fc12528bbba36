import RowsmithSchema

extension Resolver {
  /// Resolves which entity extends which, and creates the entities of the schema.
  mutating func resolveFamilies() {
    for declaration in model.entities {
      var entity = Schema.Entity(name: declaration.name.value)
      entity.parent = parent(of: declaration)
      entity.hooks = declaration.hooks
      entity.renamedFrom = declaration.renamedFrom?.value
      entity.doc = declaration.doc
      places[entity.name] = schema.entities.count
      let names = declaration.relationships.enumerated().map { ($0.element.name.value, $0.offset) }
      relationshipPlaces[entity.name] = Dictionary(names, uniquingKeysWith: { first, _ in first })
      schema.entities.append(entity)
    }
    breakCycles()
    let graph = SchemaGraph(schema)
    for root in schema.entities where root.parent == nil {
      let family = graph.descendants(of: root.name)
      reportCollisions(in: family)
      reportRenamings(in: family, graph)
    }
  }

  private mutating func parent(of declaration: EntityDeclaration) -> String? {
    guard let parent = declaration.parent else { return nil }
    if declarations[parent.value] != nil { return parent.value }
    func others() -> [String] { entityNames.filter { $0 != declaration.name.value } }
    diagnostics.append(
      .unknownEntity(
        parent.value, suggestion: suggestions.nearest(to: parent.value, in: others()), at: parent.range))
    return nil
  }

  private mutating func breakCycles() {
    let graph = SchemaGraph(schema)
    // Entities that are known not to be in a cycle.
    var settled: Set<String> = []
    for index in schema.entities.indices {
      let name = schema.entities[index].name
      if settled.contains(name) { continue }
      var line: [String] = []
      var visited: Set<String> = []
      var next: String? = name
      while let current = next, !settled.contains(current), visited.insert(current).inserted {
        line.append(current)
        next = graph.entity(current)?.parent
      }
      if next == name, let range = declarations[name]?.parent?.range {
        diagnostics.append(.familyCycle(line, at: range))
        schema.entities[index].parent = nil
      } else if let next, visited.contains(next) {
        // It leads into a cycle, which is reported at its beginning.
        continue
      }
      settled.formUnion(line)
    }
  }

  /// Reports duplicate names in a family, ignoring case, because a family shares one table.
  private mutating func reportCollisions(in family: [Schema.Entity]) {
    var seen: [String: (entity: String, name: Located<String>)] = [:]
    for entity in family {
      guard let declaration = declarations[entity.name] else { continue }
      for name in memberNames(declaration) {
        if let first = seen[name.value.lowercased()] {
          diagnostics.append(
            .membersCollide(
              name.value, with: first.name.value, of: first.entity, first: first.name.range, at: name.range))
        } else {
          seen[name.value.lowercased()] = (entity.name, name)
        }
      }
    }
    if family.count > 1 { reportReservedNames(in: family) }
  }

  /// Reports members that are renamed from one that their entity still has, its own or an inherited one.
  private mutating func reportRenamings(in family: [Schema.Entity], _ graph: SchemaGraph) {
    let declared = family.compactMap { declarations[$0.name] }
    var owners: [String: String] = [:]
    for entity in declared {
      let choices = entity.relationships.compactMap(\.choice?.name)
      for name in memberNames(entity) + choices {
        owners[name.value] = owners[name.value] ?? entity.name.value
      }
    }
    for entity in declared {
      for old in entity.formerNames {
        guard let owner = owners[old.value], graph.lineageNames(of: entity.name.value).contains(owner) else {
          continue
        }
        diagnostics.append(.renamedFromDeclared(old.value, at: old.range))
      }
    }
  }

  /// Reports members with names that generated code needs for the records of a family only.
  private mutating func reportReservedNames(in family: [Schema.Entity]) {
    for member in family.compactMap({ declarations[$0.name] }).flatMap(\.namedMembers)
    where ReservedNames.isReservedInFamily(member.name.value) {
      let name = member.name
      diagnostics.append(
        .reservedMember(name.value, member.kind, key: casing.key(for: name.value), at: name.range))
    }
  }

  private func memberNames(_ declaration: EntityDeclaration) -> [Located<String>] {
    (declaration.attributes + declaration.groups).map(\.name) + declaration.relationships.map(\.name)
  }

  /// Resolves the discriminators of families.
  mutating func resolveDiscriminators() {
    let graph = SchemaGraph(schema)
    for index in schema.entities.indices {
      let entity = schema.entities[index]
      let declared = declarations[entity.name]?.discriminator
      if let declared, entity.parent != nil {
        let root = graph.root(of: entity.name)?.name ?? entity.name
        diagnostics.append(.discriminatorNotOnRoot(root, at: declared.range))
      }
      guard entity.parent == nil else { continue }
      let values = declared?.values.map { familyValues($0, of: entity, graph) } ?? []
      if graph.isExtended(entity.name) {
        schema.entities[index].discriminator =
          declared?.paths?.value.map(\.value) ?? defaultDiscriminator
        schema.entities[index].discriminatorValues = values
        if let declared, declared.values != nil, values.count == declared.values?.count {
          reportEntitiesWithoutValue(in: entity, values, graph, at: declared.range)
        }
      } else if let declared {
        diagnostics.append(.discriminatorWithoutFamily(entity.name, at: declared.range))
      }
    }
  }

  private mutating func familyValues(
    _ values: [ValueDeclaration], of root: Schema.Entity, _ graph: SchemaGraph
  ) -> [Schema.DiscriminatorValue] {
    values.compactMap { value in
      guard isEntity(value.entity) else { return nil }
      let (name, entity) = (value.value.value, value.entity.value)
      if graph.root(of: entity)?.name == root.name {
        return Schema.DiscriminatorValue(name, entity, isBare: value.isBare)
      }
      // An unknown parent has already been reported.
      let isOrphan = declarations[entity]?.parent != nil && graph.entity(entity)?.parent == nil
      if !isOrphan {
        diagnostics.append(.valueOutsideFamily(name, entity, root.name, at: value.entity.range))
      }
      return nil
    }
  }

  /// Reports entities of a family without a discriminator value. An entity that others extend may have no records of its own.
  private mutating func reportEntitiesWithoutValue(
    in root: Schema.Entity, _ values: [Schema.DiscriminatorValue], _ graph: SchemaGraph, at range: SourceRange
  ) {
    let told = Set(values.map(\.entity))
    for entity in graph.descendants(of: root.name) where !told.contains(entity.name) {
      if !graph.isExtended(entity.name) { diagnostics.append(.kindWithoutValue(entity.name, at: range)) }
    }
  }
}

extension EntityDeclaration {
  /// The names that its members had in an earlier version of the model.
  fileprivate var formerNames: [Located<String>] {
    let links = relationships.compactMap { relationship -> Located<String>? in
      guard let choice = relationship.choice else { return relationship.renamedFrom }
      return choice.isFirst ? choice.renamedFrom : nil
    }
    return (attributes + groups).compactMap(\.renamedFrom) + links
  }
}
