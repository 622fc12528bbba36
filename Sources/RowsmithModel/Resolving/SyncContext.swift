import RowsmithAPI
import RowsmithSchema

/// What the parts of a plan are resolved against.
struct SyncContext {
  /// The schema, whose members are all there.
  var graph: SchemaGraph
  /// The adapter, if it is one that comes with the package.
  var server: KnownSyncServer?
  /// The routes, by name.
  var routes: [String: Route]
  /// The routes that an adapter could call, by the entity that they return, send or delete.
  var routesByEntity: [String: [Route]] = [:]
  /// Whether nothing is wrong with the entities and routes themselves.
  var isSound: Bool
  /// The roots of the families that synchronise, with the way their records go.
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

  /// The way the records of an entity go; nil where they stay here.
  func direction(of entity: String) -> SyncPlan.Direction? {
    graph.root(of: entity).flatMap { directions[$0.name] }
  }
}

/// An entity and those that extend it, whose members one entity of the plan has.
struct SyncFamily {
  /// The root.
  var root: Schema.Entity
  /// All of them, the root first.
  var entities: [Schema.Entity]
  /// What the model says of its synchronisation, if anything.
  var declaration: EntitySyncDeclaration?
  /// Which way its records go.
  var direction: SyncPlan.Direction
}
