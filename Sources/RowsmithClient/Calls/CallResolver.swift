import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// Resolves a call: fills in the path and the query, and finds out which rows the answer is about.
struct CallResolver {
  let api: API
  let facts: ModelFacts
  let store: Store
  let base: String?

  /// - Throws: ``ClientError`` if something is missing or unknown.
  func resolve(_ call: RouteCall) throws -> ResolvedCall {
    let route = try route(call.route)
    let emptyings = store.emptyings.value
    do {
      let method = try method(call, of: route)
      guard let base else {
        throw ClientError(
          .misuse, "there is no server address: the model has no `baseURL`, and none was given")
      }
      let (path, values) = try path(call, of: route)
      var resolved = ResolvedCall(
        route: route, method: method, url: RouteURL(base: base, path: path), call: call)
      resolved.pathValues = values
      resolved.emptyings = emptyings
      try fillQuery(&resolved)
      try findTarget(&resolved, values)
      return resolved
    } catch var error as ClientError {
      error.route = route.name
      throw error
    }
  }

  private func route(_ name: String) throws -> Route {
    if let route = api.route(name) { return route }
    let known = api.routes.map(\.name).sorted().joined(separator: ", ")
    throw ClientError(
      .misuse,
      "there is no route '\(name.escapedForDisplay())'; \(known.isEmpty ? "the model has none" : "there is \(known)")"
    )
  }

  private func method(_ call: RouteCall, of route: Route) throws -> RouteMethod {
    let method = call.method ?? route.method
    if route.methods.contains(method) { return method }
    let known = route.methods.map(\.name).joined(separator: ", ")
    throw ClientError(.misuse, "the route is not asked with \(method.name); expected \(known)")
  }

  /// Fills in the path.
  ///
  /// - Returns: the path, and the values of its placeholders.
  private func path(_ call: RouteCall, of route: Route) throws -> (String, [String: StoredValue]) {
    var values: [String: StoredValue] = [:]
    let record = try call.record.map { try RecordValues($0, facts: facts, store: store) }
    for name in route.path.placeholders {
      let value = call.path[name] ?? (route.isForeign(name) ? nil : record?.value(of: name))
      guard let value, value != .null else {
        throw ClientError(.misuse, "the path '\(route.path)' needs a value for '\(name)'; nothing was sent")
      }
      values[name] = value
    }
    if let unknown = call.path.keys.sorted().first(where: { values[$0] == nil }) {
      let known = route.path.placeholders.joined(separator: ", ")
      throw ClientError(
        .misuse,
        "the path '\(route.path)' has no place for '\(unknown.escapedForDisplay())'; it has \(known.isEmpty ? "none" : known)"
      )
    }
    let path = try RouteURL.path(route.path) { name in
      let type = route.parameters.first { $0.name == name }?.type
      return try text(
        of: values[name] ?? .null, name, type, in: route.isForeign(name) ? nil : route.rootEntity)
    }
    return (path, values)
  }

  private func fillQuery(_ resolved: inout ResolvedCall) throws {
    let route = resolved.route
    let call = resolved.call
    let entity = queryEntity(of: route)
    for parameter in route.query {
      guard let value = call.query[parameter.name] else { continue }
      resolved.url.set(parameter.name, try text(of: value, parameter, in: entity))
      if let entity, let column = parameter.column.flatMap({ facts.column(of: $0, in: entity) }) {
        resolved.scope.append(.init(name: column, value: try sent(value, column, entity)))
      } else if !route.steers(parameter.name) {
        resolved.isScopeKnown = false
      }
    }
    // For a relationship's items, it is unknown which of the others the query has filtered out.
    if case .relationship? = route.returns, !resolved.scope.isEmpty {
      resolved.isScopeKnown = false
      resolved.scope = []
    }
    let known = Set(route.query.map(\.name)).union(route.pagingParameters)
    for name in call.query.keys.sorted() where !route.query.contains(where: { $0.name == name }) {
      guard known.contains(name), let value = call.query[name] else {
        throw ClientError(
          .misuse,
          "the route has no parameter '\(name.escapedForDisplay())'; it has "
            + (known.isEmpty ? "none" : known.sorted().joined(separator: ", ")))
      }
      resolved.url.set(name, value.plainText)
    }
  }

  /// The entity whose columns the query may name: that of the root records.
  private func queryEntity(of route: Route) -> String? {
    if case .relationship(let entity, let name)? = route.returns {
      return facts.target(of: name, in: entity)?.target
    }
    return route.rootEntity
  }

