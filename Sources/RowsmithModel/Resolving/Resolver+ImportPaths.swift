import RowsmithSchema

extension Resolver {
  /// An attribute that insists on being read from a path.
  private struct Claim {
    var member: String
    var entity: String
    var path: Schema.ImportPath
  }

  /// Reports members of one entity that read the same place, and drops second spellings that are another's
  /// first.
  mutating func importPathCollisions() {
    let graph = SchemaGraph(schema)
    for index in schema.entities.indices {
      let entity = schema.entities[index]
      let inherited = graph.lineage(of: entity.name).dropLast()
      var claims = inherited.flatMap { self.claims($0) }
      for claim in self.claims(entity) {
        if let first = claims.first(where: { $0.path == claim.path && !isSame($0.member, claim.member) }) {
          let firstRange = range(of: first.member, in: first.entity)
          diagnostics.append(
            .sameImportPath(
              claim.member, first.member, path: "\(claim.path)", first: firstRange,
              at: explicitRange(of: claim) ?? range(of: claim.member, in: claim.entity)))
        }
        claims.append(claim)
      }
      dropFallbacks(of: index, claims)
      relationshipPaths(entity, graph)
    }
  }

  /// Whether two names collide as names, which is reported as that.
  private func isSame(_ name: String, _ other: String) -> Bool { name.lowercased() == other.lowercased() }

  /// What `ImportName` says, or the first of the default spellings.
  private func claims(_ entity: Schema.Entity) -> [Claim] {
    entity.attributes.flatMap { attribute in
      let isExplicit = attributeDeclaration(attribute.name, of: entity.name)?.importName != nil
      return (isExplicit ? attribute.importPaths[...] : attribute.importPaths.prefix(1)).map {
        Claim(member: attribute.name, entity: entity.name, path: $0)
      }
    }
  }

  private func explicitRange(of claim: Claim) -> SourceRange? {
    attributeDeclaration(claim.member, of: claim.entity)?.importName?.value
      .first { $0.value == claim.path }?.range
  }

  private mutating func dropFallbacks(of index: Int, _ claims: [Claim]) {
    var taken: Set<Schema.ImportPath> = []
    for position in schema.entities[index].attributes.indices {
      let attribute = schema.entities[index].attributes[position]
      let own = claims.filter { $0.member == attribute.name }.map(\.path)
      let others = claims.filter { $0.member != attribute.name }.map(\.path)
      schema.entities[index].attributes[position].importPaths.removeAll {
        !own.contains($0) && (others.contains($0) || taken.contains($0))
      }
      taken.formUnion(schema.entities[index].attributes[position].importPaths)
    }
  }

  private mutating func relationshipPaths(_ entity: Schema.Entity, _ graph: SchemaGraph) {
    for relationship in entity.relationships {
      guard let path = relationship.importPaths.first else { continue }
      let others = graph.relationships(of: entity.name).prefix { $0.name != relationship.name }
      guard let other = others.first(where: { $0.importPaths.first == path }) else { continue }
      let declared = relationshipDeclaration(relationship.name, of: entity.name)?.importName?.range
      diagnostics.append(
        .sameImportPath(
          relationship.name, other.name, path: "\(path)", first: range(of: other.name, in: entity.name),
          at: declared ?? range(of: relationship.name, in: entity.name)))
    }
  }
}
