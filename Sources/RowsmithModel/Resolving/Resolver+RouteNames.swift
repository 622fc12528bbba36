import RowsmithAPI
import RowsmithSchema

extension Resolver {
  /// Names that generated code uses.
  private static let reservedRoutes: Set<String> = [
    "api", "client", "init", "self", "Self", "Type", "Protocol",
  ]

  /// Checks the names of routes, and keeps the first of each.
  mutating func routeNames(_ routes: [RouteDeclaration]) -> [RouteDeclaration] {
    var seen: [String: Located<String>] = [:]
    return routes.filter { route in
      let name = route.name
      if !SwiftNames.isIdentifier(name.value) {
        reportInvalidName(name, "route")
      } else if Self.reservedRoutes.contains(name.value) {
        diagnostics.append(.reservedRoute(name.value, at: name.range))
      }
      guard let first = seen[name.value.lowercased()] else {
        seen[name.value.lowercased()] = name
        return true
      }
      reportCollision(name, first)
      return false
    }
  }

  /// Reports two routes with the same name.
  mutating func reportCollision(_ name: Located<String>, _ first: Located<String>) {
    diagnostics.append(
      name.value == first.value
        ? .declaredTwice(name.value, "route", first: first.range, at: name.range)
        : .routesCollide(name.value, with: first.value, first: first.range, at: name.range))
  }

  /// The parts of a route that make it distinct: everything but its name, documentation, and cache and queue settings.
  private struct Meaning: Hashable {
    var method: RouteMethod
    var route: Route

    init(_ route: Route, _ method: RouteMethod) {
      self.method = method
      self.route = route
      let segments = route.path.segments.map { pieces in
        pieces.map { piece in
          if case .placeholder = piece { PathTemplate.Piece.placeholder("") } else { piece }
        }
      }
      self.route.path = PathTemplate(segments: segments)
      (self.route.name, self.route.methods, self.route.doc) = ("", [], nil)
      (self.route.parameters, self.route.maxAge) = ([], nil)
      (self.route.isCached, self.route.isQueued) = (false, false)
      self.route.query.sort { $0.name < $1.name }
    }
  }

  /// Reports routes that cannot be distinguished.
  mutating func reportSameRoutes(_ routes: [(route: Route, name: Located<String>)]) {
    var seen: [Meaning: Located<String>] = [:]
    for (route, name) in routes {
      for method in route.methods {
        let meaning = Meaning(route, method)
        if let first = seen[meaning] {
          diagnostics.append(
            .sameRoute(name.value, as: first.value, method, first: first.range, at: name.range))
          break
        }
        seen[meaning] = name
      }
    }
  }
}
