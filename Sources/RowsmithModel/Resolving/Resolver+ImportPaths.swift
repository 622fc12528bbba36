import RowsmithSchema

extension Resolver {
  /// An attribute's claim to a path.
  private struct Claim {
    var member: String
    var entity: String
    var type: Schema.AttributeType
    var path: Schema.ImportPath
    /// Whether it is the first path that the attribute is read from.
    var isFirst: Bool
    /// Whether it is a part of a value.
    var isPart = false
  }

  /// The claims of an entity and those it extends, by path.
  private struct Claims {
    var claims: [Schema.ImportPath: [Claim]] = [:]
    /// The relationships, by the first path that they are read from.
    var relationships: [Schema.ImportPath: [(name: String, entity: String)]] = [:]
  }

  /// Reports members of one entity with the same first path, and drops fallback paths that another member claims.
  mutating func checkImportPaths() {
    let graph = SchemaGraph(schema)
    for root in schema.entities where root.parent == nil {
      // The line from the root to an entity is kept while its children are visited, so that each entity is visited once,
      // however long the line is.
      var claims = Claims()
      var line: [Schema.Entity] = []
      for entity in graph.descendants(of: root.name) {
        while let last = line.last, last.name != entity.parent { leave(line.removeLast(), &claims) }
        line.append(entity)
        enter(entity, &claims)
      }
    }
  }

  private mutating func enter(_ entity: Schema.Entity, _ claims: inout Claims) {
    for claim in self.claims(entity) {
      let others = claims.claims[claim.path, default: []]
      if claim.isFirst,
        let first = others.first(where: {
          $0.isFirst && !isSame($0.member, claim.member) && !($0.isPart && claim.isPart)
        })
      {
        report(claim, first)
      }
      claims.claims[claim.path, default: []].append(claim)
    }
    dropFallbacks(of: entity, claims)
    for relationship in entity.relationships {
      guard let path = relationship.importPaths.first else { continue }
      // The parts of a relationship to one of several entities share a path.
      let isPart = relationshipDeclaration(relationship.name, of: entity.name)?.choice?.isFirst == false
      if isPart { continue }
      if let other = claims.relationships[path]?.first {
        let declared = relationshipDeclaration(relationship.name, of: entity.name)?.importName?.range
        diagnostics.append(
          .sameImportPath(
            relationship.name, other.name, path: "\(path)", first: range(of: other.name, in: other.entity),
            at: declared ?? range(of: relationship.name, in: entity.name)))
      }
      claims.relationships[path, default: []].append((relationship.name, entity.name))
    }
  }

  private func leave(_ entity: Schema.Entity, _ claims: inout Claims) {
    for claim in self.claims(entity) { claims.claims[claim.path]?.removeLast() }
    for relationship in entity.relationships {
      if relationshipDeclaration(relationship.name, of: entity.name)?.choice?.isFirst == false { continue }
      if let path = relationship.importPaths.first { claims.relationships[path]?.removeLast() }
    }
  }

  /// Reports two attributes with the same first path. With one type they would always be equal; with two types, one may be for
  /// the current JSON and the other for an older form.
  private mutating func report(_ claim: Claim, _ first: Claim) {
    let firstRange = range(of: first.member, in: first.entity)
    let range = explicitRange(of: claim) ?? range(of: claim.member, in: claim.entity)
    diagnostics.append(
      claim.type == first.type
        ? .sameImportPath(claim.member, first.member, path: "\(claim.path)", first: firstRange, at: range)
        : .sameFirstPath(claim.member, first.member, path: "\(claim.path)", first: firstRange, at: range))
  }

  /// Whether two names are equal, ignoring case, which is reported elsewhere.
  private func isSame(_ name: String, _ other: String) -> Bool { name.lowercased() == other.lowercased() }

  /// The claims of an entity's attributes: the paths of `ImportName`, or the first default path.
  private func claims(_ entity: Schema.Entity) -> [Claim] {
    var explicit: Set<String> = []
    for attribute in declarations[entity.name]?.attributes ?? []
    where attribute.importName != nil || attribute.isNamedPart {
      explicit.insert(attribute.name.value)
    }
    let parts = Set(
      declarations[entity.name]?.attributes.lazy.filter { $0.part != nil }.map(\.name.value) ?? [])
    // The parts of a value are read inside it: a collision is reported for the value.
    let groups = entity.groups.compactMap { group in
      group.importPaths.first.map {
        Claim(
          member: group.name, entity: entity.name, type: .scalar(.value(group.type)), path: $0, isFirst: true)
      }
    }
    return groups
      + entity.attributes.flatMap { attribute in
        let paths =
          explicit.contains(attribute.name) ? attribute.importPaths[...] : attribute.importPaths.prefix(1)
        return paths.enumerated().map {
          Claim(
            member: attribute.name, entity: entity.name, type: attribute.type, path: $0.element,
            isFirst: $0.offset == 0, isPart: parts.contains(attribute.name))
        }
      }
  }

  private func explicitRange(of claim: Claim) -> SourceRange? {
    let group = declarations[claim.entity]?.groups.first { $0.name.value == claim.member }
    return (group ?? attributeDeclaration(claim.member, of: claim.entity))?.importName?.value
      .first { $0.value == claim.path }?.range
  }

  private mutating func dropFallbacks(of entity: Schema.Entity, _ claims: Claims) {
    guard let index = places[entity.name] else { return }
    var taken: Set<Schema.ImportPath> = []
    for position in schema.entities[index].attributes.indices {
      let name = schema.entities[index].attributes[position].name
      schema.entities[index].attributes[position].importPaths.removeAll { path in
        let owners = claims.claims[path, default: []]
        if owners.contains(where: { $0.member == name }) { return false }
        return !owners.isEmpty || taken.contains(path)
      }
      taken.formUnion(schema.entities[index].attributes[position].importPaths)
    }
  }
}
