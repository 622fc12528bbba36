import RowsmithAPI
import RowsmithSchema

// Adapters and routes.
extension Resolver {
  /// The settings of an entity for the adapter.
  mutating func entitySettings(_ family: SyncFamily, _ context: SyncContext) -> [SyncPlan.Setting] {
    let declared = family.declaration?.settings ?? []
    guard let server = context.server else {
      return declared.map { SyncPlan.Setting($0.key.value, $0.value.value) }
    }
    let common = ["collection", "direction", "conflict", "deleteConflict"]
    var settings: [SyncPlan.Setting] = []
    for setting in declared {
      let key = setting.key.value
      if !server.entityKeys.contains(key) {
        diagnostics.append(
          .unknownSyncKey(key, common + server.entityKeys, of: server.rawValue, at: setting.key.range))
      } else if let role = SyncRouteRole(rawValue: key) {
        if isRoute(setting.value, for: role, of: family.root, context) {
          settings.append(SyncPlan.Setting(key, setting.value.value))
        }
      } else {
        if let problem = SyncSettingText.problem(key, setting.value) { diagnostics.append(problem) }
        settings.append(SyncPlan.Setting(key, setting.value.value))
      }
    }
    if server == .rest {
      reportMissingRoutes(family, declared, context)
      checkVersion(family, declared, context)
    }
    return settings
  }

  private mutating func isRoute(
    _ name: Located<String>, for role: SyncRouteRole, of entity: Schema.Entity, _ context: SyncContext
  ) -> Bool {
    guard let route = context.routes[name.value] else {
      // A route that could not be read has already been reported.
      if !model.routes.contains(where: { $0.name.value == name.value }) {
        let nearest = suggestions.nearest(to: name.value, in: context.routes.keys.sorted())
        diagnostics.append(.unknownSyncRoute(name.value, suggestion: nearest, at: name.range))
      }
      return false
    }
    if role.isDone(by: route, of: entity, key: serverKey(of: entity.name)) { return true }
    diagnostics.append(
      .wrongSyncRoute(
        route.name, role.rawValue, role.wanted(entity, key: serverKey(of: entity.name)), at: name.range))
    return false
  }

  /// Reports missing routes. The adapter finds the route for a task by itself, unless the model names one.
  private mutating func reportMissingRoutes(
    _ family: SyncFamily, _ declared: [SyncSettingDeclaration], _ context: SyncContext
  ) {
    // A route with errors may be the missing one.
    guard context.isSound else { return }
    let entity = family.root
    let range = family.declaration?.range ?? declarations[entity.name]?.name.range ?? origin
    let routes = context.routesByEntity[entity.name] ?? []
    let key = serverKey(of: entity.name)
    let missing = SyncRouteRole.allCases.filter { role in
      !declared.contains { $0.key.value == role.rawValue }
        && !routes.contains { role.isDone(by: $0, of: entity, key: key) }
    }
    let hasFeed = model.sync?.settings.contains { $0.name == "changes" } ?? false
    if missing.contains(.list), !hasFeed {
      diagnostics.append(.noListRoute(entity.name, SyncRouteRole.list.wanted(entity, key: nil), at: range))
    }
    if missing.contains(.read), !isReadByList(entity, routes, declared, context) {
      diagnostics.append(.noReadRoute(entity.name, SyncRouteRole.read.wanted(entity, key: key), at: range))
    }
    let sending = missing.filter { [.create, .change, .delete].contains($0) }.map { "\($0.rawValue)s" }
    if family.direction == .both, !sending.isEmpty {
      diagnostics.append(.noSendingRoute(entity.name, sending, at: range))
    }
  }

  /// Whether single records are read by the list, which takes their keys. With ETags they are not, as a list does not give theirs.
  private func isReadByList(
    _ entity: Schema.Entity, _ routes: [Route], _ declared: [SyncSettingDeclaration], _ context: SyncContext
  ) -> Bool {
    let version =
      declared.first { $0.key.value == "version" }?.value.value
      ?? model.sync?.settings.first { $0.name == "version" }?.value
    if version?.lowercased() == "etag" { return false }
    guard let list = declared.first(where: { $0.key.value == SyncRouteRole.list.rawValue })?.value else {
      let lists = routes.filter { SyncRouteRole.list.isDone(by: $0, of: entity, key: nil) }
      return lists.preferredList?.keysParameter != nil
    }
    // One that is no route has been reported.
    return context.routes[list.value].map { $0.keysParameter != nil } ?? true
  }

  /// The attribute with the server's own key, which paths use if a record has one.
  private func serverKey(of entity: String) -> String? {
    declarations[entity]?.sync?.settings.first { $0.key.value == "serverKey" }?.value.value
  }

  /// Checks the version of a record: the `ETag` header, or an attribute from the server.
  private mutating func checkVersion(
    _ family: SyncFamily, _ declared: [SyncSettingDeclaration], _ context: SyncContext
  ) {
    let own = declared.first { $0.key.value == "version" }?.value
    let entity = family.root.name
    guard let name = own?.value ?? model.sync?.settings.first(where: { $0.name == "version" })?.value,
      name.lowercased() != "etag", !isAtFault(name, of: entity, context.graph)
    else { return }
    if let attribute = context.graph.attribute(name, of: entity), !attribute.isLocal { return }
    let known = context.graph.attributes(of: entity).filter { !$0.isLocal }.map(\.name)
    let nearest = suggestions.nearest(to: name, in: known)
    let range = own?.range ?? declarations[entity]?.name.range ?? origin
    diagnostics.append(.unknownVersion(name, of: entity, suggestion: nearest, at: range))
  }

  /// Reports queued routes whose records are synchronised anyway.
  mutating func reportQueuedRoutes(_ context: SyncContext) {
    for route in model.routes {
      guard let offline = route.offline else { continue }
      for (key, entity) in [("sends", route.sends), ("deletes", route.deletes)] {
        guard let entity, context.direction(of: entity.value) == .both else { continue }
        let root = context.graph.root(of: entity.value)?.name ?? entity.value
        diagnostics.append(.queueOfSynced(key, entity.value, root, at: offline.range))
      }
    }
  }
}
