import Foundation
import RowsmithAPI
import RowsmithSchema

/// An entity that synchronises: its routes, and the paths in its JSON.
struct RESTCollection: Sendable {
  let entity: SyncPlan.Entity
  /// The attribute that is the key; empty if the key is not one attribute.
  let keyAttribute: String
  /// The path to the key.
  let key: [String]
  let hasUUIDs: Bool
  /// The attribute with the server's key, and its path; `nil` if local and server keys are the same.
  let serverKey: (attribute: String, path: [String])?
  let routes: RESTRoutes
  let members: RESTMembers
  let version: RESTVersion
  /// When a record was changed; `nil` if no attribute tells.
  let moment: RESTMoment?
  /// The members that mark a record as deleted.
  let signs: [Schema.DeletionSign]
  /// The seconds that are read again, as the server may commit late.
  let overlap: Int
  /// Whether the server carries out a write once if it is sent twice with the same idempotency key.
  let knowsIdempotencyKeys: Bool
  /// What the model lacks, as sentences.
  private(set) var problems: [String] = []

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
    let seconds =
      (entity["overlap"] ?? plan["overlap"]).flatMap { Int($0) } ?? (incremental > 0 ? incremental : 5)
    // No two dates are further apart, so a longer overlap asks for the same.
    let most = (CanonicalDate.supported.upperBound - CanonicalDate.supported.lowerBound) / 1000
    overlap = min(seconds, Int(clamping: most))
    knowsIdempotencyKeys = (entity["idempotency"] ?? plan["idempotency"]) != "none"
    problems = RESTChecks(entity: entity, key: pathAttribute, plan: plan).problems(routes)
    if let name = entity["serverKey"], serverKey == nil {
      problems.append("'serverKey' names '\(name)', which is not an attribute that comes from the server")
    }
    if let said, version == nil {
      problems.append(
        "'version' names '\(said)', which is neither ETag nor an attribute that comes from the server")
    }
    problems += problemsOfList(plan) + problemsOfLinks(plan, graph)
  }

  /// What the route that lists the records lacks.
  private func problemsOfList(_ plan: SyncPlan) -> [String] {
    var problems: [String] = []
    if serverKey != nil, let list = routes.list,
      !list.query.contains(where: { $0.column == keyAttribute || [$0.name] == key })
    {
      problems.append(
        "the list cannot be searched for a record by its key here; write "
          + "`query: [\(key.joined(separator: "."))]` in the route '\(list.name)'")
    }
    if serverKey != nil, routes.list == nil, plan["changes"] != nil {
      problems.append(
        "no route lists its records, where a record is searched for by its key here")
    }
    if plan["changes"] == nil, routes.list.map(RESTListQuery.asksForDeleted) == true, signs.isEmpty {
      problems.append(
        "the list contains deleted records, and the model does not say which; write `DeletedWhen: deleted` in the entity"
      )
    }
    return problems
  }

  /// The lists of keys that would have to be translated to keys of the server.
  private func problemsOfLinks(_ plan: SyncPlan, _ graph: SchemaGraph) -> [String] {
    var problems: [String] = []
    for links in entity.links {
      guard case .array = links.storage,
        let list = graph.relationship(links.relationship, inFamilyOf: entity.name)?.relationship,
        let target = graph.root(of: list.target)?.name,
        plan.entities.first(where: { $0.name == target })?["serverKey"] != nil
      else { continue }
      problems.append(
        "the list '\(links.relationship)' has keys of '\(target)', whose records have keys of the server's, and keys in "
          + "lists are not translated; write `sync: false` in it, or make an entity of its links")
    }
    return problems
  }

  /// The attribute used in paths.
  var pathAttribute: String { serverKey?.attribute ?? keyAttribute }

  /// The text of a key in its local spelling.
  func id(_ text: String) -> String { hasUUIDs ? text.lowercased() : text }
}
