import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSchema

extension PageApplier {
  /// Imports the records of a page, beside the local changes of their rows.
  func applyRecords(_ sorted: Sorted, _ together: Together) async throws -> SyncReport {
    let state = PageState(report: sorted.report)
    var options = ImportOptions()
    options.onInvalid = .skip
    options.findsAllRoots = true
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
          state.unsent = try OtherEnds(places: table.otherEnds)
            .unsent(of: sorted.live, in: table, context.model, db)
          state.nested = try NestedRecords(model: context.model).unsent(in: sorted.live, of: table, db)
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
      [try await document(sorted.live)], into: .entity(table.plan.name), options: options, with: steps)
    try context.failPoint?("page of \(table.name) committed")
    return state.report
  }

  /// The records as one document.
  private func document(_ records: [Keyed]) async throws -> JSONSource {
    let records = try await withoutKnownRecords(records.map(\.record.json))
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    bytes.reserveCapacity(records.reduce(2) { $0 + $1.count + 1 })
    for (index, json) in records.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += json
    }
    bytes.append(UInt8(ascii: "]"))
    return .bytes(bytes)
  }

  /// The JSON of records, with keys in the place of embedded records that are known here.
  private func withoutKnownRecords(_ records: [[UInt8]]) async throws -> [[UInt8]] {
    let embedded = EmbeddedRecords(places: table.embedded)
    guard records.contains(where: embedded.mayBe) else { return records }
    let model = context.model
    return try await context.store.read { db in
      try records.map { json in
        try embedded.replaced(json) { key, place in
          guard let other = model[place.table] else { return false }
          return try db.knows(key, in: other)
        }
      }
    }
  }

  /// Remembers local changes, and resets those rows to the server's last values. The import then gives them the server's current
  /// values, including members that a record does not have.
  private func takeLocalRows(_ sorted: Sorted, _ state: PageState, _ db: WriteTransaction) throws {
    let hasLocal = try !db.rows(
      "SELECT 1 FROM _rowsmith_sync_unsent WHERE entity = ? LIMIT 1", [.text(table.name)]
    ).isEmpty
    // In a first sync the tables are empty.
    let hasRows = try !db.rows("SELECT 1 FROM \(DDL.quoted(table.name)) LIMIT 1").isEmpty
    if !hasRows, !hasLocal { return }
    var changed: [StoredValue] = []
    for item in sorted.live {
      let before = try db.values(of: item.key, in: table)
      let isThere = before != nil
      state.before[item.key] = before
      guard hasLocal, var local = try db.localRow(item.key, in: table) else { continue }
      if local.kind == .deleted { try db.addLists(to: &local, in: table) }
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
    let reasons = imported.skipped.reduce(into: [Int: String]()) { reasons, one in
      if let index = one.rootIndex, reasons[index] == nil { reasons[index] = one.messageInRecord }
    }
    let skipped = Set(reasons.keys).union(imported.unlistedRoots.compactMap(ImportReport.Skipped.index))
    try OtherEnds.restore(state.unsent, db)
    try NestedRecords.restore(state.nested, db)
    state.hasTaken = try db.hasTakenWrites(in: table)
    state.hasDeletedLinks = try context.model.links(with: table).contains { try db.hasDeleted(in: $0.links) }
    for (index, item) in sorted.live.enumerated() {
      if skipped.contains(index) {
        state.report.note(unreadable: item.record, reasons[index], in: table)
        try restore(item.key, state, db)
        try noteServerKey(of: item, db)
        // The server has the record, so the row must not count as deleted.
        if let generation = together.generation { try db.noteSeen(item.key, generation, in: table) }
        continue
      }
      try finish(item, together, merge, state, db)
    }
    for item in sorted.tombstones { try bury(item, together, merge, state, db) }
    for item in sorted.signed { try bury(item, isSigned: true, together, merge, state, db) }
    try linkAgain(state.kept, db)
    if table.hasUniqueValues { try noteUnimported(sorted, skipped, db) }
    state.report.conflicts += try merge.settle(state.late, db).count
    if let generation = together.generation {
      for key in sorted.known {
        try db.noteSeen(key, generation, in: table)
      }
    }
  }

  /// Notes which records could not be imported, as the cursor is behind them.
  private func noteUnimported(_ sorted: Sorted, _ skipped: Set<Int>, _ db: WriteTransaction) throws {
    let bad = Set(sorted.live.enumerated().filter { skipped.contains($0.offset) }.map(\.element.record.id))
    let all = Set((sorted.live + sorted.tombstones + sorted.signed).map(\.record.id))
    try db.noteUnimported(bad, without: all.subtracting(bad), in: table)
  }

  /// Notes the server's key of a record that could not be imported. Rows that refer to it are sent with this, and it is asked
  /// for again by it, as the server may not know the key that it has here.
  private func noteServerKey(of item: Keyed, _ db: WriteTransaction) throws {
    guard let serverKey = item.record.serverKey else { return }
    if let copy = try db.serverCopy(item.key, in: table), copy.state != .hidden { return }
    try db.noteServerCopy(ServerCopy(state: .hidden, serverKey: serverKey), of: item.key, in: table)
  }

  /// The server's spelling of a key, if it is not the stored one: UUIDs are stored in lower case.
  private func spelling(of item: Keyed) -> String? {
    guard context.model.keys.attribute(of: table.plan.name) == nil, !table.isLinks,
      case .text(let text) = item.key, !text.utf8.elementsEqual(item.record.id.utf8)
    else { return nil }
    return item.record.id
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
    let copy = ServerCopy(
      version: item.record.version, modified: item.record.modified, state: .there,
      serverKey: item.record.serverKey ?? spelling(of: item))
    if let serverKey = item.record.serverKey {
      try db.takePlaceOfHidden(serverKey, item.key, in: table)
    }
    let losses = try losses(in: item, together, state, db)
    let answered = try noteAnswer(item, together, state, db)
    if let local = state.local[item.key], local.kind == .deleted, together.own.contains(item.record.id) {
      // The answer to a write from before the row was deleted here. The deletion is still to be sent.
      try db.deleteRow(item.key, in: table)
    } else if let local = state.local[item.key] {
      // What was sent from here may be what has come, whoever has asked for it.
      let wasMaking = state.making.contains(item.key)
      let result = try merge.merge(
        local, with: item.record, wasMaking: wasMaking, answered: answered, db)
      if local.kind == .deleted, try db.localRow(item.key, in: table) == nil { state.kept.append(item.key) }
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
      // Another client has made it again, and links that were to be deleted after it stay.
      if state.hasDeletedLinks, try db.serverCopy(item.key, in: table)?.state == .deleted {
        state.kept.append(item.key)
      }
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
      serverKey: item.record.serverKey ?? spelling(of: item))
    // A creation that is under way comes after the deletion.
    if try db.serverCopy(item.key, in: table)?.state == .making { copy.state = .making }
    let local = try state.local[item.key] ?? db.localRow(item.key, in: table)
    if let local {
      let result = try merge.mergeTombstone(local, isSigned: isSigned, db)
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

extension ImportReport.Skipped {
  /// The index of the root record that is skipped, from 0; `nil` if a record embedded in it is skipped by itself.
  fileprivate var rootIndex: Int? {
    isRoot ? ImportReport.Skipped.index(path) : nil
  }

  /// The message, after the place in the record if it is about a part of it: `$.tags[1]` for `$[3].tags[1]`.
  fileprivate var messageInRecord: String {
    guard let close = path.firstIndex(of: "]") else { return message }
    let place = path[path.index(after: close)...]
    return place.isEmpty ? message : "$\(place): \(message)"
  }

  /// The index in a path such as `$[3].tags[1]`.
  fileprivate static func index(_ path: String) -> Int? {
    guard let open = path.firstIndex(of: "["), let close = path[open...].firstIndex(of: "]") else {
      return nil
    }
    return Int(path[path.index(after: open)..<close])
  }
}
