import RowsmithAPI
import RowsmithSchema

/// The routes with which an entity's records are synchronised: those that the model names, otherwise those that fit.
struct RESTRoutes: Sendable {
  /// What a route is used for; also the name of its setting.
  enum Role: String, Sendable, CaseIterable {
    case list, read, create, change, delete
  }

  private(set) var list: Route?
  private(set) var read: Route?
  private(set) var create: Route?
  private(set) var change: Route?
  private(set) var delete: Route?
  /// What is wrong with routes that the model names, as sentences.
  private(set) var problems: [String] = []

  init(_ entity: SyncPlan.Entity, key: String, api: API) {
    let rules = RESTRouteRules(entity: entity.name, key: key)
    for role in Role.allCases {
      let fitting = api.routes.filter { rules.fits($0, role) }
      guard let name = entity[role.rawValue] else {
        set(role, rules.best(fitting, role))
        continue
      }
      if let route = fitting.first(where: { $0.name == name }) {
        set(role, route)
      } else if api.route(name) == nil {
        let known = api.routes.map(\.name).sorted().joined(separator: ", ")
        problems.append(
          "'\(role.rawValue)' names the route '\(name)', which the model does not have; it has \(known)")
      } else {
        problems.append(
          "'\(role.rawValue)' names the route '\(name)', which cannot be used for that; use \(rules.wanted(role))"
        )
      }
    }
  }

  private mutating func set(_ role: Role, _ route: Route?) {
    switch role {
    case .list: list = route
    case .read: read = route
    case .create: create = route
    case .change: change = route
    case .delete: delete = route
    }
  }

  subscript(role: Role) -> Route? {
    switch role {
    case .list: list
    case .read: read
    case .create: create
    case .change: change
    case .delete: delete
    }
  }
}

/// The rules by which routes fit an entity.
struct RESTRouteRules {
  let entity: String
  /// The attribute that is the key.
  let key: String

  func fits(_ route: Route, _ role: RESTRoutes.Role) -> Bool {
    let placeholders = route.path.placeholders
    switch role {
    case .list: return route.method == .get && route.returns == .records(entity) && placeholders.isEmpty
    case .read: return route.method == .get && route.returns == .record(entity) && placeholders == [key]
    case .create:
      guard route.sends == entity, isFilled(route) else { return false }
      return route.methods.contains(.post) ? !placeholders.contains(key) : isPut(route)
    case .change:
      return route.sends == entity && placeholders.contains(key) && isFilled(route)
        && (route.methods.contains(.patch) || route.methods.contains(.put))
    case .delete:
      return route.deletes == entity && route.methods.contains(.delete) && placeholders.contains(key)
        && isFilled(route)
    }
  }

  /// The best route for a role; of equal ones, the first in the model.
  func best(_ routes: [Route], _ role: RESTRoutes.Role) -> Route? {
    switch role {
    case .list: routes.preferredList
    case .create: routes.first { $0.methods.contains(.post) } ?? routes.first
    case .change: routes.first { $0.methods.contains(.patch) } ?? routes.first
    case .read, .delete: routes.first
    }
  }

  /// What a route must be, for messages.
  func wanted(_ role: RESTRoutes.Role) -> String {
    switch role {
    case .list: "a GET without placeholders that returns \"[\(entity)]\""
    case .read: "a GET with :\(key) alone in its path that returns \(entity)"
    case .create: "a POST, or a PUT with :\(key) in its path, that sends \(entity)"
    case .change: "a PATCH or PUT with :\(key) in its path that sends \(entity)"
    case .delete: "a DELETE with :\(key) in its path that deletes \(entity)"
    }
  }

  /// What to write in the model, for messages.
  func example(_ role: RESTRoutes.Role, path: String) -> String {
    let route =
      switch role {
      case .list:
        "{ get: \(path), query: { include_deleted: Bool }, returns: \"[\(entity)]\", "
          + "incremental: { parameter: updated_since, from: updatedAt } }"
      case .read: "{ get: \"\(path)/:\(key)\", returns: \(entity) }"
      case .create: "{ post: \(path), sends: \(entity), returns: \(entity) }"
      case .change: "{ patch: \"\(path)/:\(key)\", sends: \(entity), returns: \(entity) }"
      case .delete: "{ delete: \"\(path)/:\(key)\", deletes: \(entity) }"
      }
    return "\(role.rawValue)\(entity): \(route)"
  }

  private func isPut(_ route: Route) -> Bool {
    route.methods.contains(.put) && route.path.placeholders.contains(key)
  }

  /// Whether the record gives all values for the path.
  private func isFilled(_ route: Route) -> Bool { route.parameters.allSatisfy(\.isFromRecord) }
}
