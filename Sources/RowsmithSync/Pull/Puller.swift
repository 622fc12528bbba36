import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSchema

/// Pulls the server's changes: one collection after another, each page in one transaction with its cursor.
struct Puller {
  var context: SyncContext
  /// After how many syncs the records of a collection are counted, to notice missed deletions.
  static let readsBetweenCounts = 10
  /// How many records are asked for at once by key.
  static let keysAtOnce = 100
  /// After how many records in a row that cannot be read by themselves it is the server that fails.
  static let failuresInARow = 5
  /// How many records a server can have. What else it says, below zero or near the greatest integer, counts as unknown.
  static let totals = 0...(1 << 48)

  /// What to read of a collection.
  enum Wish: Sendable, Hashable {
    /// The changes.
    case changes
    /// All of it; rows that do not come are deleted.
    case everything
    /// All of it, including unchanged records.
    case verification
  }

  /// Reads all collections.
  func pull(_ wish: Wish) async throws -> SyncReport {
    var report = SyncReport()
    for table in context.model.tables {
      try Task.checkCancellation()
      do {
        try await pull(table, wish, &report)
      } catch let error as SyncError where error.reason == .forbidden {
        try await takeAway(table, error, &report)
      } catch let error as SyncError where Puller.isOfOneCollection(error) {
        report.note(error, of: table)
      } catch var error as SyncError {
        error.entity = error.entity ?? table.collection.name
        report.stopped = error
        return report
      }
    }
    do {
      try await fill(&report)
    } catch let error as SyncError {
      // The collections read before stay in the report.
      report.stopped = error
    }
    return report
  }

  /// Whether an error concerns one collection only. The others are still read, and changes are still sent.
  static func isOfOneCollection(_ error: SyncError) -> Bool {
    [.forbidden, .refused, .answer, .resetNeeded].contains(error.reason)
  }

  // MARK: One collection

  private func pull(_ table: SyncedTable, _ wish: Wish, _ report: inout SyncReport) async throws {
    try await askAgain(table, &report)
    try await readAll(table, wish, &report)
    if table.hasUniqueValues, !table.isLinks { try await readAgain(table, &report) }
  }

  private func readAll(_ table: SyncedTable, _ wish: Wish, _ report: inout SyncReport) async throws {
    var (wish, recounts) = (wish, false)
    // A second time if the server rejects the cursor, or has a different number of records.
    for isFirst in [true, false] {
      do {
        if try await read(table, wish, recounts: recounts, &report) { return }
        recounts = true
      } catch let error as SyncError where error.reason == .resetNeeded && isFirst {
        try await forget(table)
      }
      wish = .everything
    }
  }

  /// Asks again for records that could not be imported, now or by an earlier sync: another row may have had a unique value then,
  /// and may have lost it since by a deletion or change.
  private func readAgain(_ table: SyncedTable, _ report: inout SyncReport) async throws {
    let known = try await context.store.read { try $0.unimported(in: table) }
    if known.isEmpty { return }
    let new = Set(report.unreadable.filter { $0.entity == table.collection.name }.map(\.id))
    // Earlier ones may be unreadable for good, so that each sync asks for some of them only.
    let old = known.filter { !new.contains($0) }
    let ids = known.filter(new.contains) + old.shuffled().prefix(Puller.keysAtOnce)
    for start in stride(from: 0, to: ids.count, by: Puller.keysAtOnce) {
      try await readAgain(Array(ids[start..<min(start + Puller.keysAtOnce, ids.count)]), table, &report)
    }
  }

  private func readAgain(_ part: [String], _ table: SyncedTable, _ report: inout SyncReport) async throws {
    var found: [SyncRecord] = []
    do {
      found = try await context.read(part, in: table)
    } catch let error as SyncError where error.reason == .forbidden {
      // The collection was just read, so this is about one of the records.
      if part.count > 1 {
        for id in part { try await readAgain([id], table, &report) }
        return
      }
    } catch let error as SyncError where error.reason == .settings {
      // The server cannot be asked for single records.
      return
    } catch let error as SyncError
      where [.refused, .answer].contains(error.reason) || error.reason == .interrupted && error.status != nil
    {
      // Likewise about one of the records, which stays noted.
      report.requests += 1
      if part.count > 1 { for id in part { try await readAgain([id], table, &report) } }
      return
    }
    report.requests += 1
    report.forget(unreadable: Set(part), of: table)
    report.askedAgain.formUnion(part.map { [table.collection.name, $0] })
    let gone = Set(part).subtracting(found.map(\.id))
    report.add(
      try await PageApplier(context: context, table: table).apply(
        found, .init(after: { try $0.noteUnimported([], without: gone, in: table) }, isForced: true)))
  }

