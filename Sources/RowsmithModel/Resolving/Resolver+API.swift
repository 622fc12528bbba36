import RowsmithAPI
import RowsmithSchema

extension Resolver {
  /// Resolves the API of the server; `nil` if the model has none.
  mutating func resolveAPI() -> API? {
    let graph = SchemaGraph(schema)
    let isAsked =
      model.api != nil || model.hasRoutes || model.sync != nil
      || model.entities.contains { $0.resource != nil }
    guard isAsked else {
      reportSyncWithoutServer()
      return nil
    }
    let declarations = routeNames(model.routes) + resources(graph)
    var routes: [Route] = []
    var sound: [(route: Route, name: Located<String>)] = []
    for declaration in declarations {
      let before = diagnostics.count
      let route = route(declaration, graph)
      routes.append(route)
      // A route with errors may equal another only because a part of it could not be read.
      if declaration.isSound, diagnostics.count == before { sound.append((route, declaration.name)) }
    }
    reportSameRoutes(sound)
    return API(
      baseURL: model.api?.baseURL, headers: model.api?.headers ?? [],
      error: model.api?.error ?? API.ErrorPlaces(), batch: model.api?.batch, routes: routes,
      sync: resolveSync(routes))
  }

  private mutating func route(_ declaration: RouteDeclaration, _ graph: SchemaGraph) -> Route {
    var context = RouteContext(declaration: declaration, graph: graph)
    routeResult(&context)
    checkRequest(context)
    checkAnswer(context)
    let parameters = pathParameters(&context)
    checkParent(context, parameters)
    let query = queryParameters(&context)
    return Route(
      name: declaration.name.value, methods: declaration.methods.value, path: declaration.path.value,
      parameters: parameters, query: query, sends: declaration.sends?.value, under: declaration.under?.value,
      returns: context.returns, at: declaration.at?.value ?? [], deletes: declaration.deletes?.value,
      policy: declaration.policy?.value, pages: paging(context), incremental: incremental(context),
      isList: declaration.isList?.value ?? false, maxAge: declaration.maxAge?.value,
      isCached: declaration.isCached?.value ?? false, isQueued: declaration.offline != nil,
      doc: declaration.doc)
  }
}
