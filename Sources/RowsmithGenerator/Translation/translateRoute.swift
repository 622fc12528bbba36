import RowsmithAPI
import RowsmithSchema

extension Translator {
  /// The methods of a route; a property with methods if the answer has pages or an order.
  func translateRoute(_ route: Route) -> [Declaration] {
    if route.pages != nil || route.isList { return translatePagedRoute(route) }
    if route.deletes != nil {
      // Without a key in the path, only a record identifies what is deleted.
      let ways = route.parameters.contains(where: \.isFromRecord) ? [false, true] : [true]
      return ways.map { method(route, takesRecord: $0) }
    }
    return [method(route, takesRecord: route.sends != nil)]
  }

  private func method(_ route: Route, takesRecord: Bool) -> Declaration {
    function(
      route, name: "func \(SwiftName.identifier(route.name))", doc: summary(of: route),
      takesRecord: takesRecord,
      effects: "async throws -> \(answer(of: route))", throwing: "`ClientError`."
    ) { client, call in .call("try await \(client).call", [.init(nil, call)]) }
  }

  /// The type for a route that can be called, or asked for its pages or its list.
  private func translatePagedRoute(_ route: Route) -> [Declaration] {
    let name = routeTypeName(route)
    let root = rootType(of: route)
    var members: [Declaration] = [
      .property(
        PropertyDeclaration(
          doc: ["The client that makes the calls."], visibility: .inherited, name: "client",
          type: names.client("Client"), value: .constant)),
      function(
        route, name: "func callAsFunction", doc: [whole(route)], takesRecord: false,
        effects: "async throws -> \(answer(of: route))", throwing: "`ClientError`."
      ) { client, call in .call("try await \(client).call", [.init(nil, call)]) },
    ]
    let ways: [(isThere: Bool, function: String, type: String, doc: String)] = [
      (
        route.pages != nil, "pages", "AnswerPages",
        "The pages of the answer, each imported by itself as it is asked for."
      ),
      (route.isList, "list", "ServerList", "The records in the order in which the server gives them."),
    ]
    for way in ways where way.isThere {
      let type = "\(names.client(way.type))<\(root)>"
      members.append(
        function(
          route, name: "func \(way.function)", doc: [way.doc], takesRecord: false, effects: "-> \(type)",
          throwing: nil
        ) { client, call in .call(type, [.init(nil, .source(client)), .init(nil, call)]) })
    }
    return [
      .property(
        PropertyDeclaration(
          doc: summary(of: route), name: SwiftName.identifier(route.name), type: name,
          value: .computed([.expression(.call(name, [.init("client", .source("client"))]))]))),
      .type(
        TypeDeclaration(
          doc: ["The route `\(route.name)`: call it, or ask for a part of it."], kind: .structure, name: name,
          conformances: [names.standard("Sendable")], members: members)),
    ]
  }

  private func function(
    _ route: Route, name: String, doc: [String], takesRecord: Bool, effects: String, throwing: String?,
    body: (_ client: String, _ call: Expression) -> Expression
  ) -> Declaration {
    let signature = signature(of: route, takesRecord: takesRecord)
    let client = SwiftName.target("client", hiddenBy: signature.used)
    let call = Expression.call(names.client("RouteCall"), signature.call)
    var doc = doc + [""]
    if signature.doc.count > 1 { doc.append("- Parameters:") }
    doc += signature.doc.map { name, text in
      signature.doc.count > 1 ? "  - \(name): \(text)" : "- Parameter \(name): \(text)"
    }
    if let throwing { doc.append("- Throws: \(throwing)") }
    return .function(
      FunctionDeclaration(
        // The result is discardable: the records are in the store, which the app may observe.
        doc: doc, attributes: throwing == nil ? [] : ["@discardableResult"], name: name,
        parameters: signature.parameters, effects: effects,
        body: [.expression(body(client, call))]))
  }

  /// The model's documentation of a route, its request and its result.
  private func summary(of route: Route) -> [String] {
    let request = "`\(route.methods.map(\.name).joined(separator: " or ")) \(route.path)`"
    let result =
      switch route.returns {
      case .record(let entity): ": one `\(entity)`."
      case .records(let entity): ": records of `\(entity)`."
      case .relationship(let entity, let name): ": `\(name)` of one `\(entity)`."
      case .document(let name): ": the document `\(name)`."
      case nil: route.deletes.map { ": deletes one `\($0)`." } ?? "."
      }
    return (route.doc.map { [$0, ""] } ?? []) + [request + result]
  }

  private func whole(_ route: Route) -> String {
    if route.pages == nil { return "Brings the answer." }
    return route.isList
      ? "Brings the first page, with which the list begins anew."
      : "Brings all pages, and imports them as one."
  }

  private func answer(of route: Route) -> String { "\(names.client("Answer"))<\(rootType(of: route))>" }

  /// The type of the records at the root of the answer.
  private func rootType(of route: Route) -> String {
    switch route.returns {
    case .record(let entity), .records(let entity): routeModel(entity)
    case .relationship(let entity, let name):
      graph.relationship(name, of: entity).map { routeModel($0.target) } ?? names.standard("Void")
    case .document, nil: names.standard("Void")
    }
  }
}
