import Rowsmith
import RowsmithClient
import RowsmithSchema

/// Rows that count as created here though the server has them: they were written under another model and without a session. If
/// their records come again with the same version, the server has nothing new, and the local row stays.
struct UncontestedRows: Sendable {
  /// The keys of such rows in a page.
  var keys: [StoredValue] = []
  /// The other records of the page.
  var records: [SyncRecord]

  /// Begins with the unsent rows: each page asks, and the server may have many more records of a collection.
  static let statement = """
    SELECT r.key, r.version FROM _rowsmith_sync_unsent AS u CROSS JOIN _rowsmith_sync_rows AS r
    ON r.entity = u.entity AND r.key = u.key WHERE u.entity = ? AND u.kind = 1 AND r.state = 0
    AND r.version IN (SELECT value FROM json_each(?))
    """

  init(_ page: [SyncRecord], of table: SyncedTable, _ context: SyncContext) async throws {
    records = page
    let versions = page.compactMap(\.version)
    if versions.isEmpty { return }
    let known = try await context.store.read { db in
      let maker = WriteMaker(context: context, table: table)
      let rows = try db.rows(
        UncontestedRows.statement,
        [.text(table.name), .text(JSONValue.array(versions.map(JSONValue.string)).text)])
      return try rows.map { row in
        let key = row["key"] ?? .null
        return (key: key, id: try maker.id(of: key, db), version: row.text("version"))
      }
    }
    let uncontested = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    records.removeAll { record in
      guard let row = uncontested[record.id], record.version == row.version, !record.isDeleted else {
        return false
      }
      keys.append(row.key)
      return true
    }
  }

  /// Records that a full sync has found them.
  func noteSeen(_ full: Int64?, in table: SyncedTable, _ db: WriteTransaction) throws {
    guard let full else { return }
    for key in keys {
      try db.run(
        "UPDATE _rowsmith_sync_rows SET seen = ? WHERE entity = ? AND key = ?",
        [.integer(full), .text(table.name), key])
    }
  }
}
