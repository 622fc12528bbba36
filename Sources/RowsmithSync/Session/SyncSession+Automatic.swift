public import RowsmithClient
import Rowsmith

/// What begins a sync by itself.
public struct SyncTriggers: Sendable {
  /// How long after a write here to begin: more writes meanwhile go together. Nil for never.
  public var afterWrite: Duration? = .seconds(1)
  /// About how often to look what others did, drawn between half of it and one and a half, so that not all devices come at
  /// once; nil for never.
  public var interval: Duration? = .seconds(60)
  /// Tells when there is a network again; nil for nobody.
  public var reachability: (any Reachability)?
  /// The server's hints that something has changed, a push message for instance; nil for none.
  public var hints: AsyncStream<Void>?

  /// Creates the default triggers: a second after a write, and about once a minute.
  public init() {}
}

/// What happens to a session that synchronises by itself.
public enum SyncEvent: Sendable {
  /// A sync begins.
  case began
  /// A sync has ended.
  case ended(SyncReport)
  /// Somebody has to log in. Nothing is sent until ``SyncSession/start(_:)`` is called again.
  case loginNeeded(SyncError)
  /// A sync could not be begun, or the database failed.
  case failed(any Error)
}

extension SyncSession {
  /// Synchronises from now on by itself, in the background: at once, and whenever a trigger says so. A sync that did not come
  /// through is tried again, after a wait that grows.
  ///
  /// - Returns: what happens. Synchronising goes on whether or not somebody listens, until ``stop()``.
  @discardableResult
  public func start(_ triggers: SyncTriggers = SyncTriggers()) -> AsyncStream<SyncEvent> {
    let (events, continuation) = AsyncStream<SyncEvent>.makeStream(bufferingPolicy: .bufferingNewest(100))
    let driver = SyncDriver(session: self, triggers: triggers, events: continuation)
    let task = Task { await driver.run() }
    automatic.replace(with: task)
    return events
  }

  /// Ends what ``start(_:)`` began, and cancels the sync that is under way.
  public func stop() async {
    automatic.replace(with: nil)
    await cancel()
  }
}

/// Begins a sync whenever there is a reason to.
struct SyncDriver: Sendable {
  let session: SyncSession
  let triggers: SyncTriggers
  let events: AsyncStream<SyncEvent>.Continuation

  private enum Reason: Sendable {
    case write
    case other
  }

  func run() async {
    let (reasons, wake) = AsyncStream<Reason>.makeStream(bufferingPolicy: .bufferingNewest(1))
    defer { events.finish() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await watchWrites(wake) }
      group.addTask { await watchTime(wake) }
      group.addTask { await watchNetwork(wake) }
      group.addTask { await watchHints(wake) }
      wake.yield(.other)
      var failures = 0
      for await reason in reasons {
        if reason == .write, let delay = triggers.afterWrite {
          try? await session.options.clock.sleep(delay)
        }
        if Task.isCancelled { break }
        guard await syncOnce(&failures, wake) else { break }
      }
      group.cancelAll()
    }
  }

  /// - Returns: whether to go on.
  private func syncOnce(_ failures: inout Int, _ wake: AsyncStream<Reason>.Continuation) async -> Bool {
    events.yield(.began)
    do {
      let report = try await session.sync()
      events.yield(.ended(report))
      guard let stopped = report.stopped else {
        failures = 0
        if let backoff = report.backoff { try await session.options.clock.sleep(.seconds(backoff)) }
        return true
      }
      if stopped.reason == .loginNeeded {
        events.yield(.loginNeeded(stopped))
        return false
      }
      failures += 1
      again(after: stopped.retryAfter, failures, wake)
      return true
    } catch is CancellationError {
      return false
    } catch {
      events.yield(.failed(error))
      failures += 1
      // Another user's file stays another user's.
      if let error = error as? SyncError, [.otherUser, .settings].contains(error.reason) { return false }
      again(after: nil, failures, wake)
      return true
    }
  }

  private func again(after seconds: Double?, _ failures: Int, _ wake: AsyncStream<Reason>.Continuation) {
    let options = session.options
    let delay =
      seconds.map { Duration.seconds($0) }
      ?? options.retries.delay(before: failures + 1, draw: options.clock.draw())
    Task {
      try? await options.clock.sleep(max(delay, .milliseconds(200)))
      wake.yield(.other)
    }
  }

  // MARK: Reasons

  private func watchWrites(_ wake: AsyncStream<Reason>.Continuation) async {
    guard triggers.afterWrite != nil else { return }
    // The first value is what there is already.
    var isFirst = true
    do {
      for try await count in session.store.observe(UnsentCount()) {
        if !isFirst, count.rows > 0 { wake.yield(.write) }
        isFirst = false
      }
    } catch {
      events.yield(.failed(error))
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

  private func watchNetwork(_ wake: AsyncStream<Reason>.Continuation) async {
    guard let reachability = triggers.reachability else { return }
    for await isThere in reachability.changes where isThere { wake.yield(.other) }
  }

  private func watchHints(_ wake: AsyncStream<Reason>.Continuation) async {
    guard let hints = triggers.hints else { return }
    for await _ in hints { wake.yield(.other) }
  }
}

/// How many rows have something unsent, and when the last of them was changed.
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
