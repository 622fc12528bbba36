import RowsmithAPI
import RowsmithSchema

extension Translator {
  /// The name of the type with a method for each route.
  var clientName: String { SwiftName.upperFirst(module) + "Client" }

  /// The name of the nested type of a route whose answer has pages or an order.
  func routeTypeName(_ route: Route) -> String {
    Translator.routeTypeName(route.name, beside: routeNames)
  }

  /// The same for a name, with those of all routes.
  static func routeTypeName(_ route: String, beside routes: Set<String>) -> String {
    let name = SwiftName.upperFirst(route) + "Route"
    return routes.contains(name) ? "\(name)Type" : name
  }

  /// The name of the variable that holds a route.
  /// A route whose name begins with no letter that has a capital would have that of the type.
  func routeVariable(_ route: Route) -> String {
    let name = "\(SwiftName.lowerFirst(route.name))Route"
    return name == SwiftName.upperFirst(route.name) + "Route" ? "\(name)Value" : name
  }

  /// The client of the model, and its API; empty for a model without routes.
  func translateClient() -> [Declaration] {
    guard let api, !api.routes.isEmpty else { return [] }
    let client = names.client("Client")
    var members: [Declaration] = [
      .property(
        PropertyDeclaration(
          doc: ["What the server offers."], isStatic: true, name: "api", type: names.api("API"),
          value: .initialized(literal(api)))),
      .property(
        PropertyDeclaration(
          doc: ["The client that makes the calls."], name: "client", type: client, value: .constant)),
      .function(
        FunctionDeclaration(
          doc: ["Creates it over a client that was created with `api`."], name: "init",
          parameters: [.init(label: "_ client", type: client)],
          body: [.assignment(target: "self.client", value: .source("client"))])),
    ]
    for route in api.routes { members += translateRoute(route) }
    let routes = api.routes.map { route in
      Declaration.property(
        PropertyDeclaration(
          visibility: .private, isStatic: true, name: routeVariable(route), type: names.api("Route"),
          value: .computed([.expression(literal(route))])))
    }
    return [
      .type(
        TypeDeclaration(
          doc: ["Typed methods for the routes of the server of \(module)."], kind: .structure,
          name: clientName, conformances: [names.client("GeneratedClient")], members: members)),
      .type(TypeDeclaration(kind: .extension, name: clientName, members: routes)),
    ]
  }

  /// Whether the signatures of routes use types of Foundation.
  var clientUsesFoundation: Bool {
    api?.routes.contains { route in
      (route.parameters.map(\.type) + route.query.map(\.type)).contains { [.date, .uuid].contains($0) }
    } ?? false
  }
}
