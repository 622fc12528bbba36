import RowsmithAPI
import RowsmithSchema

/// The signature of a route's generated method, and the call in its body.
struct RouteSignature {
  /// Its parameters, in order.
  var parameters: [FunctionDeclaration.Parameter] = []
  /// The documentation of the parameters.
  var doc: [(name: String, text: String)] = []
  /// The arguments of the `RouteCall`.
  var call: [Expression.Argument]
  /// The parameter names that the body uses.
  var used: Set<String> = []

  /// Adds a parameter.
  mutating func add(_ name: String, _ type: String, default value: String? = nil, _ text: String) -> String {
    let spelling = SwiftName.parameter(name)
    parameters.append(
      .init(label: spelling.declaration, type: type, defaultValue: value.map(Expression.source)))
    doc.append((name, text))
    used.insert(spelling.use)
    return spelling.use
  }
}

extension Translator {
  /// The signature of a route's method.
  ///
  /// - Parameter takesRecord: whether a record fills the path and, if the route sends one, is the body.
  func signature(of route: Route, takesRecord: Bool) -> RouteSignature {
    var signature = RouteSignature(call: [.init(nil, .string(route.name))])
    var record: Expression?
    if takesRecord, let entity = route.sends ?? route.deletes {
      let name = recordParameter(of: entity, route)
      let text = route.sends == nil ? "the record that is deleted." : "the record that is sent."
      signature.parameters.append(.init(label: "_ \(name)", type: routeModel(entity)))
      signature.doc.append((name, text))
      signature.used.insert(name)
      record = .call(names.client("RecordBody"), [.init(nil, .source(name))])
    }
    let path = route.parameters.filter { !takesRecord || !$0.isFromRecord }.map { parameter in
      Expression.Entry(
        key: .string(parameter.name),
        value: .source(
          signature.add(parameter.argument, type(of: parameter.type), "`:\(parameter.name)` in the path.")
            + ".storedValue"))
    }
    let query = route.query.map { parameter in
      Expression.Entry(
        key: .string(parameter.name),
        value: .source(
          signature.add(
            parameter.argument, "\(type(of: parameter.type))?", default: "nil",
            "`\(parameter.name)` in the query; nil leaves it out.") + "?.storedValue"))
    }
    if route.methods.count > 1 {
      let name = signature.add(
        "method", names.api("RouteMethod"), default: ".\(route.method.rawValue)", "what the server is to do.")
      signature.call.append(.init("method", .source(name)))
    }
    if !path.isEmpty { signature.call.append(.init("path", .dictionary(path))) }
    if !query.isEmpty { signature.call.append(.init("query", .dictionary(query))) }
    if let record { signature.call.append(.init("record", record)) }
    if route.sends == nil, route.methods.contains(where: { [.post, .put, .patch].contains($0) }) {
      let name = signature.add("body", "\(names.client("RequestBody"))?", default: "nil", "what is sent.")
      signature.call.append(.init("body", .source(name)))
    }
    let options = signature.add(
      "options", names.client("CallOptions"), default: "\(names.client("CallOptions"))()",
      "how the call is made.")
    signature.call.append(.init("options", .source(options)))
    return signature
  }

  /// The name of the parameter for a record, different from those of other arguments.
  private func recordParameter(of entity: String, _ route: Route) -> String {
    var taken: Set<String> = ["body", "method", "options"]
    taken.formUnion(route.parameters.map(\.argument))
    taken.formUnion(route.query.map(\.argument))
    let name = SwiftName.lowerFirst(entity)
    var free = name
    var number = 0
    while taken.contains(free) {
      number += 1
      free = number == 1 ? "\(name)Record" : "\(name)Record\(number)"
    }
    return SwiftName.identifier(free)
  }

  /// The type of a parameter's values.
  private func type(of type: QueryParameter.ValueType) -> String {
    switch type {
    case .string: names.standard("String")
    case .integer: names.standard("Int")
    case .double: names.standard("Double")
    case .bool: names.standard("Bool")
    case .uuid: names.foundation("UUID")
    case .date: names.foundation("Date")
    case .key(let entity): "\(routeModel(entity)).Key"
    case .enumeration(let name): routeModel(name)
    }
  }

  /// An entity or enumeration of the model, in the client, where nested types of the same name would hide it.
  func routeModel(_ name: String) -> String {
    routeTypeNames.contains(name) ? "\(module).\(SwiftName.type(name))" : names.model(name)
  }
}
