import RowsmithAPI
import RowsmithSchema

extension Resolver {
  /// Resolves the parameters of a query: their types, and the members that they stand for.
  mutating func queryParameters(_ context: inout RouteContext) -> [QueryParameter] {
    var parameters: [QueryParameter] = []
    for declaration in context.declaration.query {
      let name = declaration.name.value
      if let key = given(name, by: context.declaration) {
        diagnostics.append(.parameterTaken(name, by: key, at: declaration.name.range))
      }
      let member = member(ofParameter: name, context)
      var parameter = QueryParameter(name: name, argument: context.argument(for: name), type: .string)
      if declaration.type != nil {
        guard let type = valueType(of: declaration, context.graph) else { continue }
        parameter.type = type
        if let member, scalar(of: member.type, context.graph) == scalar(of: type, context.graph) {
          parameter.column = member.column
        }
      } else if let member {
        (parameter.type, parameter.column) = (member.type, member.column)
      }
      parameters.append(parameter)
    }
    return parameters
  }

  /// The key of a route whose setting makes the client fill in a parameter.
  private func given(_ name: String, by route: RouteDeclaration) -> String? {
    if route.incremental?.parameter.value == name { return "incremental" }
    switch route.pages?.value {
    case .paging(.page(name, _)), .paging(.offset(name, _)), .after(_, name): return "pages"
    case .paging(.cursor(_, let parameter)): return parameter == name ? "pages" : nil
    default: return nil
    }
  }

  /// The attribute or to-one relationship for a parameter, by its name in the model or in JSON.
  private func member(
    ofParameter name: String, _ context: RouteContext
  ) -> (type: QueryParameter.ValueType, column: String?)? {
    guard let entity = context.items else { return nil }
    let attributes = context.graph.attributes(of: entity).filter { !$0.isLocal }
    let path = Schema.ImportPath.key(name)
    if let attribute = attributes.first(where: { $0.name == name })
      ?? attributes.first(where: { $0.importPaths.contains(path) })
    {
      return QueryParameter.ValueType(attribute.type).map { ($0, attribute.name) }
    }
    let relationships = context.graph.relationships(of: entity).filter { $0.cardinality == .toOne }
    guard
      let relationship = relationships.first(where: { $0.name == name })
        ?? relationships.first(where: { ($0.foreignKeyPaths + $0.importPaths).contains(path) }),
      context.graph.hasPlainKey(relationship.target)
    else { return nil }
    // A foreign key to one of several entities: the entity is a separate parameter.
    if relationship.choice != nil, relationship.name != name {
      return (scalar(of: .key(relationship.target), context.graph), nil)
    }
    return (.key(relationship.target), relationship.name)
  }

  /// The declared type of a parameter; `nil` if it is invalid, which is reported.
  mutating func valueType(
    of declaration: ParameterDeclaration, _ graph: SchemaGraph
  ) -> QueryParameter.ValueType? {
    guard let type = declaration.type else { return nil }
    if Diagnostic.parameterTypes.contains(type.name), let scalar = Schema.ScalarType(named: type.name) {
      return QueryParameter.ValueType(.scalar(scalar))
    }
    if enumerationValues[type.name] != nil { return .enumeration(type.name) }
    if declarations[type.name] != nil {
      if graph.hasPlainKey(type.name) { return .key(type.name) }
      diagnostics.append(.parameterWithoutKey(declaration.name.value, type.name, at: type.range))
      return nil
    }
    let nearest = suggestions.nearest(
      to: type.name, in: Diagnostic.parameterTypes + schema.enumerations.map(\.name) + entityNames)
    diagnostics.append(
      .parameterType(type.name, of: declaration.name.value, suggestion: nearest, at: type.range))
    return nil
  }

  /// The type of a column's values; for a foreign key, the type of the key.
  private func scalar(of type: QueryParameter.ValueType, _ graph: SchemaGraph) -> QueryParameter.ValueType {
    guard case .key(let entity) = type, let part = graph.root(of: entity)?.primaryKey.first,
      let attribute = graph.attribute(part, of: entity)
    else { return type }
    return QueryParameter.ValueType(attribute.type) ?? type
  }
}
