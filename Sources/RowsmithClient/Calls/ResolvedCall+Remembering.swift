import RowsmithAPI

extension ResolvedCall {
  /// Whether the answer is stored, so that a later call may be answered from the database.
  var isRemembered: Bool {
    method == .get && (route.prefersNetworkFirst || call.options.fetching != nil)
  }

  /// Whether the order of the answer's records is stored: for a list, and for an answer that may be read from the database but
  /// whose rows no columns select, as with `search?q=swift`, or with some of the pages.
  var keepsOrder: Bool {
    if method != .get { return false }
    if route.isList { return true }
    guard isRemembered else { return false }
    switch route.returns {
    case .record: return key == nil
    case .records, .relationship: return !isScopeKnown || isCut
    case .document, nil: return false
    }
  }

  /// Whether the call asks for some of the pages only. What an incremental one brings is only what has changed on them.
  private var isCut: Bool {
    route.pages != nil && route.incremental == nil && (pageLimit < .max || beginsLater)
  }

  /// Distinguishes the call from others with the same URL that use the answer differently: another route, or the same one in
  /// another version of the app.
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
    // Under the URL of one of its pages another call may begin, to which the page is another answer.
    if route.pages != nil { parts.append("from \(argumentsKey)") }
    // The first pages of an answer are not all of it.
    if route.pages != nil, pageLimit < .max { parts.append("first \(pageLimit)") }
    return parts.joined(separator: " ")
  }
}
