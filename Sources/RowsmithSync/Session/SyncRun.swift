import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSchema

/// One sync, from taking the lease to the report.
struct SyncRun {
  var context: SyncContext
  let options: SyncOptions
  let scope: SyncScope

  /// Runs the sync.
  ///
  /// - Throws: ``SyncError`` if it could not begin: another sync is running, the database belongs to another user, or the
  ///   adapter's settings are wrong; errors of the database; `CancellationError`. What was committed stays.
  func run() async throws -> SyncReport {
    let lease = context.lease
    QueueOwner.atWork.begin(lease.owner.name)
    defer { QueueOwner.atWork.end(lease.owner.name) }
    try await context.store.write { try lease.take(in: $0) }
    let heart = beat()
    defer { heart.cancel() }
    do {
      let meter = RequestMeter()
      var report = try await RequestMeter.$current.withValue(meter) {
        var run = self
        return try await run.work()
      }
      // For an adapter that does not use the client's requests, its calls are counted instead.
      if meter.requests > 0 { (report.requests, report.bytes) = (meter.requests, meter.bytes) }
      await release()
      return report
    } catch {
      await release()
      throw error
    }
  }

  /// Renews the lease periodically, also while a server is slow.
  private func beat() -> Task<Void, Never> {
    let (lease, store) = (context.lease, context.store)
    return Task.detached {
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(10))
        if Task.isCancelled { return }
        try? await store.write { try lease.keep(in: $0) }
      }
    }
  }

  private func release() async {
    let (lease, store) = (context.lease, context.store)
    // Also if the task was cancelled.
    await Task { try? await store.write { try lease.release(in: $0) } }.value
  }

  private mutating func work() async throws -> SyncReport {
    var report = SyncReport()
    var attempt = 1
    while true {
      var part = SyncReport()
      do {
        try await prepare()
        try await rounds(&part, after: &report)
      } catch let error as SyncError where error.endsNothing {
        part.stopped = error
      }
      let stopped = part.stopped
      report.add(part)
      report.stopped = stopped
      guard let stopped, let delay = delay(for: stopped, attempt) else { break }
      try await options.clock.sleep(delay)
      attempt += 1
    }
    let context = context
    if report.stopped == nil {
      report.unanswered = try await context.store.read { try $0.unanswered(context.model) }
    }
    report.backoff = await context.server.backoff
    report.missing = try await Puller(context: context).countMissing()
    report.waiting = try await context.store.read { try Candidates(context: context).count($0) }
    return report
  }

  /// How long to wait before a retry; `nil` to leave it to another sync.
  private func delay(for error: SyncError, _ attempt: Int) -> Duration? {
    guard [.throttled, .interrupted].contains(error.reason), attempt < options.retries.maximumAttempts else {
      return nil
    }
    let jitter = options.retries.delay(before: attempt + 1, draw: options.clock.draw())
    guard let seconds = error.retryAfter else { return jitter }
    let wish = Duration.seconds(min(max(0, seconds), 1e9))
    return wish > options.retries.maximumRetryAfter ? nil : wish + jitter / 4
  }

  // MARK: The server and the user

  private mutating func prepare() async throws {
    try context.failPoint?("asking who it is")
    // Asked each time: another user may have logged in since, and must not send this user's changes.
    let asked = context.localTime
    let identity = try await context.server.identify()
    context.batchSize = max(1, identity.maximumBatch ?? context.server.guarantees.maximumBatch)
    if let time = identity.time {
      context.serverClock.note(time, asked: asked, answered: context.localTime)
    }
    let address = ServerExchange.withoutPassword(identity.server)
    try await context.write(.pull, "noting the user") { db in
      // An earlier version has noted the password, too.
      try db.noteFact("server", address, reading: ServerExchange.withoutPassword(_:)) { known in
        "this database belongs to the server '\(known)', not to '\(address)'; open another file for that server"
      }
      try db.noteFact("user", identity.user, reading: { $0 }) { known in
        "this database belongs to the user '\(known)', not to '\(identity.user)'; open that user's own file"
      }
    }
  }

  // MARK: Rounds

  /// - Parameter earlier: what the attempts before have reported.
  private func rounds(_ report: inout SyncReport, after earlier: inout SyncReport) async throws {
    let (pushes, pulls) = (scope != .pull, scope != .push)
    var wish: Puller.Wish = scope == .full ? .everything : scope == .verify ? .verification : .changes
    var futile: Set<RowID> = []
    let rounds = max(1, options.maximumRounds)
    for round in 1...rounds {
      var wantsPull = false
      if pushes {
        // Before a pull, nobody knows whether the server is away.
        let result = try await Pusher(context: context, futile: futile, isPatient: pulls).settleUnknown()
        if try add(result, to: &report, after: &earlier, &futile) { return }
        wantsPull = result.wantsPull
      }
      // Later rounds only run if there is more to do.
      if pulls, try await pull(wish, &report, after: &earlier) { return }
      wish = .changes
      guard pushes else { return }
      if pulls {
        // The server is there, so what it still gives no usable answer to is set aside.
        let pusher = Pusher(context: context, futile: futile)
        let result = try await pusher.settleUnknown(after: Pusher.maximumAttempts)
        if try add(result, to: &report, after: &earlier, &futile) { return }
        wantsPull = wantsPull || result.wantsPull
      }
      let result = try await Pusher(context: context, futile: futile).push()
      let pushed = result.report.pushed
      if try add(result, to: &report, after: &earlier, &futile) { return }
      if pulls, pushed > 0, round == rounds || !result.wantsPull {
        // Pulls the changes just pushed, so that they do not come next time, and what others have changed meanwhile.
        if try await pull(.changes, &report, after: &earlier) { return }
        if try await !hasMore(without: result.passed) { return }
      } else if !result.wantsPull, !wantsPull {
        return
      }
    }
  }

  /// Pulls. It asks for all collections, also for those that could not be read before.
  ///
  /// - Returns: whether the sync has stopped.
  private func pull(
    _ wish: Puller.Wish, _ report: inout SyncReport, after earlier: inout SyncReport
  ) async throws -> Bool {
    let part = try await Puller(context: context).pull(wish)
    // What is new in a collection is not all of it, if that was asked for.
    if part.stopped == nil, wish != .changes || ![.full, .verify].contains(scope) {
      report.forgetUnread()
      earlier.forgetUnread()
    }
    return try add(part, to: &report)
  }

  private func hasMore(without passed: Set<RowID>) async throws -> Bool {
    try await context.store.read { db in
      var position = Candidates.Position()
      return try Candidates(context: context).next(1, from: &position, without: passed, db) != nil
    }
  }

  /// - Returns: whether the sync has stopped.
  private func add(
    _ result: Pusher.Result, to report: inout SyncReport, after earlier: inout SyncReport,
    _ futile: inout Set<RowID>
  ) throws -> Bool {
    futile.formUnion(result.futile)
    report.forgetSetAside(of: result.passed)
    earlier.forgetSetAside(of: result.passed)
    return try add(result.report, to: &report)
  }

  /// - Returns: whether the sync has stopped.
  private func add(_ part: SyncReport, to report: inout SyncReport) throws -> Bool {
    report.add(part)
    report.stopped = part.stopped
    try Task.checkCancellation()
    return part.stopped != nil
  }
}

extension SyncError {
  /// Whether it ends a sync with a report rather than an error: no server, a pause that the server asked for, a login.
  fileprivate var endsNothing: Bool {
    [.offline, .interrupted, .throttled, .loginNeeded, .forbidden, .refused, .answer, .resetNeeded].contains(
      reason)
  }
}

extension WriteTransaction {
  /// Records the owner of the database.
  ///
  /// - Parameter reading: what of a recorded value counts.
  /// - Throws: ``SyncError`` with ``SyncError/Reason/otherUser`` if it belongs to another one.
  fileprivate func noteFact(
    _ name: String, _ value: String, reading: (String) -> String, _ message: (String) -> String
  ) throws {
    let known = try rows("SELECT value FROM _rowsmith_sync_state WHERE name = ?", [.text(name)]).first?.values
      .first
    if case .text(let text)? = known {
      guard reading(text) == value else { throw SyncError(.otherUser, message(reading(text))) }
      if text != value {
        try run("UPDATE _rowsmith_sync_state SET value = ?2 WHERE name = ?1", [.text(name), .text(value)])
      }
    }
    if known == nil {
      try run("INSERT INTO _rowsmith_sync_state (name, value) VALUES (?, ?)", [.text(name), .text(value)])
    }
  }
}
