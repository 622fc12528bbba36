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
    /// Records that may have been created here or by another client: the requests that create them were sent more than once.
    var ours: Set<String> = []
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
    let records = try await KeyTranslation(context: context, table: table, known: together.keys).ours(records)
    let sorted = try await sort(records, together)
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
      let found = try await context.server.read(sorted.doubtful, in: table.collection)
      report.requests += 1
      report.add(try await apply(found, Together(keys: together.keys, forced: Set(sorted.doubtful))))
    }
    return report
  }

  // MARK: Sorting a page

  /// A page, sorted by what is to be done.
  struct Sorted: Sendable {
    var live: [Keyed] = []
    var tombstones: [Keyed] = []
    /// Keys of records that have not changed.
    var known: [StoredValue] = []
    /// Records in a state from before the server accepted a local write.
    var doubtful: [String] = []
    var report = SyncReport()
  }

  /// Finds out what is new in a page. Only a sync changes the server copies, so they may be read before the transaction.
  private func sort(_ records: [SyncRecord], _ together: Together) async throws -> Sorted {
    try await context.store.read { db in
      var sorted = Sorted()
      let knowsSome = try !db.rows(
        "SELECT 1 FROM _rowsmith_sync_rows WHERE entity = ? LIMIT 1", [.text(table.name)]
      ).isEmpty
      // A record that comes twice in a page has changed in between.
      var last: [StoredValue: Int] = [:]
      var keyed: [Keyed?] = []
      for record in records {
        do {
          let key = try key(of: record, db)
          if let earlier = last[key], let other = keyed[earlier]?.record {
            // The newer of the two states counts, even if it came first.
            if isOlder(record, than: other) { continue }
            keyed[earlier] = nil
          }
          last[key] = keyed.count
          keyed.append(Keyed(record: record, key: key))
        } catch let error as ImportError {
          sorted.report.note(unreadable: record, error.message, in: table)
        }
      }
      let hasTaken = try db.hasTakenWrites(in: table)
      for case let item? in keyed {
        let copy = knowsSome ? try db.serverCopy(item.key, in: table) : nil
        if let copy, !together.isForced, !together.forced.contains(item.record.id), isKnown(item.record, copy)
        {
          switch hasTaken ? try doubt(item, copy, together, db) : .none {
          case .none: sorted.known.append(item.key)
          case .content: sorted.live.append(item)
          case .age:
            sorted.known.append(item.key)
            sorted.doubtful.append(item.record.id)
          }
        } else if item.record.isDeleted {
          sorted.tombstones.append(item)
        } else {
          sorted.live.append(item)
        }
      }
      return sorted
    }
  }

  private func key(of record: SyncRecord, _ db: ReadTransaction) throws -> StoredValue {
    guard table.isLinks else {
      return try db.value(of: record.id, column: table.keys[0], of: table.plan.name)
    }
    let members = RecordMembers(record.json)
    let keys: (source: String, target: String)?
    if let source = members["source"], let target = members["target"] {
      keys = (source, target)
    } else {
      keys = LinkID.keys(record.id)
    }
    guard let keys else {
      throw ImportError(
        .invalidValue, "expected 'source' and 'target' in a record of a link, found neither")
    }
    return KeyCoding.encode(try linkKey(keys.source, keys.target, db))
  }

  /// Both keys of a link, as stored in its table.
  private func linkKey(_ source: String, _ target: String, _ db: ReadTransaction) throws -> [StoredValue] {
    let entities = table.linkEntities
    return [
      try db.value(of: source, column: entities.sourceKey, of: entities.source),
      try db.value(of: target, column: entities.targetKey, of: entities.target),
    ]
  }

  /// Whether a state of a record is known to be older than another.
  private func isOlder(_ record: SyncRecord, than other: SyncRecord) -> Bool {
    if context.server.guarantees.hasOrderedVersions, let new = record.version.flatMap(Int64.init),
      let old = other.version.flatMap(Int64.init), new != old
    {
      return new < old
    }
    if let new = record.modified, let old = other.modified { return new < old }
    return false
  }

  /// Whether this state of a record, or a later one, has been applied already.
  private func isKnown(_ record: SyncRecord, _ copy: ServerCopy) -> Bool {
    if copy.state == .making || copy.state == .hidden { return false }
    if record.isDeleted && copy.state == .deleted { return true }
    // The versions of a record that was created again may start over.
    if copy.state == .deleted, let new = record.modified, let old = copy.modified,
      !context.rules.defects.contains(.noTombstones)
    {
      return new < old
    }
    if let version = record.version, let known = copy.version {
      if version == known { return record.isDeleted == (copy.state == .deleted) }
      if context.server.guarantees.hasOrderedVersions, let new = Int64(version), let old = Int64(known) {
        return new < old && !(copy.state == .deleted && context.rules.defects.contains(.noTombstones))
      }
    }
    if copy.state == .deleted, context.rules.defects.contains(.noTombstones) { return false }
    if let new = record.modified, let old = copy.modified, new < old { return true }
    return false
  }

  // MARK: Records of entities

  private func applyRecords(_ sorted: Sorted, _ together: Together) async throws -> SyncReport {
    let state = PageState(report: sorted.report)
    var options = ImportOptions()
    options.onInvalid = .skip
    options.model = context.importModel
    options.origin = together.origin
    let origin = together.origin
    let context = context
    let merge = RowMerge(
      rules: context.rules, table: table, clockOffset: context.clockOffset, now: context.serverTime)
    let steps = ImportSteps(
      before: { db in
        try context.lease.keep(in: db)
        try db.run("INSERT INTO _rowsmith_sync_quiet (id) VALUES (1) ON CONFLICT DO NOTHING")
        try db.withOrigin(origin) {
          try together.before?(db)
          try takeLocalRows(sorted, state, db)
        }
        try context.failPoint?("page of \(table.name) prepared")
      },
      after: { db, report in
        try context.failPoint?("page of \(table.name) imported")
        try db.withOrigin(origin) {
          try finish(sorted, together, report, merge, state, db)
          try together.after?(db)
        }
        try db.run("DELETE FROM _rowsmith_sync_quiet")
        try context.failPoint?("page of \(table.name) committing")
      })
    try context.failPoint?("page of \(table.name)")
    _ = try await context.store.importJSON(
      [document(sorted.live)], into: .entity(table.plan.name), options: options, with: steps)
    try context.failPoint?("page of \(table.name) committed")
    return state.report
  }

  /// The records as one document.
  private func document(_ records: [Keyed]) -> JSONSource {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    bytes.reserveCapacity(records.reduce(2) { $0 + $1.record.json.count + 1 })
    for (index, item) in records.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += item.record.json
    }
    bytes.append(UInt8(ascii: "]"))
    return .bytes(bytes)
  }

  /// Remembers local changes, and resets those rows to the server's last values. The import then gives them the server's current
  /// values, including members that a record does not have.
  private func takeLocalRows(_ sorted: Sorted, _ state: PageState, _ db: WriteTransaction) throws {
    let hasLocal = try !db.rows(
      "SELECT 1 FROM _rowsmith_sync_unsent WHERE entity = ? LIMIT 1", [.text(table.name)]
    ).isEmpty
    // In a first sync the tables are empty.
    let hasRows = try !db.rows("SELECT 1 FROM \(DDL.quoted(table.table)) LIMIT 1").isEmpty
    if !hasRows, !hasLocal { return }
    var changed: [StoredValue] = []
    for item in sorted.live {
      let before = try db.values(of: item.key, in: table)
      let isThere = before != nil
      state.before[item.key] = before
      guard hasLocal, let local = try db.localRow(item.key, in: table) else { continue }
      state.local[item.key] = local
      if try db.serverCopy(item.key, in: table)?.state == .making { state.making.insert(item.key) }
      if local.kind == .changed, isThere, !context.rules.defects.contains(.pullClobbers) {
        changed.append(item.key)
      }
    }
    try takeBack(changed, state, db)
  }

  /// Resets the local changes of rows to the server's last values.
  private func takeBack(_ keys: [StoredValue], _ state: PageState, _ db: WriteTransaction) throws {
    func takeBack(_ key: StoredValue, _ changes: [String: LocalRow.Value]) throws {
      let bases = changes.mapValues(\.base)
      state.local[key]?.kept = try db.set(bases, of: key, in: table, ignoring: true)
    }
    for key in keys { try takeBack(key, state.local[key]?.changes ?? [:]) }
    for key in keys {
      guard let local = state.local[key], !local.kept.isEmpty else { continue }
      state.late += try db.makeRoom(for: local, in: table, page: state.local)
    }
    for key in keys {
      guard let local = state.local[key], !local.kept.isEmpty else { continue }
      try takeBack(key, local.changes.filter { local.kept.contains($0.key) })
    }
  }

  private func finish(
    _ sorted: Sorted, _ together: Together, _ imported: ImportReport, _ merge: RowMerge, _ state: PageState,
    _ db: WriteTransaction
  ) throws {
    let skipped = Set(imported.skipped.compactMap { $0.rootIndex })
    state.hasTaken = try db.hasTakenWrites(in: table)
    for (index, item) in sorted.live.enumerated() {
      if skipped.contains(index) {
        let message = imported.skipped.first { $0.rootIndex == index }?.message ?? ""
        state.report.note(unreadable: item.record, message, in: table)
        try restore(item.key, state, db)
        // The server has the record, so the row must not count as deleted.
        if let generation = together.generation { try db.noteSeen(item.key, generation, in: table) }
        continue
      }
      try finish(item, together, merge, state, db)
    }
    for item in sorted.tombstones { try bury(item, together, merge, state, db) }
    state.report.conflicts += try merge.settle(state.late, db).count
    if let generation = together.generation {
      for key in sorted.known {
        try db.noteSeen(key, generation, in: table)
      }
    }
  }

  /// Restores the local values of a row whose record cannot be read.
  private func restore(_ key: StoredValue, _ state: PageState, _ db: WriteTransaction) throws {
    guard let local = state.local[key], local.kind != .deleted else { return }
    for name in try db.set(local.values, of: key, in: table, ignoring: true).sorted() {
      state.late.append(
        LateValue(
          key: key, name: name, value: local.values[name] ?? .null,
          fallback: local.changes[name]?.base ?? .null))
    }
  }

  private func finish(
    _ item: Keyed, _ together: Together, _ merge: RowMerge, _ state: PageState, _ db: WriteTransaction
  ) throws {
    if table.hasDeletionSign, try !db.hasRow(item.key, in: table) {
      // The import took a member of the record for a deletion mark.
      var tombstone = item
      tombstone.record.isDeleted = true
      return try bury(tombstone, isSigned: true, together, merge, state, db)
    }
    let copy = ServerCopy(
      version: item.record.version, modified: item.record.modified, state: .there,
      serverKey: item.record.serverKey)
    if let serverKey = item.record.serverKey {
      try db.takePlaceOfHidden(serverKey, item.key, in: table)
    }
    let losses = try losses(in: item, together, state, db)
    if let local = state.local[item.key], local.kind == .deleted, together.own.contains(item.record.id) {
      // The answer to a write from before the row was deleted here. The deletion is still to be sent.
      try db.deleteRow(item.key, in: table)
    } else if let local = state.local[item.key] {
      let wasMaking = state.making.contains(item.key) && together.ours.contains(item.record.id)
      let result = try merge.merge(local, with: item.record, wasMaking: wasMaking, db)
      state.report.entities[table.collection.name, default: .init()].merged += 1
      state.report.conflicts += result.conflicts.count
      state.late += result.late
      for failure in result.failures { state.report.note(failure, of: item.record.id, in: table) }
      try settle(losses, of: item, state, db)
      let isChanged = try db.values(of: item.key, in: table) != local.values
      if isChanged { state.report.note(.updated, of: item.key, in: table.collection.name) }
    } else if let before = state.before[item.key] {
      try settle(losses, of: item, state, db)
      if try db.values(of: item.key, in: table) != before {
        state.report.count(.updated, item.key, in: table)
      }
    } else {
      state.report.count(.inserted, item.key, in: table)
    }
    try db.noteServerCopy(copy, of: item.key, in: table, seen: together.generation)
  }

  /// Applies a tombstone.
  private func bury(
    _ item: Keyed, isSigned: Bool = false, _ together: Together, _ merge: RowMerge, _ state: PageState,
    _ db: WriteTransaction
  ) throws {
    if context.rules.defects.contains(.noTombstones) { return }
    if state.hasTaken { try db.forgetTakenWrites(of: item.key, in: table) }
    var copy = ServerCopy(
      version: item.record.version, modified: item.record.modified, state: .deleted,
      serverKey: item.record.serverKey)
    // A creation that is under way comes after the deletion.
    if try db.serverCopy(item.key, in: table)?.state == .making { copy.state = .making }
    let local = try state.local[item.key] ?? db.localRow(item.key, in: table)
    if let local {
      let result = try merge.mergeTombstone(local, item.record, isSigned: isSigned, db)
      state.report.conflicts += result.conflicts.count
      if try !db.hasRow(item.key, in: table), local.kind != .deleted {
        state.report.count(.deleted, item.key, in: table)
      }
    } else if try db.hasRow(item.key, in: table) {
      try db.deleteRow(item.key, in: table)
      state.report.count(.deleted, item.key, in: table)
    }
    try db.noteServerCopy(copy, of: item.key, in: table, seen: together.generation)
  }
}

