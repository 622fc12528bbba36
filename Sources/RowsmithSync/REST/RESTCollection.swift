import Foundation
import RowsmithAPI
import RowsmithSchema

/// What is known of an entity that synchronises: its routes, and where its JSON has what.
struct RESTCollection: Sendable {
  let entity: SyncPlan.Entity
  /// The attribute that is the key; empty where the key is not one attribute.
  let keyAttribute: String
  /// The keys that lead to it.
  let key: [String]
  let hasUUIDs: Bool
  /// The attribute that holds the server's key, and the keys that lead to it; nil where the records have one key everywhere.
  let serverKey: (attribute: String, path: [String])?
  let routes: RESTRoutes
  let members: RESTMembers
  let version: RESTVersion
  /// When a record was changed; nil where no attribute says so.
  let moment: RESTMoment?
  /// How the JSON says that a record is deleted.
  let signs: [Schema.DeletionSign]
  /// How many seconds are read again, as the server may commit late.
  let overlap: Int
  /// Whether the server does a write once that is sent twice with the same idempotency key.
  let knowsIdempotencyKeys: Bool
  /// What the model lacks, each a sentence.
  let problems: [String]

  init(_ entity: SyncPlan.Entity, plan: SyncPlan, api: API, graph: SchemaGraph) {
    self.entity = entity
    let members = RESTMembers(graph, entity: entity.name)
    self.members = members
    let keys = graph.root(of: entity.name)?.primaryKey ?? []
    let keyAttribute = keys.count == 1 ? keys[0] : ""
    self.keyAttribute = keyAttribute
    let key = members.path(of: keyAttribute) ?? []
    self.key = key
    hasUUIDs = graph.attribute(keyAttribute, of: entity.name)?.type == .scalar(.uuid)
    let serverKey = entity["serverKey"].flatMap { name in members.path(of: name).map { (name, $0) } }
    self.serverKey = serverKey
    routes = RESTRoutes(entity, key: serverKey?.0 ?? keyAttribute, api: api)
    let said = entity["version"] ?? plan["version"]
    let version = RESTVersion(said, members: members, graph: graph, entity: entity.name)
    self.version = version ?? .none
    let changed = routes.list?.incremental?.attribute ?? graph.root(of: entity.name)?.modificationAttribute
    moment = changed.flatMap { RESTMoment($0, members: members, graph: graph, entity: entity.name) }
    signs = graph.root(of: entity.name)?.deletedWhen ?? []
    let incremental = routes.list?.incremental?.overlap ?? 0
    overlap =
      (entity["overlap"] ?? plan["overlap"]).flatMap { Int($0) } ?? (incremental > 0 ? incremental : 5)
    knowsIdempotencyKeys = (entity["idempotency"] ?? plan["idempotency"]) != "none"
    var problems = RESTChecks(entity: entity, key: serverKey?.0 ?? keyAttribute, plan: plan).problems(
      routes)
    if let name = entity["serverKey"], serverKey == nil {
      problems.append("'serverKey' names '\(name)', which is no attribute that comes from the server")
    }
    if let said, version == nil {
      problems.append(
        "'version' names '\(said)', which is neither ETag nor an attribute that comes from the server")
    }
    if serverKey != nil, let list = routes.list,
      !list.query.contains(where: { $0.column == keyAttribute || [$0.name] == key })
    {
      problems.append(
        "the list cannot be asked for the key that a record has here; write "
          + "`query: [\(key.joined(separator: "."))]` in the route '\(list.name)'")
    }
    if serverKey != nil, routes.list == nil, plan["changes"] != nil {
      problems.append(
        "no route can list its records: a record is looked for there by the key that it has here")
    }
    if plan["changes"] == nil, routes.list.map(RESTListQuery.asksForDeleted) == true, signs.isEmpty {
      problems.append(
        "the list has deleted records in it, and nothing says which; write `DeletedWhen: deleted` in the entity"
      )
    }
    self.problems = problems
  }

  /// The attribute whose value stands in paths.
  var pathAttribute: String { serverKey?.attribute ?? keyAttribute }

  /// The text of a key in the one spelling that it has here.
  func id(_ text: String) -> String { hasUUIDs ? text.lowercased() : text }
}
