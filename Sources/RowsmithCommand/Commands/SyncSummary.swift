import Rowsmith
import RowsmithAPI
import RowsmithModel
import RowsmithSchema

/// A summary of a sync plan: which entities synchronise, and how, with all defaults.
struct SyncSummary {
  /// The path of the model, as given on the command line.
  let path: String
  let plan: SyncPlan
  /// The root entities, in the order of the model.
  let entities: [String]

  /// - Returns: `nil` if the model has an error or no `sync`.
  init?(of model: CompiledModel, path: String) {
    guard let schema = model.schema, let plan = model.api?.sync else { return nil }
    self.path = path
    self.plan = plan
    entities = schema.entities.filter { $0.parent == nil }.map(\.name)
  }

  /// One line for each entity.
  var lines: [String] { entities.map { "\(path): \($0): \(text(of: $0))".escapedForDisplay() } }

  private func text(of name: String) -> String {
    guard let entity = plan.entity(name) else { return "not synchronised" }
    let way = entity.direction == .both ? "both ways" : "pull only"
    var parts = ["\(way), collection \(entity.collection)"]
    if entity.direction == .both {
      let members = entity.memberConflicts.map { "\($0.member) \($0.policy.rawValue)" }
      let policy = (entity.conflict ?? plan.conflict).rawValue
      parts.append("conflict \(([policy] + members).joined(separator: ", "))")
      parts.append("deleteConflict \((entity.deleteConflict ?? plan.deleteConflict).rawValue)")
    }
    let links = entity.links.map { links in
      switch links.storage {
      case .array: "\(links.relationship) (array)"
      case .relation(let collection): "\(links.relationship) (relation \(collection))"
      }
    }
    if !links.isEmpty { parts.append("links \(links.joined(separator: ", "))") }
    if let permissions = entity.permissions { parts.append("permissions \(permissions)") }
    if !entity.neverSent.isEmpty, entity.direction == .both {
      parts.append("not sent: \(entity.neverSent.joined(separator: ", "))")
    }
    parts += entity.settings.map { "\($0.name) \($0.value)" }
    return parts.joined(separator: "; ")
  }
}

extension SyncSummary {
  /// One object for each entity.
  var json: [JSONValue] { entities.map(json(of:)) }

  private func json(of name: String) -> JSONValue {
    var members: [JSONValue.Member] = [.init("path", .string(path)), .init("entity", .string(name))]
    guard let entity = plan.entity(name) else {
      return .object(members + [.init("direction", .null)])
    }
    members += [
      .init("direction", .string(entity.direction.rawValue)), .init("server", .string(plan.server)),
      .init("collection", .string(entity.collection)),
      .init("conflict", .string((entity.conflict ?? plan.conflict).rawValue)),
      .init(
        "memberConflicts",
        .object(entity.memberConflicts.map { .init($0.member, .string($0.policy.rawValue)) })),
      .init("deleteConflict", .string((entity.deleteConflict ?? plan.deleteConflict).rawValue)),
      .init("permissions", entity.permissions.map { .string($0) } ?? .null),
      .init("links", .object(entity.links.map { .init($0.relationship, json(of: $0.storage)) })),
      .init("neverSent", .array(entity.neverSent.map { .string($0) })),
      .init("settings", .object(entity.settings.map { .init($0.name, .string($0.value)) })),
    ]
    return .object(members)
  }

  /// The storage of links, with the collection of memberships.
  private func json(of storage: SyncPlan.Links.Storage) -> JSONValue {
    switch storage {
    case .array: .object([.init("storage", .string("array"))])
    case .relation(let collection):
      .object([.init("storage", .string("relation")), .init("collection", .string(collection))])
    }
  }
}
