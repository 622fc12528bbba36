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
    let member = conflict.member
    base = try ShownConflict.spelling(of: conflict.base, member, conflict, graph, db)
    mine =
      if member == nil, case .text(let text) = conflict.mine {
        try ShownConflict.record(text, conflict, graph, db)
      } else {
        try ShownConflict.spelling(of: conflict.mine, member, conflict, graph, db)
      }
    theirs = try ShownConflict.spelling(of: conflict.theirs, member, conflict, graph, db)
  }

  private static func spelling(
    of value: StoredValue, _ member: String?, _ conflict: SyncConflict, _ graph: SchemaGraph,
    _ db: ReadTransaction
  ) throws -> JSONValue {
    if value == .null { return .null }
    let json =
      try member.map { try db.spelling(of: value, column: $0, of: conflict.entity) } ?? value.plainJSON
    // Whole records, lists of links, and links to one of several entities are JSON in a text column.
    guard case .string(let text) = json, value == .text(text), text.first == "{" || text.first == "[",
      member.map({ graph.hasLinks($0, of: conflict.entity) }) ?? true
    else { return json }
    return (try? JSONValue(parsing: text)) ?? json
  }

  /// A whole record of this database. The log has it as an object of its columns and lists, with their stored values.
  private static func record(
    _ text: String, _ conflict: SyncConflict, _ graph: SchemaGraph, _ db: ReadTransaction
  ) throws -> JSONValue {
    guard case .object(let members)? = try? JSONValue(parsing: text) else { return .string(text) }
    return .object(
      try members.map { member -> JSONValue.Member in
        // Bytes are in base64 already.
        if graph.type(of: member.key, in: conflict.entity) == .scalar(.data) { return member }
        let value: StoredValue =
          switch member.value {
          case .string(let text): .text(text)
          case .number(let text): Int64(text).map(StoredValue.integer) ?? .real(Double(text) ?? 0)
          case .null, .bool, .array, .object: .null
          }
        return .init(member.key, try spelling(of: value, member.key, conflict, graph, db))
      })
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

  /// Whether a member is a to-many relationship, or leads to one of several entities.
  fileprivate func hasLinks(_ member: String, of root: String) -> Bool {
    list(member, of: root) != nil || !ends(of: member, in: root).isEmpty
  }

  /// The relationships that a link with this name to one of several entities consists of; empty if there is no such link.
  func ends(of member: String, in root: String) -> [Schema.Relationship] {
    family(root).flatMap(\.relationships).filter { $0.choice?.name == member }
  }

  /// The type of the attribute with this name of an entity, or of one that extends it.
  func type(of member: String, in root: String) -> Schema.AttributeType? {
    family(root).flatMap(\.attributes).first { $0.name == member }?.type
  }

  private func family(_ root: String) -> [Schema.Entity] {
    schema.entities.filter { self.root(of: $0.name)?.name == root }
  }
}
