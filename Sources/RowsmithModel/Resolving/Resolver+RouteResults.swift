import RowsmithAPI
import RowsmithSchema

extension Resolver {
  /// Resolves the records that are returned, sent and deleted, and with them the entity of path and query.
  mutating func routeResult(_ context: inout RouteContext) {
    for name in [context.declaration.sends, context.declaration.deletes] {
      if let name, !isEntity(name) { context.declaration.isIncomplete = true }
    }
    if let type = context.declaration.returns {
      context.returns = result(type, context.graph)
      if context.returns == nil { context.declaration.isIncomplete = true }
    }
    let sent = context.declaration.sends?.value ?? context.declaration.deletes?.value
    context.entity = context.declaration.isIncomplete ? nil : sent ?? context.returns?.entity
    switch context.returns {
    case .record(let entity), .records(let entity): context.items = entity
    case .relationship(let entity, let name):
      context.items = context.graph.relationship(name, of: entity)?.target
    case .document, nil: break
    }
  }

  private mutating func result(_ type: TypeReference, _ graph: SchemaGraph) -> RouteResult? {
    if let dot = type.name.firstIndex(of: ".") {
      let name = String(type.name[type.name.index(after: dot)...])
      return relationship(name, of: String(type.name[..<dot]), type, graph)
    }
    if declarations[type.name] != nil {
      return type.shape == .list ? .records(type.name) : .record(type.name)
    }
    let documents = model.documents.map(\.name.value)
    if documents.contains(type.name) {
      if type.shape == .list { diagnostics.append(.listOfDocument(type.name, at: type.range)) }
      return .document(type.name)
    }
    // The section that may have the entity has already been reported.
    if model.isIncomplete { return nil }
    let nearest = suggestions.nearest(to: type.name, in: entityNames + documents)
    diagnostics.append(.unknownResult(type.name, suggestion: nearest, at: type.range))
    return nil
  }

  private mutating func relationship(
    _ name: String, of entity: String, _ type: TypeReference, _ graph: SchemaGraph
  ) -> RouteResult? {
    guard isEntity(Located(value: entity, range: type.range)) else { return nil }
    if type.shape == .list { diagnostics.append(.listOfRelationship(type.name, at: type.range)) }
    if graph.relationship(name, of: entity) != nil { return .relationship(entity: entity, name: name) }
    if let choice = graph.choice(name, of: entity) {
      let parts = choice.relationships.map { "\(entity).\($0.name)" }
      diagnostics.append(.resultOfChoice(type.name, parts, at: type.range))
      return nil
    }
    if !isAtFault(name, of: entity, graph) {
      let nearest = suggestions.nearest(to: name, in: graph.relationships(of: entity).map(\.name))
      diagnostics.append(
        .unknownRelationship(
          name, of: entity, suggestion: nearest.map { "\(entity).\($0)" }, at: type.range))
    }
    return nil
  }

  /// Whether a missing member has already been reported at its declaration.
  func isAtFault(_ member: String, of entity: String, _ graph: SchemaGraph) -> Bool {
    if graph.attribute(member, of: entity) != nil || graph.relationship(member, of: entity) != nil {
      return false
    }
    return graph.lineageNames(of: entity).compactMap { declarations[$0] }.contains { declaration in
      declaration.isIncomplete || declaration.attributes.contains { $0.name.value == member }
        || declaration.relationships.contains { $0.name.value == member }
    }
  }
}
