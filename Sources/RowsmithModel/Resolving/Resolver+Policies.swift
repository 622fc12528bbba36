import RowsmithSchema

extension Resolver {
  /// Warns of policies that were probably not meant.
  mutating func policies() {
    let graph = SchemaGraph(schema)
    for entity in schema.entities {
      for relationship in entity.relationships {
        guard let declaration = relationshipDeclaration(relationship.name, of: entity.name) else { continue }
        let range = declaration.name.range
        if declaration.mergePolicy == nil, model.defaults.mergePolicy == nil {
          diagnostics.append(.replaceByDefault(relationship.name, at: range))
        }
        if let prune = declaration.prune, relationship.mergePolicy != .mergeAndPrune {
          let policy = relationship.mergePolicy.rawValue
          diagnostics.append(.pruneWithoutPolicy(relationship.name, policy, at: prune.range))
        }
        keptChildren(relationship, declaration, graph)
        guard relationship.mergePolicy == .mergeAndPrune, relationship.prune == .unlink,
          let inverse = graph.inverse(of: relationship), inverse.cardinality == .toOne, !inverse.isOptional
        else { continue }
        let pruned = declaration.prune?.range ?? declaration.mergePolicy?.range ?? range
        let isInKey = graph.root(of: relationship.target)?.primaryKey.contains(inverse.name) ?? false
        diagnostics.append(
          isInKey
            ? .cannotUnlinkKey(relationship.name, inverse.name, of: relationship.target, at: pruned)
            : .cannotUnlink(relationship.name, inverse.name, of: relationship.target, at: pruned))
      }
    }
  }

  /// Warns where a record that leaves is kept by records of its own, which refer to it.
  private mutating func keptChildren(
    _ relationship: Schema.Relationship, _ declaration: RelationshipDeclaration, _ graph: SchemaGraph
  ) {
    // A policy that nobody chose has its own warning.
    let policy = declaration.mergePolicy ?? model.defaults.mergePolicy
    let deletes =
      relationship.mergePolicy == .replace
      || relationship.mergePolicy == .mergeAndPrune && relationship.prune == .delete
    guard let policy, deletes else { return }
    for items in graph.relationships(of: relationship.target) {
      guard items.cardinality == .toMany, items.deleteRule != .cascade, items.name != relationship.inverse,
        graph.inverse(of: items)?.cardinality == .toOne
      else { continue }
      diagnostics.append(
        .keptByItems(
          relationship.name, relationship.target, items.name, items.target,
          at: declaration.mergePolicy == nil ? declaration.name.range : policy.range))
    }
  }
}
