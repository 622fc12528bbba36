import Rowsmith
import RowsmithClient
import RowsmithSchema

/// How far a collection has been read.
struct Cursor: Sendable, Hashable {
  /// From where changes are asked for; nil for everything.
  var value: String?
  /// What of the model its rows were read with; while all of it is read again with another one, what ``forced(_:)`` says.
  var model: String
  /// The number of the full sync that is going on; nil where none is.
  var full: Int64?
  /// How often the collection was read to its end since it was last counted.
  var reads = 0

  /// What stands for the model until a collection has been read to its end again, records that have not changed among it:
  /// where that is interrupted, it goes on like that.
  static func forced(_ table: SyncedTable) -> String { "again \(table.fingerprint)" }
}

extension ReadTransaction {
  /// How far a collection has been read; nil where it has not been.
  func cursor(_ table: SyncedTable) throws -> Cursor? {
    let found = try rows(
      "SELECT cursor, model, full, read FROM _rowsmith_sync_cursors WHERE collection = ?",
      [.text(table.collection.name)])
    guard let row = found.first else { return nil }
    return Cursor(
      value: row.text("cursor"), model: row.text("model") ?? "", full: row.integer("full").map(Int64.init),
      reads: row.integer("read") ?? 0)
  }

  /// How many records the server counts that are not known here, as the last full sync has found.
  func uncounted(_ table: SyncedTable) throws -> Int {
    try rows(
      "SELECT value FROM _rowsmith_sync_state WHERE name = ?", [.text("uncounted \(table.collection.name)")]
    ).first?.integer("value") ?? 0
  }

  /// The number of the next full sync of a collection.
  func nextFull(_ table: SyncedTable) throws -> Int64 {
    let seen = try rows(
      "SELECT max(seen) AS n FROM _rowsmith_sync_rows WHERE entity = ?", [.text(table.name)])
    return Int64(seen.first?.integer("n") ?? 0) + 1
  }
}

extension WriteTransaction {
  /// Notes how far a collection has been read.
  func note(_ cursor: Cursor, of table: SyncedTable) throws {
    try run(
      """
      INSERT INTO _rowsmith_sync_cursors (collection, cursor, model, full, read) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (collection) DO UPDATE SET cursor = ?2, model = ?3, full = ?4, read = ?5
      WHERE cursor IS NOT ?2 OR model IS NOT ?3 OR full IS NOT ?4 OR read IS NOT ?5
      """,
      [
        .text(table.collection.name), cursor.value.map(StoredValue.text) ?? .null, .text(cursor.model),
        cursor.full.map(StoredValue.integer) ?? .null, .integer(Int64(cursor.reads)),
      ])
  }

  /// Notes how many records the server counts that are not known here.
  func noteUncounted(_ count: Int, of table: SyncedTable) throws {
    let name = StoredValue.text("uncounted \(table.collection.name)")
    if count == 0 {
      try run("DELETE FROM _rowsmith_sync_state WHERE name = ?", [name])
      return
    }
    try run(
      "INSERT INTO _rowsmith_sync_state (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
      [name, .integer(Int64(count))])
  }
}
