import Rowsmith
import RowsmithClient
import RowsmithSchema

/// How far a collection has been read.
struct Cursor: Sendable, Hashable {
  /// The server's cursor; `nil` to ask for everything.
  var value: String?
  /// The fingerprint of the model that the rows were read with; ``forced(_:)`` while all of them are read again.
  var model: String
  /// The number of the full sync in progress; `nil` if there is none.
  var full: Int64?
  /// How many times the collection was read to its end since its records were last counted. During a full sync whose pages may
  /// have shifted, the number of the reading, below zero: -1 for the first.
  var reads = 0

  /// Whether pages of the full sync in progress may have shifted.
  var mayHaveShifted: Bool { reads < 0 }
  /// Which reading of the full sync in progress this is, from 1.
  var reading: Int { max(1, -reads) }

  /// The value of ``model`` until a collection, including unchanged records, has been read to its end again. If that is
  /// interrupted, the next sync goes on with it.
  static func forced(_ table: SyncedTable) -> String { "again \(table.fingerprint)" }
}

extension ReadTransaction {
  /// The cursor of a collection; `nil` if it has never been read.
  func cursor(_ table: SyncedTable) throws -> Cursor? {
    let found = try rows(
      "SELECT cursor, model, full, read FROM _rowsmith_sync_cursors WHERE collection = ?",
      [.text(table.collection.name)])
    guard let row = found.first else { return nil }
    return Cursor(
      value: row.text("cursor"), model: row.text("model") ?? "", full: row.integer("full").map(Int64.init),
      reads: row.integer("read") ?? 0)
  }

  /// How many of the records that the server counts are not known here, as found by the last full sync.
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
  /// Stores the cursor of a collection.
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

  /// Stores how many of the records that the server counts are not known here.
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

extension ReadTransaction {
  /// The records of a collection that could not be imported. Each sync asks for them again.
  func unimported(in table: SyncedTable) throws -> [String] {
    try rows(
      "SELECT i.value AS id FROM _rowsmith_sync_state AS s, json_each(s.value) AS i WHERE s.name = ? ORDER BY 1",
      [.text("unimported \(table.collection.name)")]
    ).compactMap { $0.text("id") }
  }
}

extension WriteTransaction {
  /// Notes which records of a collection could not be imported, and which have been since.
  func noteUnimported(_ bad: Set<String>, without good: Set<String>, in table: SyncedTable) throws {
    let known = Set(try unimported(in: table))
    let now = known.subtracting(good).union(bad)
    if now == known { return }
    let name = StoredValue.text("unimported \(table.collection.name)")
    try run("DELETE FROM _rowsmith_sync_state WHERE name = ?", [name])
    if now.isEmpty { return }
    let list = JSONValue.array(now.sorted().map(JSONValue.string)).text
    try run("INSERT INTO _rowsmith_sync_state (name, value) VALUES (?, ?)", [name, .text(list)])
  }
}
