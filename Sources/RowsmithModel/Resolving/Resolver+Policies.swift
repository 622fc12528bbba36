import RowsmithSchema

extension Resolver {
  /// Warns of policies that are probably mistakes.
  mutating func checkPolicies() {
    let graph = SchemaGraph(schema)
    let referring = referringItems(graph)
    for entity in schema.entities {
      for relationship in entity.relationships {
        guard let declaration = relationshipDeclaration(relationship.name, of: entity.name) else { continue }
        let range = declaration.name.range
        let isSaid = declaration.choice?.isFirst == false
        if declaration.mergePolicy == nil, model.defaults.mergePolicy == nil, !isSaid {
          diagnostics.append(.replaceByDefault(relationship.modelName, at: range))
        }
        if let prune = declaration.prune, relationship.mergePolicy != .mergeAndPrune, !isSaid {
          let policy = relationship.mergePolicy.rawValue
          diagnostics.append(.pruneWithoutPolicy(relationship.modelName, policy, at: prune.range))
        }
        keptRecords(relationship, declaration, referring, graph)
        guard relationship.mergePolicy == .mergeAndPrune, relationship.prune == .unlink,
          let inverse = graph.inverse(of: relationship), inverse.cardinality == .toOne, inverse.mustLead
        else { continue }
        let pruned = declaration.prune?.range ?? declaration.mergePolicy?.range ?? range
        let isInKey = graph.root(of: relationship.target)?.primaryKey.contains(inverse.name) ?? false
        diagnostics.append(
          isInKey
            ? .cannotUnlinkKey(relationship.name, inverse.name, of: relationship.target, at: pruned)
            : .cannotUnlink(relationship.name, inverse.modelName, of: relationship.target, at: pruned))
      }
    }
  }

  /// Warns if a record that a policy should delete is kept by its own items, which refer to it.
  private mutating func keptRecords(
    _ relationship: Schema.Relationship, _ declaration: RelationshipDeclaration,
    _ referring: [String: [String]], _ graph: SchemaGraph
  ) {
    // A policy that the model does not declare has its own warning.
    guard let policy = declaration.mergePolicy ?? model.defaults.mergePolicy else { return }
    let deletes =
      relationship.mergePolicy == .replace
      || relationship.mergePolicy == .mergeAndPrune && relationship.prune == .delete
    guard deletes, !referring.isEmpty else { return }
    // The inverse has just been unlinked. Of many others, the first ones are enough.
    var others: [String] = []
    for entity in graph.lineageNames(of: relationship.target) where others.count < 5 {
      others += referring[entity, default: []].lazy.filter { $0 != relationship.inverse }.prefix(5)
    }
    if others.isEmpty { return }
    let range = declaration.mergePolicy == nil ? declaration.name.range : policy.range
    diagnostics.append(.keptByItems(relationship.name, relationship.target, others, at: range))
  }

  /// The to-many relationships, by entity, whose items refer to a record but are not deleted with it.
  private func referringItems(_ graph: SchemaGraph) -> [String: [String]] {
    var items: [String: [String]] = [:]
    for entity in schema.entities {
      let names = entity.relationships.filter {
        $0.cardinality == .toMany && $0.deleteRule != .cascade && graph.inverse(of: $0)?.cardinality == .toOne
      }.map(\.name)
      if !names.isEmpty { items[entity.name] = names }
    }
    return items
  }
}
