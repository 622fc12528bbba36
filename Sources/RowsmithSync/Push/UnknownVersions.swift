import Rowsmith
import RowsmithAPI
import RowsmithClient

/// Reads records that are to be changed or deleted and whose version is unknown, if the server has versions. A write without a
/// version would overwrite others' changes unnoticed. Likewise those whose server key is unknown, if the server has its own.
///
/// A record that the server no longer has is merged as deleted. A record that it does not show, or that has no version even when
/// read alone, is not sent.
struct UnknownVersions: Sendable {
  let context: SyncContext
  /// Rows that were about to be sent but have to be read first: they were changed after all others had been read.
  var unread: Set<RowID> = []
  /// Rows that were read in this push. If the server gave no version, it is not asked again.
  private var asked: Set<RowID> = []
  /// Errors for rows that were read without getting a version.
  private var failures: [RowID: SyncError] = [:]

  init(context: SyncContext) { self.context = context }

  private typealias Wanted = (key: StoredValue, id: String)

  /// Why a write cannot be sent.
  enum Obstacle: Sendable {
    /// The record has to be read first.
    case unread
    /// It could not be read; the next push tries again.
    case failed(SyncError)
    /// It was read and has no version. The app or the server has to be changed.
    case withoutVersion(SyncError)
  }

  /// Why a write cannot be sent; `nil` if it can.
  func obstacle(
    to write: SyncWrite, of key: StoredValue, _ copy: ServerCopy?, in table: SyncedTable
  ) -> Obstacle? {
    if write.kind == .create, copy?.state == .making, !context.rules.defects.contains(.noIdempotency) {
      // A request that was given up may have created it, and another one has another idempotency key.
      let row = RowID(table: table.name, key: key)
      guard asked.contains(row) else { return .unread }
      // One that was made from here would be shown.
      return failures[row].flatMap { $0.reason == .forbidden ? nil : .failed($0) }
    }
    if write.kind != .create, write.serverKey == nil, !table.isLinks,
      context.model.keys.attribute(of: table.plan.name) != nil
    {
      // Its path needs the key that the server gave it, which the answer to its creation did not have.
      let row = RowID(table: table.name, key: key)
      guard asked.contains(row) else { return .unread }
      if let failure = failures[row], failure.reason != .forbidden { return .failed(failure) }
    }
    guard write.kind != .create, write.version == nil, context.server.hasVersions(in: table.collection),
      !context.rules.defects.contains(.fullPut)
    else { return nil }
    let row = RowID(table: table.name, key: key)
    guard asked.contains(row) else { return .unread }
    guard let failure = failures[row] else {
      return .withoutVersion(.withoutVersion(write.id, in: table.collection))
    }
    return failure.reason == .forbidden ? .withoutVersion(failure) : .failed(failure)
  }

  /// Reads the records already known to lack a version.
  ///
  /// - Returns: why the push cannot go on; `nil` if it can.
  mutating func read(_ report: inout SyncReport) async throws -> SyncError? {
    for table in context.model.tables where table.isPushed {
      var last: StoredValue = .null
      while let (end, wanted) = try await next(in: table, after: last) {
        last = end
        if let error = try await ask(wanted, in: table, &report) { return error }
      }
    }
    return nil
  }

  /// Reads the records in ``unread``.
  ///
  /// - Returns: why the push cannot go on; `nil` if it can.
  mutating func readUnread(_ report: inout SyncReport) async throws -> SyncError? {
    let context = context
    for table in context.model.tables {
      let keys = unread.filter { $0.table == table.name }.map(\.key)
      if keys.isEmpty { continue }
      let wanted = try await context.store.read { db in
        let maker = WriteMaker(context: context, table: table)
        return try keys.map { (key: $0, id: try maker.id(of: $0, db)) }.sorted { $0.id < $1.id }
      }
      if let error = try await ask(wanted, in: table, &report) { return error }
    }
    unread = []
    return nil
  }

  /// The next rows without a version, by key, and the last key searched; `nil` if there are none.
  private func next(in table: SyncedTable, after last: StoredValue) async throws -> (
    end: StoredValue, wanted: [Wanted]
  )? {
    // If the server has no versions, only the rows marked to be read again.
    let hasVersions = context.server.hasVersions(in: table.collection)
    let found = try await context.store.read { db in
      try db.rows(
        """
        SELECT r.key FROM _rowsmith_sync_rows AS r LEFT JOIN _rowsmith_sync_unsent AS u
        ON u.entity = r.entity AND u.key = r.key
        WHERE r.entity = ?1 \(last == .null ? "" : "AND r.key > ?2") AND r.state IN (0, 4) AND r.version IS NULL
        AND (?3 AND u.key IS NOT NULL OR r.modified = -1) ORDER BY r.key LIMIT 100
        """, [.text(table.name), last, .integer(hasVersions ? 1 : 0)]
      ).compactMap(\.values.first).map {
        (key: $0, id: try WriteMaker(context: context, table: table).id(of: $0, db))
      }
    }
    guard let end = found.last?.key else { return nil }
    return (end, found.filter { !asked.contains(RowID(table: table.name, key: $0.key)) })
  }

