import Foundation
import Rowsmith
import RowsmithSchema
import RowsmithSync

/// A conflict with its values in the server's JSON.
struct ShownConflict {
  private let conflict: SyncConflict
  private let base, mine, theirs: JSONValue

  init(_ conflict: SyncConflict, _ graph: SchemaGraph, _ db: ReadTransaction) throws {
    self.conflict = conflict
    base = try ShownConflict.spelling(of: conflict.base, conflict, graph, db)
    mine = try ShownConflict.spelling(of: conflict.mine, conflict, graph, db)
    theirs = try ShownConflict.spelling(of: conflict.theirs, conflict, graph, db)
  }

  private static func spelling(
    of value: StoredValue, _ conflict: SyncConflict, _ graph: SchemaGraph, _ db: ReadTransaction
  ) throws -> JSONValue {
    if value == .null { return .null }
    let json =
      try conflict.member.map { try db.spelling(of: value, column: $0, of: conflict.entity) }
      ?? value.plainJSON
    // Whole records and lists of links are JSON in a text column.
    guard case .string(let text) = json, value == .text(text), text.first == "{" || text.first == "[",
      conflict.member.map({ graph.list($0, of: conflict.entity) != nil }) ?? true
    else { return json }
    return (try? JSONValue(parsing: text)) ?? json
  }

  /// Conflicts as a text table.
  static func text(_ conflicts: [ShownConflict], isAll: Bool) -> String {
    if conflicts.isEmpty { return isAll ? "there are no conflicts\n" : "there is nothing to decide\n" }
    let title = ["conflict", "record", "of", "base", "mine", "theirs", "policy", "winner", "found"]
    return TextTable(rows: [title] + conflicts.map(\.row)).text
  }

  private var row: [String] {
    [
      "\(conflict.id)", "\(conflict.entity) \(key)", conflict.member ?? conflict.kind.rawValue, base.text,
      mine.text, theirs.text, conflict.policy, conflict.winner?.rawValue ?? "open", found,
    ]
  }

  private var key: String {
    if case .string(let text) = conflict.key.plainJSON { return text }
    return conflict.key.plainJSON.text
  }

  private var found: String { conflict.time.formatted(.iso8601) }

  /// The conflict as a JSON object.
  var json: JSONValue {
    .object([
      .init("conflict", JSONValue(Int(conflict.id))), .init("entity", .string(conflict.entity)),
      .init("key", conflict.key.plainJSON), .init("member", conflict.member.map(JSONValue.string) ?? .null),
      .init("kind", .string(conflict.kind.rawValue)), .init("base", base), .init("mine", mine),
      .init("theirs", theirs), .init("policy", .string(conflict.policy)),
      .init("winner", conflict.winner.map { .string($0.rawValue) } ?? .null), .init("found", .string(found)),
    ])
  }
}

extension SchemaGraph {
  /// The to-many relationship with this name of an entity, or of one that extends it.
  func list(_ member: String, of root: String) -> Schema.Relationship? {
    family(root).flatMap(\.relationships).first { $0.name == member && $0.cardinality == .toMany }
  }

  /// The type of the attribute with this name of an entity, or of one that extends it.
  func type(of member: String, in root: String) -> Schema.AttributeType? {
    family(root).flatMap(\.attributes).first { $0.name == member }?.type
  }

  private func family(_ root: String) -> [Schema.Entity] {
    schema.entities.filter { self.root(of: $0.name)?.name == root }
  }
}