  /// Begins a full sync because the server rejects the cursor.
  private func forget(_ table: SyncedTable) async throws {
    _ = try await context.write(.pull, "forgetting the cursor") { db in
      var cursor = try db.cursor(table) ?? Cursor(model: table.fingerprint)
      // The server's versions may start over, so every record counts as new.
      (cursor.value, cursor.full, cursor.model) = (nil, try db.nextFull(table), Cursor.forced(table))
      cursor.reads = max(0, cursor.reads)
      try db.note(cursor, of: table)
    }
  }

  /// Reads a collection to its end.
  ///
  /// - Returns: `false` if the server has a different number of records than the database.
  private func read(
    _ table: SyncedTable, _ wish: Wish, recounts: Bool, _ report: inout SyncReport
  ) async throws -> Bool {
    let known = try await context.store.read { try $0.cursor(table) }
    var cursor = try await beginning(table, wish, known)
    let isForced = cursor.model != table.fingerprint
    // Without tombstones, only the number of records reveals deletions.
    let counts =
      cursor.full == nil
      && (cursor.reads + 1 >= Puller.readsBetweenCounts || !context.server.guarantees.hasTombstones)
    var query = SyncQuery(
      table.collection, since: cursor.value, limit: context.pageSize, needsTotal: counts || recounts)
    query.mayBeNew = try await context.store.read { try !$0.hasRowsOfServer(table) }
    var done = 0
    var total: Int?
    repeat {
      try Task.checkCancellation()
      try context.failPoint?("asking for changes of \(table.collection.name)")
      let asked = context.localTime
      let page = try await context.server.changes(query)
      report.requests += 1
      report.bytes += page.bytes
      if let time = page.time {
        context.serverClock.note(time, asked: asked, answered: context.localTime)
      }
      let counted = page.total.flatMap { Puller.totals.contains($0) ? $0 : nil }
      total = counted ?? total
      let isLast = page.next == nil
      cursor.value = page.cursor ?? cursor.value
      if isLast, cursor.full == nil { cursor.reads = counts ? 0 : cursor.reads + 1 }
      if !isLast, cursor.full != nil, page.isCounted { cursor.reads = min(-1, cursor.reads) }
      try await apply(page, of: table, cursor, isForced: isForced, known, &report)
      done += page.records.count
      context.progress?.tell(
        .init(phase: .pulling, entity: table.collection.name, completed: done, total: counted))
      query.page = page.next
    } while query.page != nil
    if let full = cursor.full {
      let isCertain = try await knowsWhatIsGone(table, full, cursor)
      if !isCertain, cursor.reading < Puller.maximumReadings {
        try await beginNextReading(of: table, full, cursor)
        return try await read(table, .everything, recounts: recounts, &report)
      }
      try await endFullSync(of: table, full, cursor, total, isCertain: isCertain, &report)
      return true
    }
    try await forgetOldTakenWrites(table)
    guard counts, let total else { return true }
    // Not a sum: an earlier version may have noted a number near the greatest integer.
    return try await context.store.read { try total - $0.countOfServerRows(table) == $0.uncounted(table) }
  }

