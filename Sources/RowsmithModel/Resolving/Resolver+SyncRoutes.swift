import RowsmithAPI
import RowsmithSchema

// Adapters and routes.
extension Resolver {
  /// What the adapter needs to know of an entity: what the model says, and for `rest` the routes that it finds there.
  mutating func entitySettings(_ family: SyncFamily, _ context: SyncContext) -> [SyncPlan.Setting] {
    let declared = family.declaration?.settings ?? []
    guard let server = context.server else {
      return declared.map { SyncPlan.Setting($0.key.value, $0.value.value) }
    }
    let common = ["collection", "direction", "conflict", "deleteConflict"]
    for setting in declared where !server.entityKeys.contains(setting.key.value) {
      diagnostics.append(
        .unknownSyncKey(
          setting.key.value, common + server.entityKeys, of: server.rawValue, at: setting.key.range))
    }
    return server == .rest ? routeSettings(family, declared, context) : []
  }

  private mutating func routeSettings(
    _ family: SyncFamily, _ declared: [SyncSettingDeclaration], _ context: SyncContext
  ) -> [SyncPlan.Setting] {
    let entity = family.root.name
    let roles: [SyncRouteRole] = family.direction == .pull ? [.list, .read] : SyncRouteRole.allCases
    var settings: [SyncPlan.Setting] = []
    var missing: [SyncRouteRole] = []
    for role in SyncRouteRole.allCases {
      if let setting = declared.first(where: { $0.key.value == role.rawValue }) {
        if isRoute(setting.value, for: role, of: entity, context) {
          settings.append(SyncPlan.Setting(role.rawValue, setting.value.value))
        }
      } else if roles.contains(role) {
        if let route = foundRoute(for: role, of: entity, context) {
          settings.append(SyncPlan.Setting(role.rawValue, route.name))
        } else {
          missing.append(role)
        }
      }
    }
    missingRoutes(missing, family, context)
    return settings
  }

  private mutating func isRoute(
    _ name: Located<String>, for role: SyncRouteRole, of entity: String, _ context: SyncContext
  ) -> Bool {
    guard let route = context.routes[name.value] else {
      // One that could not be read has been reported.
      if !model.routes.contains(where: { $0.name.value == name.value }) {
        let nearest = suggestions.nearest(to: name.value, in: context.routes.keys.sorted())
        diagnostics.append(.unknownSyncRoute(name.value, suggestion: nearest, at: name.range))
      }
      return false
    }
    if role.isDone(by: route, of: entity) { return true }
    diagnostics.append(.wrongSyncRoute(route.name, role.rawValue, role.example(entity), at: name.range))
    return false
  }

  /// The first route of the likeliest method that does it without being told more than which record it is.
  private func foundRoute(for role: SyncRouteRole, of entity: String, _ context: SyncContext) -> Route? {
    for method in role.methods {
      let found = context.routesByEntity[entity]?.first { route in
        route.methods.contains(method) && role.isDone(by: route, of: entity)
          && (role == .list ? route.parameters.isEmpty : route.parameters.allSatisfy { $0.column != nil })
      }
      if let found { return found }
    }
    return nil
  }

  private mutating func missingRoutes(
    _ missing: [SyncRouteRole], _ family: SyncFamily, _ context: SyncContext
  ) {
    // What is at fault may be the one that is missing.
    guard context.isSound else { return }
    let entity = family.root.name
    let range = family.declaration?.range ?? declarations[entity]?.name.range ?? origin
    let hasFeed = model.sync?.settings.contains { $0.name == "changes" } ?? false
    if missing.contains(.list), !hasFeed { diagnostics.append(.noListRoute(entity, at: range)) }
    let unable = missing.filter { [.create, .change, .delete].contains($0) }.map { "\($0.rawValue)s" }
    if !unable.isEmpty { diagnostics.append(.noSendingRoute(entity, unable, at: range)) }
  }

  /// Reports routes that would send what is sent anyway.
  mutating func queuedRoutes(_ context: SyncContext) {
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
