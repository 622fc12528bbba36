import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSchema

/// Pushes local changes: freezes requests, sends them, and settles their outcomes.
struct Pusher {
  let context: SyncContext
  /// Rows that had a conflict before in this sync that left nothing to merge.
  var futile: Set<RowID> = []
  /// Whether no request is set aside for its many unusable answers, as the server may be away.
  var isPatient = false

  /// The number of unusable answers after which a request is set aside.
  static let maximumAttempts = 10

  /// The result of a push.
  struct Result: Sendable {
    var report = SyncReport()
    /// Whether the server has something that has to be pulled.
    var wantsPull = false
    /// Rows that were sent, or cannot be.
    var passed: Set<RowID> = []
    /// Rows with a conflict that leaves nothing to merge.
    var futile: Set<RowID> = []
    /// Requests that were refused in this push, of tables with unique values, or that delete records with links.
    var refused: [OutboxItem] = []
    /// Their tables, and those of the deletions among them: many may have been refused.
    var refusedTables: Set<String> = []
    var refusedDeletions: Set<String> = []
    /// Tables in which a row was changed or deleted after such a refusal, which may have had the value, or of whose records a link
    /// was deleted.
    var freed: Set<String> = []
    /// New rows that were sent without some of their links.
    var incomplete: Set<RowID> = []
    /// Those of them that the server has taken, and whether it gave each its key: without it, links wait for the next pull.
    var completed: Set<RowID> = []
    var gaveKeys = true
  }

  /// Settles requests whose result is unknown, by sending the same bytes again.
  ///
  /// - Parameter attempts: sends only those with so many attempts, and an answer to the last one; `nil` for all.
  func settleUnknown(after attempts: Int? = nil) async throws -> Result {
    var result = Result()
    var last: Int64 = 0
    while result.report.stopped == nil {
      let (after, limit) = (last, context.batchSize)
      let (items, end) = try await context.store.read {
        try $0.unsettled(context.model, after: after, limit: limit, attempts: attempts)
      }
      guard let end else { break }
      last = end
      if items.isEmpty { continue }
      context.progress?.tell(
        .init(phase: .settling, entity: nil, completed: result.report.pushed, total: nil))
      try await settle(try await sendAgain(items), &result)
    }
    return result
  }

  /// Sends what can be sent, until nothing is left or the server asks for a pause.
  func push() async throws -> Result {
    try await retryFailures()
    var result = Result()
    var versions = UnknownVersions(context: context)
    result.report.stopped = try await versions.read(&result.report)
    var position = Candidates.Position()
    let total = try await context.store.read { try Candidates(context: context).count($0) }
    var done = 0
    while result.report.stopped == nil {
      try Task.checkCancellation()
      if !versions.unread.isEmpty, let error = try await versions.readUnread(&result.report) {
        result.report.stopped = error
        break
      }
      let batch = try await freeze(&position, &versions, &result)
      guard let batch else {
        if try await tryAgain(&result, &position) { continue }
        break
      }
      if batch.isEmpty { continue }
      context.progress?.tell(
        .init(
          phase: .pushing, entity: batch[0].table.collection.name, completed: done, total: max(total, done)))
      try context.failPoint?("sending")
      let outcomes = await context.server.send(batch.map(\.request))
      result.report.requests += 1
      try context.failPoint?("sent")
      done += batch.count
      for item in batch { result.passed.insert(RowID(table: item.table.name, key: item.key)) }
      try await settle(Array(zip(batch, outcomes)), &result)
    }
    try await forgetWhatWasUndone()
    return result
  }

  /// Lets rows be sent once more that were refused before another row gave up a value that may be theirs now.
  ///
  /// - Returns: whether there are any, or links that new rows were sent without. It ends, as each try needs another row that was
  ///   accepted.
  private func tryAgain(_ result: inout Result, _ position: inout Candidates.Position) async throws -> Bool {
    let freed = result.freed
    let again = result.refused.filter { freed.contains($0.table.name) }
    // Those of other tables may be taken after what is sent from here on.
    result.refused.removeAll { freed.contains($0.table.name) }
    result.refusedTables.subtract(freed)
    result.refusedDeletions.subtract(freed)
    result.freed = []
    let completes = !result.completed.isEmpty && result.gaveKeys
    if completes { result.passed.subtract(result.completed) }
    result.completed = []
    if again.isEmpty {
      // The links that new rows were sent without.
      if completes { position = Candidates.Position() }
      return completes
    }
    try await context.write(.push, "trying again") { db in
      for item in again {
        try db.run("DELETE FROM _rowsmith_queue WHERE id = ? AND state = 'refused'", [.integer(item.id)])
      }
    }
    for item in again { result.passed.remove(RowID(table: item.table.name, key: item.key)) }
    let names = Set(again.map { [$0.table.collection.name, $0.request.id] })
    result.report.setAside.removeAll { names.contains([$0.entity, $0.id]) }
    position = Candidates.Position(isBackwards: !position.isBackwards)
    return true
  }