  // MARK: Asking

  /// Reads records; one by one if an error concerns one of them.
  private mutating func ask(
    _ wanted: [Wanted], in table: SyncedTable, _ report: inout SyncReport
  ) async throws -> SyncError? {
    if wanted.isEmpty { return nil }
    do {
      try await read(wanted, in: table, &report)
    } catch let error as SyncError where error.isOfTheseRecords {
      guard wanted.count == 1 else {
        for one in wanted { if let error = try await ask([one], in: table, &report) { return error } }
        return nil
      }
      fail(
        wanted[0], in: table, error.reason == .forbidden ? .hidden(wanted[0].id, in: table.collection) : error
      )
    } catch let error as SyncError where error.reason != .busy && error.reason != .database {
      return error
    }
    asked.formUnion(wanted.map { RowID(table: table.name, key: $0.key) })
    return nil
  }

  private mutating func fail(_ wanted: Wanted, in table: SyncedTable, _ error: SyncError) {
    var error = error
    (error.entity, error.id) = (table.collection.name, wanted.id)
    failures[RowID(table: table.name, key: wanted.key)] = error
  }

  private mutating func read(_ wanted: [Wanted], in table: SyncedTable, _ report: inout SyncReport)
    async throws
  {
    let collection = table.collection
    let found = try await context.read(wanted.map(\.id), in: table)
    report.requests += 1
    let missing = try await missing(wanted, in: found, of: table)
    var hidden: Set<String> = []
    if !missing.isEmpty {
      hidden = try await context.hidden(missing.map(\.id), in: table)
      report.requests += 1
    }
    let gone = missing.filter { !hidden.contains($0.id) }.map { SyncRecord(id: $0.id, isDeleted: true) }
    let away = missing.filter { hidden.contains($0.id) }
    let asked = wanted.map(\.key)
    let applied = try await PageApplier(context: context, table: table).apply(
      found + gone,
      .init(
        before: { db in
          for key in asked { try db.noteReadAgain(key, in: table) }
          for key in away.map(\.key) { try db.takeAway(key, in: table) }
        }, isForced: true))
    report.add(applied)
    for record in away { fail(record, in: table, .hidden(record.id, in: collection)) }
    for problem in applied.unreadable {
      if let record = wanted.first(where: { $0.id == problem.id }) { fail(record, in: table, problem.error) }
    }
  }

  /// The records not found, compared by key: a server may spell an id differently.
  private func missing(
    _ wanted: [Wanted], in found: [SyncRecord], of table: SyncedTable
  ) async throws -> [Wanted] {
    let ids = Set(found.map(\.id))
    let missing = wanted.filter { !ids.contains($0.id) }
    if missing.isEmpty || found.isEmpty || table.isLinks { return missing }
    let there = try await context.store.read { db in
      Set(found.compactMap { try? db.value(of: $0.id, column: table.keys[0], of: table.plan.name) })
    }
    return missing.filter { !there.contains($0.key) }
  }
}

extension WriteTransaction {
  /// Deletes a row that the server no longer shows, unless it has unsent changes.
  fileprivate func takeAway(_ key: StoredValue, in table: SyncedTable) throws {
    guard try localRow(key, in: table) == nil else { return }
    try deleteRow(key, in: table)
    try noteServerCopy(ServerCopy(state: .hidden), of: key, in: table)
  }
}

extension SyncError {
  /// Whether the error concerns the requested records only, so that others can still be read.
  fileprivate var isOfTheseRecords: Bool {
    [.forbidden, .refused, .answer, .settings].contains(reason)
  }

  /// The error for a record that the server no longer shows.
  static func hidden(_ id: String, in collection: SyncCollection) -> SyncError {
    var error = SyncError(
      .forbidden,
      "the server no longer shows the record to this user, and a write could overwrite changes of others; "
        + "retry when the record is shown again, or discard the changes made here")
    (error.entity, error.id) = (collection.name, id)
    return error
  }

  /// The error for a record without a version, from a server that should have them.
  static func withoutVersion(_ id: String, in collection: SyncCollection) -> SyncError {
    var error = SyncError(
      .settings,
      "expected a version of the record when it was read, as the adapter promises versions, found none; a "
        + "write without it could overwrite changes of others: let the server send versions and retry, or write "
        + "in the model that it has none")
    (error.entity, error.id) = (collection.name, id)
    return error
  }
}
