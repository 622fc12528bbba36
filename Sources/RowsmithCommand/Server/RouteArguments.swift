import RowsmithAPI
import RowsmithClient

/// A route with its values, from the operands `ROUTE NAME=VALUE…`.
struct RouteArguments {
  let route: Route
  let values: [(name: String, text: String)]

  /// Finds the route of the first operand, and parses the values of the others.
  init(_ operands: [String], api: API, command: String) throws(UsageError) {
    let name = operands.first ?? ""
    guard let route = api.route(name) else {
      let known = api.routes.map(\.name)
      let suggestion = Spelling.nearest(to: name, in: known)
      let list = suggestion == nil ? "; it has \(known.joined(separator: ", "))" : ""
      throw UsageError("the model has no route '\(name)'\(list)", suggestion: suggestion, command: command)
    }
    self.route = route
    var values: [(name: String, text: String)] = []
    for operand in operands.dropFirst() {
      let value = try RouteArguments.value(operand, of: route, command)
      if values.contains(where: { $0.name == value.name }) {
        throw UsageError("'\(value.name)' is given twice", command: command)
      }
      values.append(value)
    }
    self.values = values
  }

  private static func value(_ operand: String, of route: Route, _ command: String) throws(UsageError)
    -> (name: String, text: String)
  {
    let parts = KeySyntax.assignment(operand)
    guard parts.count == 2 else {
      throw UsageError("expected NAME=VALUE after the route, found '\(operand)'", command: command)
    }
    let known = route.argumentNames
    if known.contains(parts[0]) { return (parts[0], parts[1]) }
    throw UsageError(
      "the route '\(route.name)' takes no '\(parts[0])'; "
        + (known.isEmpty ? "it takes no values" : "it takes \(known.joined(separator: ", "))"),
      suggestion: Spelling.nearest(to: parts[0], in: known), command: command)
  }

  /// Checks that all placeholders of the path have values.
  ///
  /// - Parameter isFilled: whether a record supplies the value.
  func checkPath(command: String, isFilled: (PathParameter) -> Bool = { _ in false }) throws(UsageError) {
    for parameter in route.parameters
    where !values.contains(where: { $0.name == parameter.name }) && !isFilled(parameter) {
      throw UsageError(
        "the path '\(route.path)' needs a value: \(parameter.name)=…", command: command)
    }
  }

  /// Fills in a call. A value of the wrong type is a usage error.
  func fill(_ call: inout RouteCall, _ client: Client, command: String) throws {
    for (name, text) in values {
      do {
        try client.setArgument(name, toText: text, of: &call)
      } catch let error as ClientError {
        throw UsageError(error.message, command: command)
      }
    }
  }
}
