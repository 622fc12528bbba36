import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSchema

/// Brings records of the server into the database: all of a page, and how far it was read, in one transaction.
struct PageApplier {
  let context: SyncContext
  let table: SyncedTable

  /// What is done in the same transaction.
  struct Together: Sendable {
    /// Before the records are brought in.
    var before: (@Sendable (WriteTransaction) throws -> Void)?
    /// Behind them.
    var after: (@Sendable (WriteTransaction) throws -> Void)?
    /// The number of the full sync that is going on, so that rows which it does not meet are found.
    var generation: Int64?
    /// What observers are told has brought the changes.
    var origin = ChangeOrigin.pull
    /// Keys of records here by those of the server, by entity: of what is being brought in.
    var keys: [String: [String: String]] = [:]
    /// Whether records are read again that have not changed.
    var isForced = false
    /// Records of which it is not known whether they were made here or by somebody else: requests that made them have left
    /// more than once.
    var ours: Set<String> = []
    /// Records that are merged whatever their version: the server has refused a write because of them.
    var forced: Set<String> = []
    /// Records that are answers to one's own writes.
    var own: Set<String> = []
  }

  /// A record with the key that it has here.
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
      // A page may be late. What the server says now is what it has.
      let found = try await context.server.read(sorted.doubtful, in: table.collection)
      report.requests += 1
      report.add(try await apply(found, Together(keys: together.keys, forced: Set(sorted.doubtful))))
    }
    return report
  }

  // MARK: Which records there are

  /// A page, as it is done.
  struct Sorted: Sendable {
    var live: [Keyed] = []
    var tombstones: [Keyed] = []
    /// Keys of records that have not changed.
    var known: [StoredValue] = []
    /// Records that came as they were before the server took a write of ours.
    var doubtful: [String] = []
    var report = SyncReport()
  }

  /// Tells what is new in a page. Only a sync changes what is known of the server's copies, so that it may be read before the
  /// transaction.
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
            // Something in between may have said it in another order.
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
        .invalidValue, "expected 'source' and 'target', as records of links have them, found neither")
    }
    return KeyCoding.encode(try linkKey(keys.source, keys.target, db))
  }

  /// Both keys of a link, as the table has them.
  private func linkKey(_ source: String, _ target: String, _ db: ReadTransaction) throws -> [StoredValue] {
    let entities = table.linkEntities
    return [
      try db.value(of: source, column: entities.sourceKey, of: entities.source),
      try db.value(of: target, column: entities.targetKey, of: entities.target),
    ]
  }

  /// Whether a state of a record is known to come before another one.
  private func isOlder(_ record: SyncRecord, than other: SyncRecord) -> Bool {
    if context.server.guarantees.hasOrderedVersions, let new = record.version.flatMap(Int64.init),
      let old = other.version.flatMap(Int64.init), new != old
    {
      return new < old
    }
    if let new = record.modified, let old = other.modified { return new < old }
    return false
  }

  /// Whether the database has seen this state of a record, or a later one.
  private func isKnown(_ record: SyncRecord, _ copy: ServerCopy) -> Bool {
    if copy.state == .making || copy.state == .hidden { return false }
    if record.isDeleted && copy.state == .deleted { return true }
    // A record that was made again may count from one again.
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

  /// Remembers what was changed here, and gives those rows the values that the server said last, so that the import makes
  /// the server's of them, also of members that a record does not have.
  private func takeLocalRows(_ sorted: Sorted, _ state: PageState, _ db: WriteTransaction) throws {
    let hasLocal = try !db.rows(
      "SELECT 1 FROM _rowsmith_sync_unsent WHERE entity = ? LIMIT 1", [.text(table.name)]
    ).isEmpty
    // A first sync fills empty tables.
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

  /// Gives rows the values that the server said last of what was changed here.
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
        // The server has it: it is not gone.
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

  /// Gives a row back what it had here: the record that came for it cannot be read.
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
      // The model takes something in the record for a sign that it is deleted.
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
      // The answer to what left before it was deleted here: that deletion is still to be sent.
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

  /// Brings a tombstone in.
  private func bury(
    _ item: Keyed, isSigned: Bool = false, _ together: Together, _ merge: RowMerge, _ state: PageState,
    _ db: WriteTransaction
  ) throws {
    if context.rules.defects.contains(.noTombstones) { return }
    if state.hasTaken { try db.forgetTakenWrites(of: item.key, in: table) }
    var copy = ServerCopy(
      version: item.record.version, modified: item.record.modified, state: .deleted,
      serverKey: item.record.serverKey)
    // A creation that is under way comes behind the deletion.
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

/// What is remembered while a page is brought in: used by the thread that writes, and read when that has ended.
final class PageState: @unchecked Sendable {
  var report: SyncReport
  /// Rows of which something is unsent, as they were here.
  var local: [StoredValue: LocalRow] = [:]
  /// Rows that were there, as they were.
  var before: [StoredValue: [String: StoredValue]] = [:]
  /// Rows whose creation is under way.
  var making: Set<StoredValue> = []
  /// What rows get once others do not have it any more.
  var late: [LateValue] = []
  /// Whether the server may have lost something that it has said to have taken.
  var hasTaken = false

  init(report: SyncReport) { self.report = report }
}

extension SyncReport {
  /// Counts a record that came.
  mutating func count(_ change: Change, _ key: StoredValue, in table: SyncedTable) {
    let name = table.collection.name
    switch change {
    case .inserted: entities[name, default: .init()].inserted += 1
    case .updated: entities[name, default: .init()].updated += 1
    case .deleted: entities[name, default: .init()].deleted += 1
    }
    note(change, of: key, in: name)
  }

  /// Notes what a resolver of the app's has thrown.
  mutating func note(
    _ failure: (member: String, error: any Error), of id: String, in table: SyncedTable
  ) {
    var error = SyncError(
      .resolver,
      "the resolver of '\(table.plan.name).\(failure.member)' has failed: \(failure.error); its conflict is open, and the "
        + "record waits until somebody decides")
    error.underlying = failure.error
    setAside.append(Problem(error, of: id, in: table.collection.name))
  }

  /// Notes a record that cannot be imported.
  mutating func note(unreadable record: SyncRecord, _ message: String, in table: SyncedTable) {
    entities[table.collection.name, default: .init()].unreadable += 1
    let error = SyncError(.answer, "the record cannot be imported: \(message)")
    unreadable.append(Problem(error, of: record.id, in: table.collection.name))
  }
}

extension ImportReport.Skipped {
  /// Which root record it is in, from 0.
  fileprivate var rootIndex: Int? {
    guard let open = path.firstIndex(of: "["), let close = path[open...].firstIndex(of: "]"),
      // What is wrong inside a list is left out by itself.
      !path[close...].contains("[")
    else { return nil }
    return Int(path[path.index(after: open)..<close])
  }
}
