import RowsmithAPI

// The API of a server as literals.
extension Translator {
  func literal(_ api: API) -> Expression {
    var arguments: [Expression.Argument] = []
    if let baseURL = api.baseURL { arguments.append(.init("baseURL", .string(baseURL))) }
    let type = names.api("API")
    if !api.headers.isEmpty {
      arguments.append(
        .init(
          "headers",
          .array(
            api.headers.map {
              .call("\(type).Header", [.init(nil, .string($0.name)), .init(nil, .string($0.value))])
            })))
    }
    if api.error != API.ErrorPlaces() {
      var places: [Expression.Argument] = []
      if !api.error.message.isEmpty { places.append(.init("message", .strings(api.error.message))) }
      if !api.error.code.isEmpty { places.append(.init("code", .strings(api.error.code))) }
      arguments.append(.init("error", .call("\(type).ErrorPlaces", places)))
    }
    if let batch = api.batch {
      arguments.append(
        .init(
          "batch",
          .call(
            "\(type).BatchEndpoint",
            [.init("path", .string(batch.path)), .init("limit", .source("\(batch.limit)"))])))
    }
    arguments.append(.init("routes", .array(api.routes.map { .source(routeVariable($0)) })))
    if api.sync != nil { arguments.append(.init("sync", .source("\(syncName).plan"))) }
    return .call(type, arguments)
  }

  func literal(_ route: Route) -> Expression {
    var arguments: [Expression.Argument] = [
      .init("name", .string(route.name)),
      .init("methods", .array(route.methods.map { .source(".\($0.rawValue)") })),
      .init("path", .call(names.api("PathTemplate"), [.init(nil, .string("\(route.path)"))])),
    ]
    if !route.parameters.isEmpty {
      arguments.append(.init("parameters", .array(route.parameters.map(literal))))
    }
    if !route.query.isEmpty { arguments.append(.init("query", .array(route.query.map(literal)))) }
    for (label, text) in [("sends", route.sends), ("under", route.under)] {
      if let text { arguments.append(.init(label, .string(text))) }
    }
    if let returns = route.returns { arguments.append(.init("returns", literal(returns))) }
    if !route.at.isEmpty { arguments.append(.init("at", .strings(route.at))) }
    if let deletes = route.deletes { arguments.append(.init("deletes", .string(deletes))) }
    if let policy = route.policy { arguments.append(.init("policy", .source(".\(policy)"))) }
    if let pages = route.pages { arguments.append(.init("pages", literal(pages))) }
    if let incremental = route.incremental { arguments.append(.init("incremental", literal(incremental))) }
    if route.isList { arguments.append(.init("isList", .source("true"))) }
    if let maxAge = route.maxAge { arguments.append(.init("maxAge", .source("\(maxAge)"))) }
    if route.isCached { arguments.append(.init("isCached", .source("true"))) }
    if route.isQueued { arguments.append(.init("isQueued", .source("true"))) }
    if let doc = route.doc { arguments.append(.init("doc", .string(doc))) }
    return .call(names.api("Route"), arguments)
  }

  private func literal(_ parameter: PathParameter) -> Expression {
    var arguments = head(parameter.name, parameter.argument, parameter.type, parameter.column)
    if !parameter.isFromRecord { arguments.append(.init("isFromRecord", .source("false"))) }
    return .call(names.api("PathParameter"), arguments)
  }

  private func literal(_ parameter: QueryParameter) -> Expression {
    .call(
      names.api("QueryParameter"),
      head(parameter.name, parameter.argument, parameter.type, parameter.column))
  }

  private func head(
    _ name: String, _ argument: String, _ type: QueryParameter.ValueType, _ column: String?
  ) -> [Expression.Argument] {
    [
      .init("name", .string(name)), .init("argument", .string(argument)), .init("type", literal(type)),
    ] + (column.map { [.init("column", .string($0))] } ?? [])
  }

  private func literal(_ type: QueryParameter.ValueType) -> Expression {
    switch type {
    case .string: .source(".string")
    case .integer: .source(".integer")
    case .double: .source(".double")
    case .bool: .source(".bool")
    case .uuid: .source(".uuid")
    case .date: .source(".date")
    case .key(let entity): .call(".key", [.init(nil, .string(entity))])
    case .enumeration(let name): .call(".enumeration", [.init(nil, .string(name))])
    }
  }

  private func literal(_ result: RouteResult) -> Expression {
    switch result {
    case .record(let entity): .call(".record", [.init(nil, .string(entity))])
    case .records(let entity): .call(".records", [.init(nil, .string(entity))])
    case .relationship(let entity, let name):
      .call(".relationship", [.init("entity", .string(entity)), .init("name", .string(name))])
    case .document(let name): .call(".document", [.init(nil, .string(name))])
    }
  }

  private func literal(_ paging: Paging) -> Expression {
    func text(_ text: String?) -> Expression { text.map(Expression.string) ?? .source("nil") }
    return switch paging {
    case .link: .source(".link")
    case .page(let parameter, let size):
      .call(".page", [.init("parameter", .string(parameter)), .init("size", text(size))])
    case .offset(let parameter, let size):
      .call(".offset", [.init("parameter", .string(parameter)), .init("size", text(size))])
    case .cursor(let place, let parameter):
      .call(".cursor", [.init("place", .strings(place)), .init("parameter", text(parameter))])
    case .after(let attribute, let parameter):
      .call(".after", [.init("attribute", .string(attribute)), .init("parameter", .string(parameter))])
    }
  }

  private func literal(_ incremental: Incremental) -> Expression {
    var arguments: [Expression.Argument] = [
      .init("parameter", .string(incremental.parameter)), .init("attribute", .string(incremental.attribute)),
    ]
    if incremental.overlap != 0 { arguments.append(.init("overlap", .source("\(incremental.overlap)"))) }
    return .call(names.api("Incremental"), arguments)
  }
}
