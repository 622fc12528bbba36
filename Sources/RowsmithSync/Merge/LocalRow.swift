import Rowsmith
import RowsmithClient
import RowsmithSchema

/// A row that may differ from the server's last state, as it is in this database.
struct LocalRow: Sendable {
  /// What was done to it here.
  enum Kind: Int, Sendable {
    case made = 1
    case changed = 2
    case deleted = 3
  }

  /// A value that was changed here.
  struct Value: Sendable {
    /// The server's last value.
    var base: StoredValue
    /// When it was last changed, by the local clock, in milliseconds since 1970.
    var at: Int64
    /// The value in a request that was sent and has no answer; `nil` if there is none.
    var sent: StoredValue?
  }

  var key: StoredValue
  var kind: Kind
  /// When it was last changed, by the local clock, in milliseconds since 1970.
  var at: Int64
  /// The changes, by column or relationship.
  var changes: [String: Value]
  /// Its columns and lists, by name; empty if the row does not exist.
  var values: [String: StoredValue]
  /// The unique columns that cannot get the server's last value while the record is applied, as another row has it.
  var kept: Set<String> = []
}

extension ReadTransaction {
  /// A row that may have unsent changes; `nil` if it has none.
  func localRow(_ key: StoredValue, in table: SyncedTable) throws -> LocalRow? {
    let found = try rows(
      "SELECT kind, at FROM _rowsmith_sync_unsent WHERE entity = ? AND key = ?", [.text(table.name), key])
    guard let first = found.first, let kind = first.integer("kind").flatMap(LocalRow.Kind.init) else {
      return nil
    }
    return LocalRow(
      key: key, kind: kind, at: Int64(first.integer("at") ?? 0), changes: try changes(of: key, in: table),
      values: try values(of: key, in: table) ?? [:])
  }

  /// Adds the lists of a deleted row to its changes. Only links that are deleted record their list, so one without links, or
  /// with links that are still there, is as the server has it.
  func addLists(to local: inout LocalRow, in table: SyncedTable) throws {
    for list in table.lists where local.changes[list.name] == nil {
      let base = try rows("SELECT \(list.value(of: "?1"))", [local.key]).first?.values.first
      local.changes[list.name] = .init(base: base ?? .text("[]"), at: local.at, sent: nil)
    }
  }

  /// The recorded changes of a row, but for those of columns and lists that no longer synchronise.
  func changes(of key: StoredValue, in table: SyncedTable) throws -> [String: LocalRow.Value] {
    let found = try rows(
      "SELECT name, base, at, sent, has_left FROM _rowsmith_sync_values WHERE entity = ? AND key = ?",
      [.text(table.name), key])
    var changes: [String: LocalRow.Value] = [:]
    for row in found {
      guard let name = row.text("name"), table.sends(name) else { continue }
      changes[name] = .init(
        base: row["base"] ?? .null, at: Int64(row.integer("at") ?? 0),
        sent: row.integer("has_left") == 1 ? row["sent"] ?? .null : nil)
    }
    return changes
  }

  /// The columns and lists of a row that are sent; `nil` if there is no such row.
  func values(of key: StoredValue, in table: SyncedTable) throws -> [String: StoredValue]? {
    let columns =
      table.columns.map { $0.value(in: "t") } + table.lists.map { $0.value(of: table.key(of: "t")) }
    let condition = table.condition(for: key, in: "t")
    let found = try rows(
      "SELECT \((["1"] + columns).joined(separator: ", ")) FROM \(DDL.quoted(table.name)) AS t "
        + "WHERE \(condition.sql)", condition.values)
    guard let row = found.first else { return nil }
    let names = table.columns.map(\.name) + table.lists.map(\.name)
    return Dictionary(zip(names, row.values.dropFirst()), uniquingKeysWith: { first, _ in first })
  }

  /// Whether there is a row with a key.
  func hasRow(_ key: StoredValue, in table: SyncedTable) throws -> Bool {
    let condition = table.condition(for: key, in: "t")
    return try !rows(
      "SELECT 1 FROM \(DDL.quoted(table.name)) AS t WHERE \(condition.sql)", condition.values
    ).isEmpty
  }
}

extension WriteTransaction {
  /// Sets columns and lists of a row. Called with tracking off.
  ///
  /// - Parameter ignoring: whether to skip unique values that another row has.
  /// - Returns: the columns that were skipped.
  @discardableResult
  func set(
    _ values: [String: StoredValue], of key: StoredValue, in table: SyncedTable, ignoring: Bool = false
  ) throws -> Set<String> {
    let columns = table.columns.filter { values[$0.name] != nil }
    var kept: Set<String> = []
    if !columns.isEmpty, try set(columns, values, of: key, in: table, ignoring) == 0, ignoring {
      for column in columns where try set([column], values, of: key, in: table, ignoring) == 0 {
        kept.insert(column.name)
      }
    }
    for list in table.lists { if let value = values[list.name] { try set(list, of: key, to: value) } }
    return kept
  }

  /// - Returns: how many rows were updated.
  private func set(
    _ columns: [SyncedTable.Column], _ values: [String: StoredValue], of key: StoredValue,
    in table: SyncedTable,
    _ ignoring: Bool
  ) throws -> Int {
    let assignments = columns.flatMap(\.names).map { "\(DDL.quoted($0)) = ?" }.joined(separator: ", ")
    let stored = try columns.flatMap { try $0.values(of: values[$0.name] ?? .null) }
    return try run(
      "UPDATE \(ignoring ? "OR IGNORE " : "")\(DDL.quoted(table.name)) SET \(assignments) "
        + "WHERE \(DDL.quoted(table.keys[0])) = ?", stored + [key])
  }

  /// Replaces the links of a row.
  private func set(_ list: SyncedTable.List, of key: StoredValue, to value: StoredValue) throws {
    let (table, owner, other) = (DDL.quoted(list.table), DDL.quoted(list.owner), DDL.quoted(list.other))
    guard case .text = value else { return }
    try run(
      "DELETE FROM \(table) WHERE \(owner) = ?1 AND \(other) NOT IN (SELECT value FROM json_each(?2))",
      [key, value])
    guard let position = list.position.map(DDL.quoted) else {
      try run(
        "INSERT INTO \(table) (\(owner), \(other)) SELECT ?1, value FROM json_each(?2) WHERE 1 "
          + "ON CONFLICT DO NOTHING", [key, value])
      return
    }
    // The list is read once: read for each of its links, it would take the square of its length.
    try run(
      "INSERT INTO \(table) (\(owner), \(other), \(position)) SELECT ?1, value, min(key) FROM json_each(?2) "
        + "GROUP BY value ON CONFLICT (\(owner), \(other)) DO UPDATE SET \(position) = excluded.\(position) "
        + "WHERE \(position) IS NOT excluded.\(position)", [key, value])
  }
}
