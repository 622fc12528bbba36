import RowsmithAPI
import RowsmithSchema

/// The tasks for which the adapter `rest` needs routes.
enum SyncRouteRole: String, Sendable, CaseIterable {
  case list, read, create, change, delete

  /// A description of the route, for a sentence.
  func wanted(_ entity: Schema.Entity, key serverKey: String?) -> String {
    let (name, key) = (entity.name, serverKey ?? entity.primaryKey.first ?? "id")
    return switch self {
    case .list: "a get without placeholders that returns \"[\(name)]\""
    case .read: "a get with ':\(key)' alone that returns \(name)"
    case .create: "a post, or a put with ':\(key)', that sends \(name)"
    case .change: "a patch or put with ':\(key)' that sends \(name)"
    case .delete: "a delete with ':\(key)' that deletes \(name)"
    }
  }

  /// Whether a route does the task for records of the entity, with a path that needs only values of the record.
  func isDone(by route: Route, of entity: Schema.Entity, key serverKey: String?) -> Bool {
    let key = serverKey ?? entity.primaryKey.first ?? ""
    let placeholders = route.path.placeholders
    let hasKey = placeholders.contains(key) && route.parameters.allSatisfy(\.isFromRecord)
    switch self {
    case .list: return route.method == .get && route.returns == .records(entity.name) && placeholders.isEmpty
    case .read: return route.method == .get && route.returns == .record(entity.name) && placeholders == [key]
    case .create:
      guard route.sends == entity.name else { return false }
      guard route.methods.contains(.post) else { return route.methods.contains(.put) && hasKey }
      return !placeholders.contains(key) && route.parameters.allSatisfy(\.isFromRecord)
    case .change:
      return route.sends == entity.name && hasKey
        && (route.methods.contains(.patch) || route.methods.contains(.put))
    case .delete: return route.deletes == entity.name && hasKey && route.methods.contains(.delete)
    }
  }
}
