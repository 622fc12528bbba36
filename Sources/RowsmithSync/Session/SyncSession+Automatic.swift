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
  /// The server's hints that something has changed, a push message for instance; nil for none. A stream ends with what reads
  /// it: give each ``SyncSession/start(_:)`` one of its own.
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
  /// through is tried again, after a wait that grows; before that only a network that is there again begins one. Where the
  /// server has said how long it wants to be left alone, nothing begins one before. ``cancel()`` ends the sync that is under
  /// way, not those that follow.
  ///
  /// The session is kept until ``stop()``, or until a log-in is needed.
  ///
  /// - Returns: what happens. Synchronising goes on whether or not somebody listens, until ``stop()``.
  @discardableResult
  public func start(_ triggers: SyncTriggers = SyncTriggers()) -> AsyncStream<SyncEvent> {
    let (events, continuation) = AsyncStream<SyncEvent>.makeStream(bufferingPolicy: .bufferingNewest(100))
    let driver = SyncDriver(session: self, triggers: triggers, events: continuation)
    automatic.replace { before in
      Task {
        // Two must not read the same triggers.
        await before?.value
        await driver.run()
      }
    }
    return events
  }

  /// Ends what ``start(_:)`` began, and cancels the sync that is under way.
  public func stop() async {
    automatic.replace { _ in nil }
    await cancel()
  }
}
