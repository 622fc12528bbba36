import Rowsmith
import RowsmithClient

/// A write that the server has accepted, kept as long as it may still turn out lost: servers that check versions before they lock
/// a row let two writes of the same version through, and the second overwrites the first.
struct TakenWrite: Sendable, Hashable {
  /// How long after a write another one may succeed that does not know it, in milliseconds by the server's clock.
  static let window: Int64 = 2000

  /// The column or list; empty if the whole record was created.
  var name: String
  /// The value sent, or what the server has made of it, as its answer says.
  var mine: StoredValue
  /// The server's value before.
  var base: StoredValue
  /// The version that the server gave the write.
  var version: String?
  /// The server's time of the write, in milliseconds since 1970, reported or estimated.
  var at: Int64
  /// Whether it was lost once and is sent again.
  var isAgain = false
}

extension ReadTransaction {
  /// Whether any write to a collection was accepted recently.
  func hasTakenWrites(in table: SyncedTable) throws -> Bool {
    try !rows("SELECT 1 FROM _rowsmith_sync_taken WHERE entity = ? LIMIT 1", [.text(table.name)]).isEmpty
  }

  /// The recently accepted writes to a row.
  func takenWrites(of key: StoredValue, in table: SyncedTable) throws -> [TakenWrite] {
    try rows(
      "SELECT name, mine, base, version, at, again FROM _rowsmith_sync_taken WHERE entity = ? AND key = ? ORDER BY name",
      [.text(table.name), key]
    ).map { row in
      TakenWrite(
        name: row.text("name") ?? "", mine: row["mine"] ?? .null, base: row["base"] ?? .null,
        version: row.text("version"), at: Int64(row.integer("at") ?? 0),
        isAgain: (row.integer("again") ?? 0) & 1 == 1)
    }
  }

  /// The names of the writes to a row whose answer is being applied; an empty one stands for the whole record.
  func answeredWrites(of key: StoredValue, in table: SyncedTable) throws -> Set<String> {
    Set(
      try rows(
        "SELECT name FROM _rowsmith_sync_taken WHERE entity = ? AND key = ? AND again > 1",
        [.text(table.name), key]
      ).compactMap { $0.text("name") })
  }
}

extension WriteTransaction {
  /// Records an accepted write, whose answer is to be applied. Earlier writes to the row get its version and time, as the server
  /// still had them then.
  func note(_ taken: TakenWrite, of key: StoredValue, in table: SyncedTable) throws {
    let version = taken.version.map(StoredValue.text) ?? .null
    try run(
      "UPDATE _rowsmith_sync_taken SET version = ?3, at = ?4 WHERE entity = ?1 AND key = ?2",
      [.text(table.name), key, version, .integer(taken.at)])
    try run(
      """
      INSERT INTO _rowsmith_sync_taken (entity, key, name, mine, base, version, at, again)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 2)
      ON CONFLICT (entity, key, name) DO UPDATE SET again = 2 + (again & 1 AND mine IS excluded.mine),
        mine = excluded.mine, base = excluded.base
      """,
      [.text(table.name), key, .text(taken.name), taken.mine, taken.base, version, .integer(taken.at)])
  }

  /// Records what the server has made of an accepted value: it may trim a text, for instance.
  func noteAnswer(_ value: StoredValue, to name: String, of key: StoredValue, in table: SyncedTable) throws {
    try run(
      "UPDATE _rowsmith_sync_taken SET mine = ?4 WHERE entity = ?1 AND key = ?2 AND name = ?3 AND again > 1",
      [.text(table.name), key, .text(name), value])
  }

  /// Records that the answer to accepted writes has been applied.
  func noteAnswered(of key: StoredValue, in table: SyncedTable) throws {
    try run(
      "UPDATE _rowsmith_sync_taken SET again = again & 1 WHERE entity = ? AND key = ? AND again > 1",
      [.text(table.name), key])
  }

  /// Records that a lost write is sent again.
  func noteAgain(_ taken: TakenWrite, of key: StoredValue, in table: SyncedTable) throws {
    try run(
      "UPDATE _rowsmith_sync_taken SET again = 1 WHERE entity = ? AND key = ? AND name = ?",
      [.text(table.name), key, .text(taken.name)])
  }

  /// Removes the accepted writes to a row, or to one of its columns or lists.
  func forgetTakenWrites(of key: StoredValue, named name: String? = nil, in table: SyncedTable) throws {
    try run(
      "DELETE FROM _rowsmith_sync_taken WHERE entity = ?1 AND key = ?2 AND (?3 IS NULL OR name = ?3)",
      [.text(table.name), key, name.map(StoredValue.text) ?? .null])
  }

  /// Removes the accepted write to a column or list of a row, unless it has the value that was sent now.
  func forgetTakenWrites(
    of key: StoredValue, named name: String, but value: StoredValue, in table: SyncedTable
  ) throws {
    try run(
      "DELETE FROM _rowsmith_sync_taken WHERE entity = ? AND key = ? AND name = ? AND mine IS NOT ?",
      [.text(table.name), key, .text(name), value])
  }

  /// Removes accepted writes that cannot be lost any more, as everything up to now has been read.
  ///
  /// - Parameter now: the server's time, in milliseconds since 1970.
  func forgetOldTakenWrites(in table: SyncedTable, now: Int64) throws {
    try run(
      "DELETE FROM _rowsmith_sync_taken WHERE entity = ?1 AND abs(at - ?2) > ?3",
      [.text(table.name), .integer(now), .integer(TakenWrite.window)])
  }
}