/// The state while a page is applied. Used by the writing thread, and read after it has finished.
final class PageState: @unchecked Sendable {
  var report: SyncReport
  /// Rows with unsent changes, as they were here.
  var local: [StoredValue: LocalRow] = [:]
  /// Existing rows, as they were.
  var before: [StoredValue: [String: StoredValue]] = [:]
  /// Rows with a creation request that may have been sent.
  var making: Set<StoredValue> = []
  /// Unique values to set once other rows do not have them any more.
  var late: [LateValue] = []
  /// Whether the server may have lost an accepted write.
  var hasTaken = false

  init(report: SyncReport) { self.report = report }
}

extension SyncReport {
  /// Counts an applied record.
  mutating func count(_ change: Change, _ key: StoredValue, in table: SyncedTable) {
    let name = table.collection.name
    switch change {
    case .inserted: entities[name, default: .init()].inserted += 1
    case .updated: entities[name, default: .init()].updated += 1
    case .deleted: entities[name, default: .init()].deleted += 1
    }
    note(change, of: key, in: name)
  }

  /// Reports an error thrown by a resolver.
  mutating func note(
    _ failure: (member: String, error: any Error), of id: String, in table: SyncedTable
  ) {
    var error = SyncError(
      .resolver,
      "the resolver of '\(table.plan.name).\(failure.member)' has failed: \(failure.error); its conflict is open, "
        + "and the record waits until it is resolved")
    error.underlying = failure.error
    setAside.append(Problem(error, of: id, in: table.collection.name))
  }

  /// Reports a record that cannot be imported.
  mutating func note(unreadable record: SyncRecord, _ message: String, in table: SyncedTable) {
    entities[table.collection.name, default: .init()].unreadable += 1
    let error = SyncError(.answer, "the record cannot be imported: \(message)")
    unreadable.append(Problem(error, of: record.id, in: table.collection.name))
  }
}

extension ImportReport.Skipped {
  /// The index of the root record that is skipped, from 0.
  fileprivate var rootIndex: Int? {
    guard let open = path.firstIndex(of: "["), let close = path[open...].firstIndex(of: "]"),
      // An invalid item inside a list is skipped by itself.
      !path[close...].contains("[")
    else { return nil }
    return Int(path[path.index(after: open)..<close])
  }
}
