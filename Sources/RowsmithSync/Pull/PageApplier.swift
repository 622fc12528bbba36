import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSchema

/// Applies the server's records to the database: a page and its cursor in one transaction.
struct PageApplier {
  let context: SyncContext
  let table: SyncedTable

  /// Further parts of the transaction, and options.
  struct Together: Sendable {
    /// Runs before the records are applied.
    var before: (@Sendable (WriteTransaction) throws -> Void)?
    /// Runs after them.
    var after: (@Sendable (WriteTransaction) throws -> Void)?
    /// The number of the full sync in progress, which tells the rows that it has found from others.
    var generation: Int64?
    /// The origin of the changes that observers see.
    var origin = ChangeOrigin.pull
    /// Local keys by server keys, by entity, of records that are being applied.
    var keys: [String: [String: String]] = [:]
    /// Whether unchanged records are applied again.
    var isForced = false
    /// Records that are merged whatever their version: they are why the server refused a write.
    var forced: Set<String> = []
    /// Records from answers to local writes.
    var own: Set<String> = []
  }

  /// A record with its local key.
  struct Keyed: Sendable {
    var record: SyncRecord
    var key: StoredValue
  }

  /// Applies a page.
  ///
  /// - Throws: `StoreError`, ``SyncError``. Nothing of the page is in the database then.
  func apply(_ records: [SyncRecord], _ together: Together = Together()) async throws -> SyncReport {
    var translated = SyncReport()
    let records = try await KeyTranslation(context: context, table: table, known: together.keys)
      .ours(records, &translated)
    let sorted = try await sort(records, together, translated)
    if table.isLinks {
      return try await context.write(together.origin, "links of \(table.name)") { db in
        try together.before?(db)
        var report = sorted.report
        try applyLinks(sorted, together, &report, db)
        try together.after?(db)
        return report
      }
    }
    var report = try await applyRecords(sorted, together)
    if !sorted.doubtful.isEmpty {
      // A page may be outdated, so the current records are read.
      let found = try await context.read(sorted.doubtful, in: table)
      report.requests += 1
      report.add(try await apply(found, Together(keys: together.keys, forced: Set(sorted.doubtful))))
    }
    return report
  }
}
