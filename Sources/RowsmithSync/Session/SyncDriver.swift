import Rowsmith
import RowsmithClient

/// Starts a sync whenever there is a reason.
struct SyncDriver: Sendable {
  let session: SyncSession
  let triggers: SyncTriggers
  let events: AsyncStream<SyncEvent>.Continuation

  /// Why to start a sync.
  enum Reason: Sendable {
    case write
    case other
  }

  func run() async {
    let (reasons, wake) = AsyncStream<Reason>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let pause = SyncPause(clock: session.options.clock) { wake.yield(.other) }
    defer {
      pause.stop()
      events.finish()
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await watchWrites(wake, pause) }
      group.addTask { await watchTime(wake) }
      group.addTask { await watchNetwork(wake, pause) }
      group.addTask { await watchHints(wake) }
      wake.yield(.other)
      var failures = 0
      for await reason in reasons {
        // The end of the pause will be another reason.
        if pause.holdsUp() { continue }
        if reason == .write, let delay = triggers.afterWrite {
          try? await session.options.clock.sleep(delay)
        }
        if Task.isCancelled { break }
        guard await syncOnce(&failures, pause) else { break }
      }
      group.cancelAll()
    }
  }

  /// An event comes after the pause that follows has begun: what somebody does who hears of it, such as going online, ends it.
  ///
  /// - Returns: whether to go on.
  private func syncOnce(_ failures: inout Int, _ pause: SyncPause) async -> Bool {
    events.yield(.began)
    // A network that comes back during the sync is another reason, which need not wait.
    let ended = pause.ended
    do {
      let report = try await session.sync()
      defer {
        events.yield(.ended(report))
        if let stopped = report.stopped, stopped.reason == .loginNeeded {
          events.yield(.loginNeeded(stopped))
        }
      }
      guard let stopped = report.stopped else {
        failures = 0
        if let backoff = report.backoff { pause.begin(asked(backoff), isServers: true, wakes: false) }
        return true
      }
      if stopped.reason == .loginNeeded { return false }
      failures += 1
      // The server may have asked for a pause before it failed.
      again(after: [stopped.retryAfter, report.backoff].compactMap(\.self).max(), failures, pause, ended)
      return true
    } catch {
      // Either this one sync was cancelled, or the whole driver.
      if Task.isCancelled { return false }
      defer { events.yield(.failed(error)) }
      if error is CancellationError { return true }
      failures += 1
      // These errors would repeat in every sync.
      if let error = error as? SyncError, [.otherUser, .settings].contains(error.reason) { return false }
      if let error = error as? StoreError, error.reason == .closed { return false }
      again(after: nil, failures, pause, ended)
      return true
    }
  }

  /// - Parameter ended: how often a pause was ended when the sync began.
  private func again(after seconds: Double?, _ failures: Int, _ pause: SyncPause, _ ended: Int) {
    let options = session.options
    let delay =
      seconds.map(asked) ?? options.retries.delay(before: failures + 1, draw: options.clock.draw())
    pause.begin(
      max(delay, .milliseconds(200)), isServers: seconds != nil, wakes: true, unlessEndedSince: ended)
  }

  /// The wait that the server has asked for, and up to an eighth of it more: if it tells all devices the same moment, they do not
  /// all come back at once.
  private func asked(_ seconds: Double) -> Duration {
    Duration.seconds(min(max(0, seconds), 1e9)) * (1 + session.options.clock.draw() / 8)
  }

  // MARK: Reasons

  private func watchWrites(_ wake: AsyncStream<Reason>.Continuation, _ pause: SyncPause) async {
    guard triggers.afterWrite != nil else { return }
    // The first value is the state at the start.
    var isFirst = true
    var failures = 0
    while !Task.isCancelled {
      do {
        for try await count in session.store.observe(UnsentCount()) {
          if !isFirst, count.rows > 0 { wake.yield(.write) }
          isFirst = false
          failures = 0
        }
        if Task.isCancelled { return }
        // The observation has ended with its store. The sync that begins now finds that, and asks the server for nothing.
        pause.stop()
        wake.yield(.other)
        return
      } catch {
        if Task.isCancelled { return }
        events.yield(.failed(error))
        // Writes in between were not observed.
        isFirst = false
        failures += 1
        let options = session.options
        let delay = options.retries.delay(before: failures + 1, draw: options.clock.draw())
        try? await options.clock.sleep(max(delay, .milliseconds(200)))
      }
    }
  }

  private func watchTime(_ wake: AsyncStream<Reason>.Continuation) async {
    guard let interval = triggers.interval else { return }
    while !Task.isCancelled {
      do {
        try await session.options.clock.sleep(interval * (0.5 + session.options.clock.draw()))
      } catch {
        return
      }
      wake.yield(.other)
    }
  }

  private func watchNetwork(_ wake: AsyncStream<Reason>.Continuation, _ pause: SyncPause) async {
    guard let reachability = triggers.reachability else { return }
    for await isThere in reachability.changes where isThere {
      pause.endOwn()
      wake.yield(.other)
    }
  }

  private func watchHints(_ wake: AsyncStream<Reason>.Continuation) async {
    guard let hints = triggers.hints else { return }
    for await _ in hints { wake.yield(.other) }
  }
}

/// How many rows have unsent changes, and when the last change was.
private struct UnsentCount: ReadRequest {
  struct State: Sendable, Hashable {
    var rows: Int
    var last: Int
  }

  func fetch(_ db: ReadTransaction) throws -> State {
    let row = try db.rows("SELECT count(*) AS n, max(at) AS last FROM _rowsmith_sync_unsent").first
    return State(rows: row?.integer("n") ?? 0, last: row?.integer("last") ?? 0)
  }
}
