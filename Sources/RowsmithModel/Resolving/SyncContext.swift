import RowsmithAPI
import RowsmithSchema

/// The context for resolving the parts of a sync plan.
struct SyncContext {
  /// The complete schema.
  var graph: SchemaGraph
  /// The adapter, if it is a built-in one.
  var server: KnownSyncServer?
  /// The routes, by name.
  var routes: [String: Route]
  /// The routes that an adapter may call, by the entity that they return, send or delete.
  var routesByEntity: [String: [Route]] = [:]
  /// Whether the entities and routes have no errors.
  var isSound: Bool
  /// The directions of the families that synchronise, by their root.
  var directions: [String: SyncPlan.Direction] = [:]

  init(_ schema: Schema, server: KnownSyncServer?, routes: [Route], isSound: Bool) {
    graph = SchemaGraph(schema)
    self.server = server
    self.isSound = isSound
    self.routes = Dictionary(routes.map { ($0.name, $0) }) { first, _ in first }
    for route in routes {
      for entity in Set([route.returns?.entity, route.sends, route.deletes].compactMap(\.self)) {
        routesByEntity[entity, default: []].append(route)
      }
    }
  }

  /// The direction of an entity's records; `nil` if they do not synchronise.
  func direction(of entity: String) -> SyncPlan.Direction? {
    graph.root(of: entity).flatMap { directions[$0.name] }
  }
}

/// An entity and those that extend it. They are one entity of the sync plan.
struct SyncFamily {
  /// The root.
  var root: Schema.Entity
  /// All entities, the root first.
  var entities: [Schema.Entity]
  /// The `sync` setting, if there is one.
  var declaration: EntitySyncDeclaration?
  /// The direction of its records.
  var direction: SyncPlan.Direction
}