  /// Finds out what the answer holds, and which record the path names.
  private func findTarget(_ resolved: inout ResolvedCall, _ values: [String: StoredValue]) throws {
    let route = resolved.route
    let own = values.filter { !route.isForeign($0.key) }
    if let entity = route.deletes ?? route.rootEntity { resolved.key = key(of: entity, own) }
    if route.deletes != nil, resolved.key == nil { resolved.key = resolved.call.record?.key }
    switch route.returns {
    case .record(let entity): resolved.target = .entity(entity)
    case .records(let entity):
      resolved.target = .entity(entity)
      let others = namesOfOther(own.keys.sorted(), in: entity, route)
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        guard !route.isForeign(name), let column = facts.column(of: name, in: entity), !others.contains(name)
        else {
          resolved.isScopeKnown = false
          continue
        }
        resolved.scope.append(.init(name: column, value: try sent(value, column, entity)))
      }
    case .relationship(let entity, let name):
      guard let key = resolved.key else {
        throw ClientError(
          .misuse,
          "the path '\(route.path)' names no record of \(entity): it needs a placeholder for each part of its key"
        )
      }
      resolved.target = .relationship(parent: entity, key: key, name: name)
    case .document(let name): resolved.target = .document(name)
    case nil: break
    }
  }

  /// The placeholders in front of a list that name another record than those in the list, as they name only one: by its key, as
  /// `articles/:id/related` and `repos/:owner/:name/forks`, or by an attribute that is unique.
  private func namesOfOther(_ names: [String], in entity: String, _ route: Route) -> Set<String> {
    let last = route.path.segments.last ?? []
    var byColumn: [String: String] = [:]
    for name in names where !last.contains(.placeholder(name)) {
      if let column = facts.column(of: name, in: entity) { byColumn[column] = name }
    }
    // A foreign key in front of a list is that of the record to which those in the list belong.
    let key = facts.keyColumns(of: entity)
    let isOwn = key.contains { column in
      if case .attribute? = facts.source(of: column, in: entity) { true } else { false }
    }
    var others = Set(byColumn.filter { facts.isUnique($0.key, in: entity) }.values)
    if isOwn, key.allSatisfy({ byColumn[$0] != nil }) { others.formUnion(key.compactMap { byColumn[$0] }) }
    return others
  }

  private func key(of entity: String, _ values: [String: StoredValue]) -> [StoredValue]? {
    var byColumn: [String: StoredValue] = [:]
    for (name, value) in values {
      if let column = facts.column(of: name, in: entity) { byColumn[column] = value }
    }
    let key = facts.keyColumns(of: entity).compactMap { byColumn[$0] }
    return key.count == facts.keyColumns(of: entity).count ? key : nil
  }

  /// The text of a placeholder's value.
  private func text(
    of value: StoredValue, _ name: String, _ type: QueryParameter.ValueType?, in entity: String?
  ) throws -> String {
    guard let entity, let column = facts.column(of: name, in: entity) else { return plain(value, type) }
    return try spelling(of: value, column, entity)
  }

  /// The text of a parameter's value.
  private func text(of value: StoredValue, _ parameter: QueryParameter, in entity: String?) throws -> String {
    if let entity, let name = parameter.column, let column = facts.column(of: name, in: entity) {
      return try spelling(of: value, column, entity)
    }
    return plain(value, parameter.type)
  }

  /// The text of a value of a type, if no attribute says how to write it.
  private func plain(_ value: StoredValue, _ type: QueryParameter.ValueType?) -> String {
    if type == .bool, case .integer(let number) = value { return number == 0 ? "false" : "true" }
    return value.plainText
  }

  /// The value as the server writes it in this column.
  private func spelling(of value: StoredValue, _ column: String, _ entity: String) throws -> String {
    if case .integer(let number) = value, facts.type(of: column, in: entity) == .scalar(.int) {
      return String(number)
    }
    return try store.read { try $0.spelling(of: value, column: column, of: entity) }.plainText
  }

  /// The value as the server gets it. The format of a date may leave out a part, as its time.
  private func sent(_ value: StoredValue, _ column: String, _ entity: String) throws -> StoredValue {
    guard facts.type(of: column, in: entity) == .scalar(.date) else { return value }
    let text = try spelling(of: value, column, entity)
    return (try? store.read { try $0.value(of: text, column: column, of: entity) }) ?? value
  }
}

extension Route {
  /// The entity that the path and the query are about.
  var rootEntity: String? { returns?.entity ?? sends ?? deletes }

  /// Whether a parameter only changes how records are given, not which. If so, a record missing from the answer is gone.
  ///
  /// The page size is one if all pages are fetched. The names are those that servers commonly use.
  func steers(_ parameter: String) -> Bool {
    if pagingParameters.contains(parameter) { return true }
    let name = parameter.lowercased().filter { $0 != "_" && $0 != "-" }
    if ["sort", "order", "orderby", "sortby", "fields", "include", "expand", "lang", "locale"].contains(name)
    {
      return true
    }
    return pages != nil && ["perpage", "pagesize", "limit", "size", "count"].contains(name)
  }

  /// Parameters that only control paging.
  var pagingParameters: Set<String> {
    switch pages {
    case nil, .link: []
    case .page(let parameter, let size), .offset(let parameter, let size):
      Set([parameter, size].compactMap { $0 })
    case .cursor(_, let parameter): Set([parameter].compactMap { $0 })
    case .after(_, let parameter): [parameter]
    }
  }
}

extension StoredValue {
  /// The text of the value if no attribute says how to write it.
  var plainText: String { plainJSON.plainText }
}

extension JSONValue {
  /// The text of a string; other values as JSON.
  var plainText: String {
    if case .string(let text) = self { text } else { text }
  }
}

extension Route {
  /// Whether a placeholder is an argument that has only the name of an attribute: the model declares another type for it.
  func isForeign(_ placeholder: String) -> Bool {
    parameters.contains { $0.name == placeholder && !$0.isFromRecord && $0.column == nil }
  }
}