  /// - Parameters:
  ///   - total: how many records the server has; `nil` if it did not say.
  ///   - isCertain: whether the rows that were not found are gone. If not, they stay.
  private func endFullSync(
    of table: SyncedTable, _ full: Int64, _ cursor: Cursor, _ total: Int?, isCertain: Bool,
    _ report: inout SyncReport
  ) async throws {
    if isCertain { try await sweep(table, full, &report) } else { report.note(Puller.unstable, of: table) }
    try await forgetOldTakenWrites(table)
    var end = cursor
    (end.full, end.model, end.reads) = (nil, table.fingerprint, max(0, cursor.reads))
    try await context.write(.pull, "end of a full sync") { [end] db in
      try db.note(end, of: table)
      // The server also counts records that cannot be read here; they are no reason to read everything again. Rows that may be
      // gone are one.
      let known = try db.countOfServerRows(table) - (isCertain ? 0 : db.countOfUnseenRows(table, full))
      try db.noteUncounted(total.map { $0 - known } ?? 0, of: table)
    }
  }

  /// Old accepted writes are safe, as everything since has been read.
  private func forgetOldTakenWrites(_ table: SyncedTable) async throws {
    guard try await context.store.read({ try $0.hasTakenWrites(in: table) }) else { return }
    let now = context.serverTime
    _ = try await context.write(.pull, "forgetting what is safe") {
      try $0.forgetOldTakenWrites(in: table, now: now)
    }
  }

  /// Where to begin reading a collection: after its cursor, or at its beginning.
  private func beginning(_ table: SyncedTable, _ wish: Wish, _ known: Cursor?) async throws -> Cursor {
    // An interrupted full sync goes on, also one that reads unchanged records again.
    if let known, known.full != nil, wish != .verification || known.isAtLaterReading(ofAll: table),
      known.model == table.fingerprint || known.model == Cursor.forced(table)
    {
      return known
    }
    if let known, known.model == table.fingerprint, wish == .changes { return known }
    return try await context.store.read { db in
      // Rows without a cursor were read with a model that named the collection differently.
      let isForced =
        try wish == .verification || known.map { $0.model != table.fingerprint } ?? db.hasServerRows(table)
      return Cursor(
        model: isForced ? Cursor.forced(table) : table.fingerprint, full: try db.nextFull(table))
    }
  }

  private func apply(
    _ page: SyncPage, of table: SyncedTable, _ cursor: Cursor, isForced: Bool, _ known: Cursor?,
    _ report: inout SyncReport
  ) async throws {
    if context.rules.defects.contains(.cursorFirst) {
      try await context.write(.pull, "cursor") { try $0.note(cursor, of: table) }
    }
    // An idle sync writes nothing, unless something has come since the records were last counted: the count must be reached.
    let reads = known?.reads ?? 0
    if page.records.isEmpty, cursor.value == known?.value, cursor.full == known?.full,
      cursor.model == known?.model, reads == 0 || cursor.reads == reads
    {
      return
    }
    let rows = try await UncontestedRows(isForced ? page.records : [], of: table, context)
    report.add(
      try await PageApplier(context: context, table: table).apply(
        isForced ? rows.records : page.records,
        .init(
          after: { db in
            try rows.noteSeen(cursor.full, in: table, db)
            try db.note(cursor, of: table)
          }, generation: cursor.full, isForced: isForced)))
  }

  /// Deletes the rows that a full sync has not found: the server has deleted them, or no longer shows them.
  private func sweep(_ table: SyncedTable, _ full: Int64, _ report: inout SyncReport) async throws {
    if context.rules.defects.contains(.noTombstones) { return }
    // In the order of keys, so that a row that cannot be deleted is not found again and again.
    var last: StoredValue?
    repeat {
      let from = last
      let (gone, keys, lost) = try await context.store.read {
        db -> ([SyncRecord], [StoredValue], Set<StoredValue>) in
        let keys = try db.rows(
          """
          SELECT key FROM _rowsmith_sync_rows WHERE entity = ?1 AND seen < ?2 AND state = 0
          \(from == nil ? "" : "AND key > ?3") ORDER BY key LIMIT ?4
          """, [.text(table.name), .integer(full), from ?? .null, .integer(Int64(context.pageSize))]
        ).compactMap(\.values.first)
        let maker = WriteMaker(context: context, table: table)
        let lost = try keys.filter { key in
          try !db.takenWrites(of: key, in: table).isEmpty && db.localRow(key, in: table) == nil
        }
        let gone = try keys.map { SyncRecord(id: try maker.id(of: $0, db), isDeleted: true) }
        return (gone, keys, Set(lost))
      }
      last = keys.last
      if gone.isEmpty { return }
      let losses = LostWrites(
        rules: context.rules, table: table, hasOrderedVersions: false, now: context.serverTime,
        localNow: context.localTime)
      report.add(
        try await PageApplier(context: context, table: table).apply(
          gone,
          .init(
            before: { db in
              for key in keys where lost.contains(key) { try losses.noteGone(key, db) }
              if table.isLinks { for key in keys { try db.noteOtherIDs([], of: key, in: table) } }
              try keepUnsent(keys, table, db)
            }, generation: full)))
      for (record, key) in zip(gone, keys) where lost.contains(key) {
        report.conflicts += 1
        report.note(lost: [], of: record.id, in: table)
      }
    } while last != nil
  }

