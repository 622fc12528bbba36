import RowsmithAPI

/// What the adapter `rest` has a route for.
enum SyncRouteRole: String, Sendable, CaseIterable {
  case list, read, create, change, delete

  /// The methods that do it, the likelier first.
  var methods: [RouteMethod] {
    switch self {
    case .list, .read: [.get]
    case .create: [.post, .put]
    case .change: [.patch, .put]
    case .delete: [.delete]
    }
  }

  /// What such a route looks like, for a sentence.
  func example(_ entity: String) -> String {
    switch self {
    case .list: "get and returns: \"[\(entity)]\""
    case .read: "get and returns: \(entity)"
    case .create: "post or put and sends: \(entity)"
    case .change: "patch or put and sends: \(entity)"
    case .delete: "delete and deletes: \(entity)"
    }
  }

  /// Whether a route does that with the records of an entity.
  func isDone(by route: Route, of entity: String) -> Bool {
    guard route.methods.contains(where: methods.contains) else { return false }
    return switch self {
    case .list: route.returns == .records(entity)
    case .read: route.returns == .record(entity)
    case .create, .change: route.sends == entity
    case .delete: route.deletes == entity
    }
  }
}