  /// Removes refused requests of rows without unsent changes: these were undone here, or have come from the server.
  private func forgetWhatWasUndone() async throws {
    let undone = """
      FROM _rowsmith_queue AS q WHERE lane = 'sync' AND state = 'refused' AND NOT EXISTS
      (SELECT 1 FROM _rowsmith_sync_unsent AS u WHERE u.entity = q.entity AND u.key = q.key)
      """
    let ids = try await context.store.read {
      try $0.rows("SELECT id \(undone)").compactMap { $0.integer("id") }
    }
    if ids.isEmpty { return }
    try await context.write(.push, "forgetting what was undone") { db in
      for id in ids { try db.run("DELETE FROM _rowsmith_queue WHERE id = ?", [.integer(Int64(id))]) }
    }
  }

  // MARK: Freezing

  /// The result of freezing a row.
  private enum Frozen: Sendable {
    case ready(OutboxItem, isWhole: Bool)
    /// It has no differences after all.
    case same
    /// Its version has to be read first.
    case unread
    case failed(SyncReport.Problem)
  }

  /// Makes the next requests and stores them, in one transaction; `nil` if nothing is left.
  private func freeze(
    _ position: inout Candidates.Position, _ versions: inout UnknownVersions, _ result: inout Result
  ) async throws -> [OutboxItem]? {
    let (start, without, known) = (position, result.passed, versions)
    let context = context
    let (frozen, end) = try await context.write(.push, "freezing") {
      db -> ([(RowID, Frozen)]?, Candidates.Position) in
      var position = start
      guard
        let next = try Candidates(context: context).next(
          context.batchSize, from: &position, without: without, db)
      else { return (nil, position) }
      let isInCircle = position.phase == .circles
      let frozen = try next.rows.map {
        (
          RowID(table: next.table.name, key: $0.key),
          try freeze($0, in: next.table, isInCircle: isInCircle, known, db)
        )
      }
      return (frozen, position)
    }
    position = end
    guard let frozen else { return nil }
    var items: [OutboxItem] = []
    for (row, outcome) in frozen {
      switch outcome {
      case .ready(let item, let isWhole):
        items.append(item)
        if !isWhole { result.incomplete.insert(row) }
      case .same: break
      case .unread:
        versions.unread.insert(row)
        // The search starts here again, after the version has been read.
        position = start
      case .failed(let problem):
        result.passed.insert(row)
        result.report.setAside.append(problem)
      }
    }
    return items
  }

  private func freeze(
    _ local: LocalRow, in table: SyncedTable, isInCircle: Bool, _ versions: UnknownVersions,
    _ db: WriteTransaction
  ) throws -> Frozen {
    let copy = try db.serverCopy(local.key, in: table)
    let maker = WriteMaker(context: context, table: table, isInCircle: isInCircle)
    do {
      guard let write = try maker.make(local, copy, db) else {
        try db.forgetChanges(of: local.key, in: table)
        return .same
      }
      let obstacle = versions.obstacle(to: write, of: local.key, copy, in: table)
      switch obstacle {
      case .unread?: return .unread
      case .failed(let error)?: return .failed(problem(local, table, error, maker, db))
      case .withoutVersion?, nil: break
      }
      try forgetRequests(of: local, in: table, db)
      let request: SyncRequest
      do {
        if case .withoutVersion(let error)? = obstacle {
          // The adapter may have a more precise error.
          if error.reason != .forbidden { _ = try context.server.request(for: write) }
          throw error
        }
        request = try context.server.request(for: write)
      } catch let error as SyncError {
        // The adapter cannot express this change; it is set aside until the row changes.
        try setAside(local, SyncRequest(for: write, method: "", path: ""), error, in: table, db)
        return .failed(problem(local, table, error, maker, db))
      }
      let item = try db.keep(
        request, from: write.version, of: local, in: table, at: context.clock.now())
      let later = Set(try maker.laterLinks(of: local, db).keys)
      try noteLeaving(local, write, copy, without: later, in: table, db)
      return .ready(item, isWhole: later.isEmpty)
    } catch let error as ExportError {
      // Likewise set aside until the row changes.
      let error = SyncError(.refused, "the record cannot be written as JSON: \(error)")
      let problem = problem(local, table, error, maker, db)
      let kind: SyncWrite.Kind = local.kind == .made ? .create : local.kind == .changed ? .change : .delete
      let write = SyncWrite(
        kind, in: table.collection, id: problem.id, idempotencyKey: UUID().uuidString.lowercased())
      try forgetRequests(of: local, in: table, db)
      try setAside(local, SyncRequest(for: write, method: "", path: ""), error, in: table, db)
      return .failed(problem)
    } catch let error as SyncError {
      return .failed(problem(local, table, error, maker, db))
    }
  }

