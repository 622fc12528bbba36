import RowsmithAPI
import RowsmithSchema

extension Resolver {
  /// Resolves the paging of an answer.
  mutating func paging(_ context: RouteContext) -> Paging? {
    switch context.declaration.pages?.value {
    case nil: return nil
    case .paging(let paging): return paging
    case .after(let name, let parameter):
      guard let entity = listed(context) else { return nil }
      guard let attribute = context.graph.attribute(name.value, of: entity) else {
        if isAtFault(name.value, of: entity, context.graph) { return nil }
        let nearest = suggestions.nearest(
          to: name.value, in: context.graph.attributes(of: entity).map(\.name))
        diagnostics.append(.unknownPagingAttribute(name.value, entity, suggestion: nearest, at: name.range))
        return nil
      }
      if attribute.isLocal { diagnostics.append(.localAttribute(name.value, of: "after", at: name.range)) }
      return .after(attribute: name.value, parameter: parameter)
    }
  }

  /// Resolves incremental requests.
  mutating func incremental(_ context: RouteContext) -> Incremental? {
    guard let declaration = context.declaration.incremental, let entity = listed(context) else { return nil }
    let name = declaration.attribute
    guard let attribute = context.graph.attribute(name.value, of: entity) else {
      if isAtFault(name.value, of: entity, context.graph) { return nil }
      let nearest = suggestions.nearest(to: name.value, in: context.graph.attributes(of: entity).map(\.name))
      diagnostics.append(.unknownIncremental(name.value, entity, suggestion: nearest, at: name.range))
      return nil
    }
    if attribute.isLocal {
      diagnostics.append(.localAttribute(name.value, of: "incremental", at: name.range))
    }
    switch attribute.type {
    case .scalar(.date): break
    case .scalar(.int), .scalar(.double), .scalar(.decimal):
      if let overlap = declaration.overlap {
        diagnostics.append(.overlapWithoutDate(name.value, at: overlap.range))
      }
    default:
      let type = attributeDeclaration(of: name.value, in: entity, context.graph)?.type
      diagnostics.append(.unorderedIncremental(name.value, type?.name ?? "something else", at: name.range))
    }
    return Incremental(
      parameter: declaration.parameter.value, attribute: name.value, overlap: declaration.overlap?.value ?? 0)
  }

  /// The entity of the list in the answer.
  private func listed(_ context: RouteContext) -> String? {
    if case .records(let entity) = context.returns { entity } else { nil }
  }

  private func attributeDeclaration(
    of name: String, in entity: String, _ graph: SchemaGraph
  ) -> AttributeDeclaration? {
    graph.lineageNames(of: entity).lazy.compactMap { attributeDeclaration(name, of: $0) }.first
  }
}
