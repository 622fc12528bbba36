import Rowsmith
import RowsmithAPI
import RowsmithClient

/// Reads the records that are to be changed and of which no version is known: no write goes without one where the server has
/// them. A write without one takes the place of what somebody else has written since, and nobody hears of it.
struct UnknownVersions: Sendable {
  let context: SyncContext
  /// Rows that were about to be sent and have to be read before: they were changed when all others had been read.
  var unread: Set<RowID> = []
  /// Rows that were read in this push. Where the server has not said their version, it does not say it the second time.
  private var asked: Set<RowID> = []

  init(context: SyncContext) { self.context = context }

  /// Whether a row has to be read before it is sent.
  func lacks(_ local: LocalRow, _ copy: ServerCopy?, in table: SyncedTable) -> Bool {
    guard context.server.guarantees.hasVersions, let copy, copy.state == .there, copy.version == nil else {
      return false
    }
    return !asked.contains(RowID(table: table.name, key: local.key))
  }

  /// Reads what there is to be read, and was not yet.
  ///
  /// - Returns: why the push cannot go on; nil where it can.
  mutating func read(_ report: inout SyncReport) async throws -> SyncError? {
    for table in context.model.tables where table.isPushed {
      var last: StoredValue = .null
      while let (end, keys) = try await next(in: table, after: last) {
        last = end
        if keys.isEmpty { continue }
        do {
          try await read(keys, in: table, &report)
        } catch let error as SyncError where error.reason != .busy && error.reason != .database {
          return error
        }
        asked.formUnion(keys.map { RowID(table: table.name, key: $0.key) })
      }
    }
    asked.formUnion(unread)
    unread = []
    return nil
  }

  /// The next rows whose versions are not known, by key, and the last key that was looked at; nil where there is none.
  private func next(in table: SyncedTable, after last: StoredValue) async throws -> (
    end: StoredValue, keys: [(key: StoredValue, id: String)]
  )? {
    // Without versions, those alone of which somebody has said that they are to be read again.
    let hasVersions = context.server.guarantees.hasVersions
    let found = try await context.store.read { db in
      try db.rows(
        """
        SELECT r.key FROM _rowsmith_sync_rows AS r LEFT JOIN _rowsmith_sync_unsent AS u
        ON u.entity = r.entity AND u.key = r.key
        WHERE r.entity = ?1 AND (?2 IS NULL OR r.key > ?2) AND r.state = 0 AND r.version IS NULL
        AND (?3 AND u.key IS NOT NULL OR r.modified = -1) ORDER BY r.key LIMIT 100
        """, [.text(table.name), last, .integer(hasVersions ? 1 : 0)]
      ).compactMap(\.values.first).map {
        (key: $0, id: try WriteMaker(context: context, table: table).id(of: $0, db))
      }
    }
    guard let end = found.last?.key else { return nil }
    return (end, found.filter { !asked.contains(RowID(table: table.name, key: $0.key)) })
  }

  private func read(
    _ keys: [(key: StoredValue, id: String)], in table: SyncedTable, _ report: inout SyncReport
  ) async throws {
    let records = try await context.server.read(keys.map(\.id), in: table.collection)
    report.requests += 1
    let asked = keys.map(\.key)
    report.add(
      try await PageApplier(context: context, table: table).apply(
        records,
        .init(
          before: { db in for key in asked { try db.noteReadAgain(key, in: table) } }, isForced: true)))
  }
}