  /// Removes the refused requests of a row: the new request replaces them.
  private func forgetRequests(of local: LocalRow, in table: SyncedTable, _ db: WriteTransaction) throws {
    try db.run(
      "DELETE FROM _rowsmith_queue WHERE lane = 'sync' AND entity = ? AND key = ?",
      [.text(table.name), local.key])
  }

  /// Sets aside a row whose change was not sent.
  private func setAside(
    _ local: LocalRow, _ request: SyncRequest, _ error: SyncError, in table: SyncedTable,
    _ db: WriteTransaction
  ) throws {
    let item = try db.keep(request, from: nil, of: local, in: table, at: context.clock.now())
    try db.setAside(item, error)
  }

  private func problem(
    _ local: LocalRow, _ table: SyncedTable, _ error: SyncError, _ maker: WriteMaker, _ db: ReadTransaction
  ) -> SyncReport.Problem {
    var problem = SyncReport.Problem(
      error, of: (try? maker.id(of: local.key, db)) ?? "", in: table.collection.name)
    problem.row = RowID(table: table.name, key: local.key)
    return problem
  }

  /// Records the values that are about to be sent, so that later changes are compared with them.
  private func noteLeaving(
    _ local: LocalRow, _ write: SyncWrite, _ copy: ServerCopy?, without later: Set<String>,
    in table: SyncedTable, _ db: WriteTransaction
  ) throws {
    if write.kind == .delete {
      if local.kind != .deleted { try db.noteKind(.deleted, of: local.key, in: table, at: local.at) }
      return
    }
    if local.kind == .made {
      if write.kind == .create {
        try db.noteServerCopy(
          ServerCopy(version: copy?.version, modified: copy?.modified, state: .making), of: local.key,
          in: table)
      }
      try db.run(
        "DELETE FROM _rowsmith_sync_values WHERE entity = ? AND key = ?", [.text(table.name), local.key])
      for (name, value) in local.values.sorted(by: { $0.key < $1.key }) {
        try db.run(
          """
          INSERT INTO _rowsmith_sync_values (entity, key, name, base, at, sent, has_left) VALUES (?1, ?2, ?3, NULL, ?5, ?4, 1)
          """,
          [
            .text(table.name), local.key, .text(name), later.contains(name) ? .null : value,
            .integer(local.at),
          ])
      }
      return
    }
    for name in local.changes.keys.sorted() {
      try db.run(
        "UPDATE _rowsmith_sync_values SET sent = ?4, has_left = 1 WHERE entity = ?1 AND key = ?2 AND name = ?3",
        [.text(table.name), local.key, .text(name), local.values[name] ?? .null])
    }
  }

  // MARK: Sending again

  /// Repeats requests that may have been sent. Without idempotency, a creation first checks whether the record exists.
  private func sendAgain(_ items: [OutboxItem]) async throws -> [(OutboxItem, SyncOutcome)] {
    var again: [OutboxItem] = []
    var outcomes: [(OutboxItem, SyncOutcome)] = []
    for item in items {
      if item.request.kind == .create, !context.server.guarantees.isIdempotent,
        !context.rules.defects.contains(.noIdempotency)
      {
        do {
          let found = try await context.server.read([item.request.id], in: item.request.collection)
          if let record = try await record(of: item, in: found) {
            // Another client may have made it, or changed it since, so it is merged with what was sent.
            var item = item
            item.request.attempts += 1
            outcomes.append((item, .conflict(record)))
            continue
          }
        } catch let error as SyncError {
          // It may have arrived, so it stays and is looked up again.
          var item = item
          item.request.attempts += 1
          outcomes.append((item, .later(error)))
          continue
        }
      }
      again.append(item)
    }
    guard !again.isEmpty else { return outcomes }
    let leaving = again.map { item in
      var item = item
      item.request.attempts += 1
      if context.rules.defects.contains(.noIdempotency) {
        item.request.idempotencyKey = UUID().uuidString
        item.request.headers.removeAll {
          ["if-none-match", "idempotency-key"].contains($0.name.lowercased())
        }
      }
      return item
    }
    _ = try await context.write(.push, "sending again") { db in
      for item in leaving { try db.noteAttempt(of: item) }
    }
    try context.failPoint?("sending")
    let answers = await context.server.send(leaving.map(\.request))
    try context.failPoint?("sent")
    return outcomes + zip(leaving, answers)
  }

  /// The record that a creation has made, if it is there. Compared by key: a server may spell an id differently.
  private func record(of item: OutboxItem, in found: [SyncRecord]) async throws -> SyncRecord? {
    let live = found.filter { !$0.isDeleted }
    if let record = live.first(where: { $0.id == item.request.id }) { return record }
    if live.isEmpty || item.table.isLinks { return nil }
    let (table, key) = (item.table, item.key)
    return try await context.store.read { db in
      live.first { record in
        let found = try? db.value(of: record.id, column: table.keys[0], of: table.plan.name)
        return found == key
      }
    }
  }
}
