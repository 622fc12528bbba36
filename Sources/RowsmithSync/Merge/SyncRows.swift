import Rowsmith
import RowsmithClient

/// What this database knows about the server's copy of a row.
struct ServerCopy: Sendable, Hashable {
  /// The state of the copy.
  enum State: Int, Sendable {
    /// It exists at the server.
    case there = 0
    /// It may exist: a request that creates it was sent.
    case making = 1
    /// The server has deleted it.
    case deleted = 2
    /// The server no longer shows it to this user.
    case hidden = 3
    /// It came inside another record, and has not come by itself.
    case embedded = 4
  }

  var version: String?
  /// By the server's clock, in milliseconds since 1970.
  var modified: Int64?
  var state: State
  /// Whether the server is known to have the record.
  var isThere: Bool { state == .there || state == .embedded }
  /// The key that the server gave the row, if it is another one; `nil` to leave the stored one unchanged.
  var serverKey: String?
}

extension ReadTransaction {
  /// What is known about the server's copy; `nil` if nothing.
  func serverCopy(_ key: StoredValue, in table: SyncedTable) throws -> ServerCopy? {
    let found = try rows(
      "SELECT version, modified, state, server_key FROM _rowsmith_sync_rows WHERE entity = ? AND key = ?",
      [.text(table.name), key])
    guard let row = found.first else { return nil }
    return ServerCopy(
      version: row.text("version"), modified: row.integer("modified").map(Int64.init),
      state: row.integer("state").flatMap(ServerCopy.State.init) ?? .there, serverKey: row.text("server_key"))
  }
}

extension WriteTransaction {
  /// Records the server's copy.
  ///
  /// - Parameter seen: the number of the full sync that found it; `nil` to leave it unchanged.
  func noteServerCopy(_ copy: ServerCopy, of key: StoredValue, in table: SyncedTable, seen: Int64? = nil)
    throws
  {
    try run(
      """
      INSERT INTO _rowsmith_sync_rows (entity, key, version, modified, state, seen, server_key)
      VALUES (?1, ?2, ?3, ?4, ?5, coalesce(?6, 0), ?7)
      ON CONFLICT (entity, key) DO UPDATE SET version = excluded.version, modified = coalesce(excluded.modified, modified),
        state = excluded.state, seen = coalesce(?6, seen), server_key = coalesce(?7, server_key)
      """,
      [
        .text(table.name), key, copy.version.map(StoredValue.text) ?? .null,
        copy.modified.map(StoredValue.integer) ?? .null, .integer(Int64(copy.state.rawValue)),
        seen.map(StoredValue.integer) ?? .null, copy.serverKey.map(StoredValue.text) ?? .null,
      ])
  }

  /// Records that a full sync has found a record.
  func noteSeen(_ key: StoredValue, _ generation: Int64, in table: SyncedTable) throws {
    try run(
      "UPDATE _rowsmith_sync_rows SET seen = ? WHERE entity = ? AND key = ?",
      [.integer(generation), .text(table.name), key])
  }

  /// Records that a record that had to be read again was requested.
  func noteReadAgain(_ key: StoredValue, in table: SyncedTable) throws {
    try run(
      "UPDATE _rowsmith_sync_rows SET modified = NULL WHERE entity = ? AND key = ? AND modified = -1",
      [.text(table.name), key])
  }

  /// Removes what is known about the server's copy.
  func forgetServerCopy(of key: StoredValue, in table: SyncedTable) throws {
    try run("DELETE FROM _rowsmith_sync_rows WHERE entity = ? AND key = ?", [.text(table.name), key])
  }

  /// Records that a row equals the server's copy.
  func forgetChanges(of key: StoredValue, in table: SyncedTable) throws {
    try run("DELETE FROM _rowsmith_sync_unsent WHERE entity = ? AND key = ?", [.text(table.name), key])
    try run("DELETE FROM _rowsmith_sync_values WHERE entity = ? AND key = ?", [.text(table.name), key])
  }

  /// Records what was done to a row here.
  func noteKind(_ kind: LocalRow.Kind, of key: StoredValue, in table: SyncedTable, at time: Int64) throws {
    try run(
      """
      INSERT INTO _rowsmith_sync_unsent (entity, key, kind, at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (entity, key) DO UPDATE SET kind = excluded.kind
      """, [.text(table.name), key, .integer(Int64(kind.rawValue)), .integer(time)])
  }

  /// Records the server's value of a column or list that differs here.
  func noteChange(
    _ name: String, base: StoredValue, at time: Int64, of key: StoredValue, in table: SyncedTable
  ) throws {
    try run(
      """
      INSERT INTO _rowsmith_sync_values (entity, key, name, base, at) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (entity, key, name) DO UPDATE SET base = excluded.base
      """, [.text(table.name), key, .text(name), base, .integer(time)])
  }

  /// Records that a value no longer differs.
  func forgetChange(_ name: String, of key: StoredValue, in table: SyncedTable) throws {
    try run(
      "DELETE FROM _rowsmith_sync_values WHERE entity = ? AND key = ? AND name = ?",
      [.text(table.name), key, .text(name)])
  }

  /// Records that no values of a row are in a request without an answer.
  func forgetSent(of key: StoredValue, in table: SyncedTable) throws {
    try run(
      "UPDATE _rowsmith_sync_values SET sent = NULL, has_left = 0 WHERE entity = ? AND key = ?",
      [.text(table.name), key])
  }

  /// Removes the entry of a changed row without differences. Those of what no longer synchronises count no more.
  func tidy(_ key: StoredValue, in table: SyncedTable) throws {
    let names = (table.columns.map(\.name) + table.lists.map(\.name)).map(JSONValue.string)
    try run(
      """
      DELETE FROM _rowsmith_sync_values WHERE entity = ?1 AND key = ?2 AND name NOT IN (SELECT value FROM json_each(?3))
      """, [.text(table.name), key, .text(JSONValue.array(names).text)])
    try run(
      """
      DELETE FROM _rowsmith_sync_unsent WHERE entity = ?1 AND key = ?2 AND kind = 2 AND NOT EXISTS
      (SELECT 1 FROM _rowsmith_sync_values WHERE entity = ?1 AND key = ?2)
      """, [.text(table.name), key])
  }

  /// Runs a block with tracking off, for writes that come from the server.
  func quietly<Result>(_ body: () throws -> Result) throws -> Result {
    try run("INSERT INTO _rowsmith_sync_quiet (id) VALUES (1) ON CONFLICT DO NOTHING")
    do {
      let result = try body()
      try run("DELETE FROM _rowsmith_sync_quiet")
      return result
    } catch {
      // The transaction may go on if the error is caught.
      _ = try? run("DELETE FROM _rowsmith_sync_quiet")
      throw error
    }
  }
}
