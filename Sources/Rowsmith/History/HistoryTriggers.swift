import RowsmithSchema

/// The triggers that note changes by this library, other processes or the sqlite3 shell. They are stored in the database and
/// use only what SQLite has built in.
struct HistoryTriggers {
  /// The prefix of their names.
  static let prefix = "_rowsmith_history_"

  /// A trigger, and the statements that replace it for all rows at the end of an import into an empty table.
  struct Trigger: Hashable {
    var name: String
    var table: String
    var sql: String
    var late: String
  }

  let layout: Layout

  /// All triggers, in a fixed order.
  var all: [Trigger] { layout.tables.flatMap(rows) + layout.linkTables.flatMap(links) }

  // MARK: Parts of statements

  private static let now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
  private static let current = "token = (SELECT token FROM _rowsmith_history_state)"
  /// Gives another program's change a token of its own.
  private static let advance = "UPDATE _rowsmith_history_state SET token = token + 1 WHERE open = 0"

  private enum Kind: Int {
    case inserted = 1
    case updated, deleted
    /// Inserted and deleted in one transaction; exists only until the next statement deletes it.
    case none
  }

  /// Notes a change of a record, or updates what the transaction has noted about it.
  ///
  /// - Parameters:
  ///   - source: where the key comes from, after FROM; `nil` for the row of a trigger.
  ///   - change: the new value of a kind that is already noted; `nil` to keep the row unchanged.
  private func note(
    _ entity: String, _ key: String, _ kind: Kind, from source: String? = nil,
    where condition: String? = nil,
    onConflict change: String? = "CASE kind WHEN 3 THEN 2 ELSE kind END"
  ) -> String {
    // A column may be called `true`. Triggers keep it: if their text changes, the history starts over.
    let condition = condition ?? (source == nil ? "true" : "1")
    let update = change.map { "DO UPDATE SET kind = \($0), at = excluded.at, origin = excluded.origin" }
    return "INSERT INTO _rowsmith_history (token, entity, key, kind, origin, at) "
      + "SELECT s.token, \(literal(entity)), \(key), \(kind.rawValue), s.origin, \(Self.now) "
      + "FROM \(source.map { "\($0), " } ?? "")_rowsmith_history_state AS s WHERE \(condition) "
      + "\(source == nil ? "" : "ORDER BY 3 ")ON CONFLICT (token, entity, key) \(update ?? "DO NOTHING")"
  }

  /// Notes a deletion. A record that was inserted in the same transaction is removed from the history.
  private func noteDeleted(_ entity: String, _ key: String) -> [String] {
    [
      note(entity, key, .deleted, onConflict: "CASE kind WHEN 1 THEN \(Kind.none.rawValue) ELSE 3 END"),
      "DELETE FROM _rowsmith_history WHERE \(Self.current) AND entity = \(literal(entity)) AND key = \(key) "
        + "AND kind = \(Kind.none.rawValue)",
    ]
  }

  private func make(
    _ event: String, _ table: String, _ moment: String, when: String? = nil, _ body: [String],
    late: [String] = []
  ) -> Trigger {
    let name = "\(Self.prefix)\(event)_\(table)"
    let condition = when.map { "WHEN \($0) " } ?? ""
    let statements = ([Self.advance] + body).map { $0 + ";" }.joined(separator: " ")
    return Trigger(
      name: name, table: table,
      sql:
        "CREATE TRIGGER \(DDL.quoted(name)) \(moment) ON \(DDL.quoted(table)) \(condition)BEGIN \(statements) END",
      late: late.joined(separator: "; "))
  }

  private func literal(_ text: String) -> String { DDL.literal(.text(text)) }

  /// A key as stored in the history.
  private func key(_ columns: [(name: String, type: Layout.ColumnType)], of row: String) -> String {
    if columns.count == 1 { return "\(row).\(columns[0].name)" }
    let parts = columns.map { column in
      let value = "\(row).\(column.name)"
      switch column.type {
      // JSON has no type for bytes, and SQLite writes only 15 digits of a real number into it.
      case .blob: return "hex(\(value))"
      case .real:
        return
          "CASE WHEN typeof(\(value)) = 'real' AND abs(\(value)) < 9e999 THEN json(printf('%!.17g', \(value))) "
          + "ELSE \(value) END"
      default: return value
      }
    }
    return "json_array(\(parts.joined(separator: ", ")))"
  }

