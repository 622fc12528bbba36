import Rowsmith
import RowsmithClient
import RowsmithSchema

/// Finds the rows that can be sent next: parents before children, deletions behind all else.
struct Candidates {
  let context: SyncContext

  /// What nobody holds up: no request of the row has left without an answer, none was refused since it was changed last, and
  /// nobody has a conflict of it to decide.
  private static let isFree = """
    NOT EXISTS (SELECT 1 FROM _rowsmith_queue AS q WHERE q.lane = 'sync' AND q.key = u.key AND q.entity = u.entity
      AND (q.state <> 'refused' OR q.revision >= u.at))
    AND NOT EXISTS (SELECT 1 FROM _rowsmith_conflicts AS c WHERE c.entity = u.entity AND c.key = u.key AND c.winner IS NULL
      AND (u.kind <> 3 OR c.name IS NULL))
    """

  /// The next rows of one table, at most as many as go together; empty where none is left.
  ///
  /// - Parameter passed: rows that are not to be tried again in this sync.
  func next(
    _ limit: Int, without passed: Set<RowID>, _ db: ReadTransaction
  ) throws -> (table: SyncedTable, rows: [LocalRow])? {
    let tables = context.model.tables.filter(\.isPushed)
    for ignoresCircles in [false, true] {
      for table in tables {
        let rows = try rows(of: table, "u.kind <> 3", limit, without: passed, db) { local in
          try ignoresCircles || !refersToNew(local, in: table, db)
        }
        if !rows.isEmpty { return (table, rows) }
      }
    }
    for table in tables.reversed() {
      let rows = try rows(of: table, "u.kind = 3", limit, without: passed, db) { _ in true }
      if !rows.isEmpty { return (table, rows) }
    }
    return nil
  }

  /// How many rows have something that could be sent.
  func count(_ db: ReadTransaction) throws -> Int {
    try db.rows("SELECT count(*) AS n FROM _rowsmith_sync_unsent AS u WHERE \(Candidates.isFree)").first?
      .integer("n") ?? 0
  }

  private func rows(
    of table: SyncedTable, _ condition: String, _ limit: Int, without passed: Set<RowID>,
    _ db: ReadTransaction,
    _ isReady: (LocalRow) throws -> Bool
  ) throws -> [LocalRow] {
    var found: [LocalRow] = []
    var last: StoredValue?
    // Rows that have to wait do not hold up those behind them.
    while found.count < limit {
      let keys = try db.rows(
        "SELECT u.key FROM _rowsmith_sync_unsent AS u WHERE u.entity = ?1 AND (?2 IS NULL OR u.key > ?2) AND \(condition) "
          + "AND \(Candidates.isFree) ORDER BY u.key LIMIT ?3",
        [.text(table.name), last ?? .null, .integer(Int64(max(limit, 100)))]
      ).compactMap(\.values.first)
      if keys.isEmpty { return found }
      last = keys.last
      for key in keys where found.count < limit && !passed.contains(RowID(table: table.name, key: key)) {
        if let local = try db.localRow(key, in: table), try isReady(local) { found.append(local) }
      }
    }
    return found
  }

  /// Whether a row leads to one that the server does not have yet.
  private func refersToNew(_ local: LocalRow, in table: SyncedTable, _ db: ReadTransaction) throws -> Bool {
    for column in table.columns {
      guard let target = column.target, let key = local.values[column.name], key != .null else { continue }
      if target == table.table, key == local.key { continue }
      if try isNew(key, in: target, db) { return true }
    }
    guard table.isLinks else { return false }
    let keys = KeyCoding.decode(local.key, count: 2)
    let sides = [(table.linkEntities.source, keys.first), (table.linkEntities.target, keys.last)]
    return try sides.contains { entity, key in try key.map { try isNew($0, in: entity, db) } ?? false }
  }

  private func isNew(_ key: StoredValue, in table: String, _ db: ReadTransaction) throws -> Bool {
    try !db.rows(
      "SELECT 1 FROM _rowsmith_sync_unsent WHERE entity = ? AND key = ? AND kind = 1", [.text(table), key]
    ).isEmpty
  }
}

/// Which row it is.
struct RowID: Sendable, Hashable {
  var table: String
  var key: StoredValue
}
