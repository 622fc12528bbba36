import RowsmithAPI

extension ResolvedCall {
  /// Whether it is kept that there was an answer, so that the next call may do without the server.
  var isRemembered: Bool {
    method == .get && (route.prefersNetworkFirst || call.options.fetching != nil)
  }

  /// Whether the order of the answer's records is kept: of a list, and where nothing else says which rows were asked for,
  /// as with `search?q=swift`, and the answer may be read again from the database.
  var keepsOrder: Bool {
    if method != .get { return false }
    if route.isList { return true }
    guard isRemembered else { return false }
    switch route.returns {
    case .record: return key == nil
    case .records, .relationship: return !isScopeKnown
    case .document, nil: return false
    }
  }

  /// What tells the call apart from others that ask the same URL and make something else of the answer: another route, or
  /// the same one in another version of the app. An answer that went elsewhere does not stand for this one's.
  var asker: String {
    var parts = [route.name]
    switch route.returns {
    case .record(let entity): parts.append(entity)
    case .records(let entity): parts.append("[\(entity)]")
    case .relationship(let entity, let name): parts.append("\(entity).\(name)")
    case .document(let name): parts.append("{\(name)}")
    case nil: parts.append("-")
    }
    parts.append(route.at.joined(separator: "."))
    parts.append(route.policy?.rawValue ?? "-")
    if keepsOrder { parts.append("ordered") }
    return parts.joined(separator: " ")
  }
}
