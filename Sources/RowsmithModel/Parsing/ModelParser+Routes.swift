import RowsmithAPI

extension ModelParser {
  /// Reads one entry of `routes`; `nil` if its request is unknown.
  mutating func route(_ entry: YAMLEntry) -> RouteDeclaration? {
    let what = "the route '\(entry.key.value)'"
    guard let entries = entry.value.entries else {
      let found = entry.value.kindDescription
      diagnostics.append(
        .wrongKind(what, expected: "a mapping such as { get: bands }", found: found, at: entry.value.range))
      return nil
    }
    let before = diagnostics.count
    let calls = entries.filter { isMethods($0.key.value) }
    let others = entries.filter { !isMethods($0.key.value) }
    let rest = YAMLNode(content: .mapping(others), range: entry.value.range)
    guard var fields = fields(of: rest, in: .route, called: what) else { return nil }
    guard let call = calls.first else {
      // A mistyped method has been reported as an unknown key.
      if others.allSatisfy({ Vocabulary.Place.route.keys.contains($0.key.value) }) {
        diagnostics.append(.routeWithoutMethod(entry.key.value, at: entry.key.range))
      }
      return nil
    }
    for other in calls.dropFirst() {
      diagnostics.append(.twoPaths(entry.key.value, call.key.value, other.key.value, at: other.key.range))
    }
    let methods = methods(call.key)
    guard let path = path(call.value, "the path of '\(call.key.value)'"), !methods.isEmpty else { return nil }
    var route = RouteDeclaration(
      name: entry.key, methods: Located(value: methods, range: call.key.range), path: path)
    records(&fields, &route)
    answer(&fields, &route)
    route.isSound = diagnostics.count == before
    return route
  }

  /// Whether a key is one or several methods: `get`, `get|put`.
  private func isMethods(_ key: String) -> Bool { key.contains("|") || RouteMethod(rawValue: key) != nil }

  private mutating func methods(_ key: Located<String>) -> [RouteMethod] {
    var methods: [RouteMethod] = []
    for word in key.value.split(separator: "|", omittingEmptySubsequences: false).map({ trimmed($0) }) {
      if let method = RouteMethod(rawValue: word) {
        if methods.contains(method) {
          diagnostics.append(.listedTwice(word, in: "'\(key.value)'", at: key.range))
        } else {
          methods.append(method)
        }
      } else {
        diagnostics.append(.notOneOf(word, "method", RouteMethod.allCases.map(\.rawValue), at: key.range))
      }
    }
    return methods
  }

  private func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// Reads the records that are sent, and the parameters of path and query.
  private mutating func records(_ fields: inout Fields, _ route: inout RouteDeclaration) {
    route.arguments = fields.take("arguments").map { parameters($0, "'arguments'", areTyped: true) } ?? []
    route.query = fields.take("query").map { parameters($0, "'query'", areTyped: false) } ?? []
    if let node = fields.take("sends") { route.sends = entityName(node, "'sends'", &route) }
    if let node = fields.take("deletes") { route.deletes = entityName(node, "'deletes'", &route) }
    route.under = fields.take("under").flatMap { name($0, "'under'") }
    route.offline = fields.take("offline").flatMap { keyword($0, "offline", OfflineRule.self) }
    route.doc = fields.take("doc").flatMap { text($0, "'doc'")?.value }
  }

  private mutating func entityName(
    _ node: YAMLNode, _ what: String, _ route: inout RouteDeclaration
  ) -> Located<String>? {
    if let name = name(node, what) { return name }
    route.isIncomplete = true
    return nil
  }

  /// Reads the names of parameters, with their types if they are a mapping.
  private mutating func parameters(_ node: YAMLNode, _ what: String, areTyped: Bool) -> [ParameterDeclaration]
  {
    guard let entries = node.entries else {
      if !areTyped, node.items != nil {
        return (names(node, what)?.value ?? []).map { ParameterDeclaration(name: $0) }
      }
      let expected =
        areTyped ? "names with types, such as { id: Int }" : "a list of names, or names with types"
      diagnostics.append(.wrongKind(what, expected: expected, found: node.kindDescription, at: node.range))
      return []
    }
    if entries.isEmpty { diagnostics.append(.emptyList(what, at: node.range)) }
    return entries.map { entry in
      var parameter = ParameterDeclaration(name: entry.key)
      if let type = TypeReference(entry.value), type.shape == .single {
        if type.isOptional {
          diagnostics.append(.optionalParameter(entry.key.value, type, isQuery: !areTyped))
        }
        parameter.type = type
      } else {
        let found = TypeReference(entry.value).map { "\($0)" } ?? entry.value.kindDescription
        diagnostics.append(.malformedParameter(entry.key.value, found, at: entry.value.range))
      }
      return parameter
    }
  }
}
