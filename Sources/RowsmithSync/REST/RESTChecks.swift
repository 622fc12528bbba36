import RowsmithAPI

/// Checks whether the model has all that an entity needs to synchronise, and says what to add.
struct RESTChecks {
  let entity: SyncPlan.Entity
  let key: String
  let plan: SyncPlan

  func problems(_ routes: RESTRoutes) -> [String] {
    guard !key.isEmpty else { return ["its key is not one attribute, so a path cannot name it"] }
    var problems = routes.problems
    let rules = RESTRouteRules(entity: entity.name, key: key)
    for role in needed(routes) where routes[role] == nil && entity[role.rawValue] == nil {
      problems.append(
        "no route can \(RESTChecks.verbs[role] ?? role.rawValue); add \(rules.wanted(role)); "
          + "write `\(rules.example(role, path: entity.collection))` under 'routes'")
    }
    for links in entity.links {
      if case .relation = links.storage {
        problems.append(
          "the links of '\(links.relationship)' would be records of their own, and 'rest' has no routes "
            + "for them; write `sync: array`, or an entity between the two")
      }
    }
    if let text = entity["overlap"] ?? plan["overlap"], Int(text).map({ $0 < 0 }) ?? true {
      problems.append("'overlap' is '\(text)'; expected a number of seconds")
    }
    if let text = entity["idempotency"] ?? plan["idempotency"], text != "key", text != "none" {
      problems.append("'idempotency' is '\(text)'; expected key or none")
    }
    return problems
  }

  /// A list with `ids` also reads single records, so a route for that is only needed without such a list.
  private func needed(_ routes: RESTRoutes) -> [RESTRoutes.Role] {
    var needed: [RESTRoutes.Role] = plan["changes"] == nil ? [.list] : []
    if !isReadByList(routes) { needed.append(.read) }
    if entity.direction == .both { needed += [.create, .change, .delete] }
    return needed
  }

  private func isReadByList(_ routes: RESTRoutes) -> Bool {
    let version = entity["version"] ?? plan["version"]
    return version?.lowercased() != "etag" && routes.list.map { RESTListQuery(route: $0).ids != nil } ?? false
  }

  private static let verbs: [RESTRoutes.Role: String] = [
    .list: "list its records", .read: "read one of them", .create: "create one", .change: "change one",
    .delete: "delete one",
  ]
}