  private func key(of table: Layout.Table, _ row: String) -> String {
    if table.key.isEmpty { return "\(row).\(table.rowIDName)" }
    let columns = table.key.compactMap { name in table.columns.first { $0.name == name } }
    return key(columns.map { (DDL.quoted($0.name), $0.type) }, of: row)
  }

  // MARK: Rows of entities

  private func rows(_ table: Layout.Table) -> [Trigger] {
    let entity = table.name
    let (old, new, every) = (key(of: table, "OLD"), key(of: table, "NEW"), key(of: table, "t"))
    let source = "\(DDL.quoted(table.name)) AS t"
    let isHere = "key IN (SELECT \(every) FROM \(source))"
    let noted = "\(Self.current) AND entity = \(literal(entity))"
    var triggers = [
      make(
        "insert", table.name, "AFTER INSERT", [note(entity, new, .inserted)],
        late: [
          "DELETE FROM _rowsmith_history WHERE \(noted) AND kind = 1 AND NOT \(isHere)",
          "UPDATE _rowsmith_history SET kind = 3 WHERE \(noted) AND kind = 2 AND NOT \(isHere)",
          note(entity, every, .inserted, from: source),
        ]),
      make("delete", table.name, "AFTER DELETE", noteDeleted(entity, old)),
    ]
    let isSame = table.key.map { "OLD.\(DDL.quoted($0)) IS NEW.\(DDL.quoted($0))" }.joined(separator: " AND ")
    if !table.key.isEmpty {
      triggers.append(
        make(
          "rekey", table.name, "AFTER UPDATE OF \(DDL.list(table.key))", when: "NOT (\(isSame))",
          noteDeleted(entity, old) + [note(entity, new, .inserted)]))
    }
    let others = table.columns.map(\.name).filter { !table.key.contains($0) }
    if !others.isEmpty {
      triggers.append(
        make(
          "update", table.name, "AFTER UPDATE OF \(DDL.list(others))", when: differs(others, isSame),
          [note(entity, new, .updated)]))
    }
    return triggers
  }

  /// The condition that a value differs and the key does not.
  private func differs(_ columns: [String], _ isSame: String) -> String {
    let differing = columns.map { "OLD.\(DDL.quoted($0)) IS NOT NEW.\(DDL.quoted($0))" }
    // SQLite limits the depth of expressions. Other tables keep their text: if it changes, the history starts over.
    let isWide = columns.count > 500
    return (isWide ? DDL.joined(differing, " OR ") : "(\(differing.joined(separator: " OR ")))")
      + (isSame.isEmpty ? "" : " AND \(isSame)")
  }

  // MARK: Links

  /// A list of links is part of the record that owns it, so that record is updated, if it exists.
  private func links(_ table: Layout.LinkTable) -> [Trigger] {
    guard let owner = layout.table(holding: table.sourceEntity) else { return [] }
    let columns = table.sourceColumns.map { (name: DDL.quoted($0.name), type: $0.type) }
    func touch(_ row: String) -> String {
      note(owner.name, key(columns, of: row), .updated, where: isThere(row), onConflict: "kind")
    }
    func isThere(_ row: String) -> String {
      let matches = zip(owner.key, columns).map { "\(DDL.quoted($0)) = \(row).\($1.name)" }
      return "EXISTS (SELECT 1 FROM \(DDL.quoted(owner.name)) WHERE \(matches.joined(separator: " AND ")))"
    }
    let list = columns.map(\.name).joined(separator: ", ")
    let source = "(SELECT DISTINCT \(list) FROM \(DDL.quoted(table.name))) AS t"
    return [
      make(
        "link", table.name, "AFTER INSERT", [touch("NEW")],
        late: [
          note(
            owner.name, key(columns, of: "t"), .updated, from: source, where: isThere("t"), onConflict: nil)
        ]),
      make("unlink", table.name, "AFTER DELETE", [touch("OLD")]),
      make("relink", table.name, "AFTER UPDATE", [touch("OLD"), touch("NEW")]),
    ]
  }
}
