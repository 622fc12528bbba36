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
        guard relationship.mergePolicy == .mergeAndPrune, relationship.prune == .unlink,
          let inverse = graph.inverse(of: relationship), inverse.cardinality == .toOne, !inverse.isOptional
        else { continue }
        diagnostics.append(
          .cannotUnlink(
            relationship.name, inverse.name, of: relationship.target,
            at: declaration.prune?.range ?? declaration.mergePolicy?.range ?? range))
      }
    }
  }
}
