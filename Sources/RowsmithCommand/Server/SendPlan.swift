import RowsmithAPI
import RowsmithClient

/// The call of `rowsmith send`, checked before the database is opened.
struct SendPlan {
  let call: RouteArguments
  let method: RouteMethod
  /// The entity of the record to send or delete; `nil` if there is none.
  let entity: String?

  init(_ arguments: SendArguments, api: API) throws(UsageError) {
    call = try RouteArguments(arguments.operands, api: api, command: "send")
    let route = call.route
    let changing = route.methods.filter { !$0.isSafe }
    guard let first = changing.first else {
      throw UsageError(
        "the route '\(route.name)' only reads; use rowsmith fetch \(route.name)", command: "send")
    }
    method = arguments.method ?? first
    guard changing.contains(method) else {
      throw UsageError(
        "--method \(method.rawValue): the route '\(route.name)' has "
          + changing.map(\.rawValue).joined(separator: ", "), command: "send")
    }
    entity = route.sends ?? route.deletes
    try checkRecord(arguments)
    let isFilled = !arguments.keys.isEmpty
    try call.checkPath(command: "send") { isFilled && $0.isFromRecord }
    if arguments.server.options.baseURL == nil, api.baseURL == nil {
      throw UsageError("the model has no `baseURL`; give --base URL", command: "send")
    }
  }

  private func checkRecord(_ arguments: SendArguments) throws(UsageError) {
    let name = call.route.name
    if let sent = call.route.sends {
      if arguments.keys.isEmpty {
        throw UsageError("the route '\(name)' sends a \(sent): --key is missing", command: "send")
      }
      if arguments.bodyPath != nil {
        throw UsageError("--body: the route '\(name)' sends a \(sent), by its --key", command: "send")
      }
    } else if entity == nil, !arguments.keys.isEmpty {
      throw UsageError("--key: the route '\(name)' sends no record", command: "send")
    }
  }
}
