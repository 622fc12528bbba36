import RowsmithAPI
import RowsmithClient

/// The requests of `rowsmith fetch`, in order.
struct FetchPlan {
  /// The API of the server, with the changes from the arguments.
  var api: API
  let calls: [RouteArguments]

  init(_ arguments: FetchArguments, api: API) throws(UsageError) {
    self.api = api
    if arguments.operands.isEmpty {
      calls = try FetchPlan.all(api)
    } else {
      calls = [try FetchPlan.one(arguments.operands, api)]
    }
    for index in self.api.routes.indices {
      if let policy = arguments.policy, self.api.routes[index].name == calls[0].route.name {
        self.api.routes[index].policy = policy
        // Under another policy, an answer that is unchanged on the server may still give other rows here.
        self.api.routes[index].isCached = false
        self.api.routes[index].maxAge = nil
        // Changes alone do not say which records are gone.
        self.api.routes[index].incremental = nil
      }
    }
    if arguments.server.options.baseURL == nil, api.baseURL == nil {
      throw UsageError("the model has no `baseURL`; give --base URL", command: "fetch")
    }
  }

  private static func one(_ operands: [String], _ api: API) throws(UsageError) -> RouteArguments {
    let call = try RouteArguments(operands, api: api, command: "fetch")
    guard call.route.methods.contains(where: \.isSafe) else {
      throw UsageError(
        "the route '\(call.route.name)' changes something on the server; use rowsmith send \(call.route.name)",
        command: "fetch")
    }
    try call.checkPath(command: "fetch")
    return call
  }

  /// The routes that need no values and return records.
  private static func all(_ api: API) throws(UsageError) -> [RouteArguments] {
    var calls: [RouteArguments] = []
    for route in api.routes
    where route.isCallableAlone && route.returns != nil && route.methods.contains(.get) {
      calls.append(try RouteArguments([route.name], api: api, command: "fetch"))
    }
    if !calls.isEmpty { return calls }
    let names = api.routes.filter { $0.methods.contains(where: \.isSafe) }.map(\.name)
    throw UsageError(
      "every route of the model needs values; name one"
        + (names.isEmpty ? "" : " of \(names.joined(separator: ", "))"), command: "fetch")
  }
}

extension RouteArguments {
  /// The call that reads, without its values.
  func reading(_ arguments: FetchArguments) -> RouteCall {
    var call = RouteCall(route.name, method: route.methods.contains(.get) ? .get : .head)
    call.options.fetching = arguments.fetching
    // An app fetches a list page by page; the command fetches all pages.
    call.options.pageLimit = arguments.pageLimit ?? (route.isList && route.pages != nil ? .max : nil)
    return call
  }
}
