import RowsmithAPI
import RowsmithSchema

extension Resolver {
  /// Resolves the placeholders of a path.
  mutating func pathParameters(_ context: inout RouteContext) -> [PathParameter] {
    let path = context.declaration.path
    var names: [String] = []
    for name in path.value.placeholders where !names.contains(name) { names.append(name) }
    for argument in context.declaration.arguments where !names.contains(argument.name.value) {
      let nearest = suggestions.nearest(to: argument.name.value, in: names)
      diagnostics.append(.unusedArgument(argument.name.value, suggestion: nearest, at: argument.name.range))
    }
    return names.compactMap { name in
      let parameter: PathParameter?
      if let argument = context.declaration.arguments.first(where: { $0.name.value == name }) {
        parameter = declared(argument, context)
      } else {
        parameter = member(name, context, at: path.range)
      }
      guard var parameter else { return nil }
      // An attribute's name is valid in Swift; other names are converted like those of the query.
      parameter.argument = context.argument(for: name)
      return parameter
    }
  }

  /// Resolves a placeholder that `arguments` declares.
  private mutating func declared(_ argument: ParameterDeclaration, _ context: RouteContext) -> PathParameter?
  {
    guard let type = valueType(of: argument, context.graph) else { return nil }
    let name = argument.name.value
    var column: String?
    if let entity = context.entity, let attribute = context.graph.attribute(name, of: entity),
      QueryParameter.ValueType(attribute.type) == type, !attribute.isLocal
    {
      column = name
    }
    return PathParameter(name: name, argument: name, type: type, column: column, isFromRecord: false)
  }

  /// Resolves a placeholder that is an attribute of the route's entity, or of a to-one relationship's target.
  private mutating func member(_ name: String, _ context: RouteContext, at range: SourceRange)
    -> PathParameter?
  {
    if let dot = name.firstIndex(of: "."), case let head = String(name[..<dot]),
      context.declaration.arguments.contains(where: { $0.name.value == head })
        || context.entity.flatMap({ context.graph.attribute(head, of: $0) }) != nil
    {
      diagnostics.append(.placeholderReadsOn(name, head, String(name[dot...]), at: range))
      return nil
    }
    guard let entity = context.entity else {
      if !context.declaration.isIncomplete { diagnostics.append(.undeclaredPlaceholder(name, at: range)) }
      return nil
    }
    let graph = context.graph
    if let attribute = graph.attribute(name, of: entity) {
      return self.parameter(name, attribute, column: name, at: range)
    }
    if let dot = name.firstIndex(of: ".") {
      let (head, tail) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
      if let relationship = graph.relationship(head, of: entity) {
        guard relationship.cardinality == .toOne else {
          diagnostics.append(.placeholderOfMany(name, head, at: range))
          return nil
        }
        if let attribute = graph.attribute(tail, of: relationship.target) {
          let isKey = graph.root(of: relationship.target)?.primaryKey == [tail]
          var parameter = self.parameter(name, attribute, column: isKey ? head : nil, at: range)
          if isKey { parameter?.type = .key(relationship.target) }
          return parameter
        }
        if isAtFault(tail, of: relationship.target, graph) { return nil }
      }
    } else if let relationship = graph.relationship(name, of: entity), relationship.cardinality == .toOne {
      let key = graph.root(of: relationship.target)?.primaryKey.first ?? "id"
      diagnostics.append(.placeholderOfReference(name, key, at: range))
      return nil
    }
    if let choice = choice(ofPlaceholder: name, of: entity, graph) {
      let parts = choice.relationships.map { part in
        ":\(part.name).\(graph.root(of: part.target)?.primaryKey.first ?? "id")"
      }
      diagnostics.append(.placeholderOfChoice(name, choice.name, parts, at: range))
      return nil
    }
    if isAtFault(String(name.prefix { $0 != "." }), of: entity, graph), !name.contains(".") { return nil }
    let nearest = suggestions.nearest(to: name, in: placeholders(of: entity, graph))
    diagnostics.append(.unknownPlaceholder(name, of: entity, suggestion: nearest.map { ":\($0)" }, at: range))
    return nil
  }

  /// The relationship to one of several entities that a placeholder refers to: `subject`, `subject.id`, `subject_id`.
  private func choice(
    ofPlaceholder name: String, of entity: String, _ graph: SchemaGraph
  ) -> Schema.Choice.Parts? {
    let head = String(name.prefix { $0 != "." })
    return graph.lineage(of: entity).flatMap(\.choices).first { choice in
      [choice.name, "\(choice.name)_id", "\(choice.name)_type"].contains(head)
    }
  }

  private mutating func parameter(
    _ name: String, _ attribute: Schema.Attribute, column: String?, at range: SourceRange
  ) -> PathParameter? {
    guard let type = QueryParameter.ValueType(attribute.type) else {
      let what = if case .array = attribute.type { "list" } else { "value of several words" }
      diagnostics.append(.placeholderValue(name, what, at: range))
      return nil
    }
    return PathParameter(name: name, argument: name, type: type, column: column)
  }

  /// The possible placeholders: attributes, and the keys of to-one relationships.
  private func placeholders(of entity: String, _ graph: SchemaGraph) -> [String] {
    graph.attributes(of: entity).map(\.name)
      + graph.relationships(of: entity).filter { $0.cardinality == .toOne }.flatMap { relationship in
        (graph.root(of: relationship.target)?.primaryKey ?? []).map { "\(relationship.name).\($0)" }
      }
  }

  /// Checks that the path contains the key of the relationship's owner.
  mutating func checkParent(_ context: RouteContext, _ parameters: [PathParameter]) {
    guard case .relationship(let entity, let name) = context.returns, let type = context.declaration.returns,
      let root = context.graph.root(of: entity),
      parameters.count == Set(context.declaration.path.value.placeholders).count
    else { return }
    if root.primaryKey.isEmpty {
      if declarations[root.name]?.primaryKey == nil {
        diagnostics.append(.parentWithoutKey(entity, name, at: type.range))
      }
      return
    }
    guard let part = root.primaryKey.first(where: { part in !parameters.contains { $0.column == part } })
    else {
      return
    }
    let target = context.graph.relationship(part, of: entity).flatMap { context.graph.root(of: $0.target) }
    let key = target?.primaryKey.first.map { "\(part).\($0)" } ?? part
    diagnostics.append(.parentNotNamed(entity, name, key, at: context.declaration.path.range))
  }
}