  /// Marks locally changed rows to be created again if there is no tombstone: the server may have been reset.
  private func keepUnsent(_ keys: [StoredValue], _ table: SyncedTable, _ db: WriteTransaction) throws {
    // Without tombstones, a missing record means that it was deleted.
    guard context.server.guarantees.hasTombstones else { return }
    for key in keys {
      guard let local = try db.localRow(key, in: table), local.kind == .changed, !local.values.isEmpty,
        local.changes.contains(where: { name, change in local.values[name] != change.base })
      else { continue }
      try db.forgetChanges(of: key, in: table)
      try db.noteKind(.made, of: key, in: table, at: local.at)
    }
  }

  // MARK: Forbidden collections

  /// Deletes the rows of a collection that the user may not see any more. Rows with local changes stay; the changes are set aside
  /// when the server refuses them.
  private func takeAway(_ table: SyncedTable, _ error: SyncError, _ report: inout SyncReport) async throws {
    let gone = try await context.write(.pull, "taking away") { db -> [StoredValue] in
      let keys = try db.rows(
        """
        SELECT key FROM _rowsmith_sync_rows AS r WHERE entity = ?1 AND state = 0 AND NOT EXISTS
        (SELECT 1 FROM _rowsmith_sync_unsent AS u WHERE u.entity = ?1 AND u.key = r.key)
        """, [.text(table.name)]
      ).compactMap(\.values.first)
      for key in keys {
        try db.deleteRow(key, in: table)
        try db.noteServerCopy(ServerCopy(state: .hidden), of: key, in: table)
      }
      try db.run("DELETE FROM _rowsmith_sync_cursors WHERE collection = ?", [.text(table.collection.name)])
      return keys
    }
    for key in gone { report.count(.deleted, key, in: table) }
    report.note(error, of: table)
  }
}

extension SyncReport {
  /// Reports that a collection could not be read.
  mutating func note(_ error: SyncError, of table: SyncedTable) {
    setAside.append(.init(error, of: error.id, in: table.collection.name))
  }

  /// Removes records that are tried again.
  fileprivate mutating func forget(unreadable ids: Set<String>, of table: SyncedTable) {
    let count = unreadable.count
    unreadable.removeAll { $0.entity == table.collection.name && ids.contains($0.id) }
    entities[table.collection.name]?.unreadable -= count - unreadable.count
  }
}

extension ReadTransaction {
  /// Whether any records of a collection have been pulled.
  fileprivate func hasServerRows(_ table: SyncedTable) throws -> Bool {
    try !rows("SELECT 1 FROM _rowsmith_sync_rows WHERE entity = ? AND state < 4 LIMIT 1", [.text(table.name)])
      .isEmpty
  }

  /// Whether the server has any records of a collection, as far as known. They are not counted, as each sync asks.
  fileprivate func hasRowsOfServer(_ table: SyncedTable) throws -> Bool {
    try !rows("SELECT 1 FROM _rowsmith_sync_rows WHERE entity = ? AND state = 0 LIMIT 1", [.text(table.name)])
      .isEmpty
  }

  /// How many records of a collection the server has, as far as known.
  fileprivate func countOfServerRows(_ table: SyncedTable) throws -> Int {
    try rows(
      "SELECT count(*) AS n FROM _rowsmith_sync_rows WHERE entity = ? AND state = 0", [.text(table.name)]
    ).first?
    .integer("n") ?? 0
  }
}
