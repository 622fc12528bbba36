public import RowsmithClient
import Rowsmith

/// What starts a sync automatically.
public struct SyncTriggers: Sendable {
  /// The delay after a local write; further writes in that time go together. `nil` for never.
  public var afterWrite: Duration? = .seconds(1)
  /// The average interval at which to look for others' changes; the actual one is random, between half and one and a half of it,
  /// so that devices do not all come at once. `nil` for never.
  public var interval: Duration? = .seconds(60)
  /// Reports when a network is available again; `nil` for none.
  public var reachability: (any Reachability)?
  /// Hints from the server that something has changed, for instance push messages; `nil` for none. A stream ends with its reader,
  /// so give each ``SyncSession/start(_:)`` its own.
  public var hints: AsyncStream<Void>?

  /// Creates the default triggers: a second after a write, and about once a minute.
  public init() {}
}

/// An event of automatic synchronisation.
public enum SyncEvent: Sendable {
  /// A sync begins.
  case began
  /// A sync has ended.
  case ended(SyncReport)
  /// The user has to log in. Nothing is sent until ``SyncSession/start(_:)`` is called again.
  case loginNeeded(SyncError)
  /// A sync could not begin, or the database failed. After ``SyncError/Reason/otherUser`` and ``SyncError/Reason/settings``,
  /// which each sync would meet again, nothing is sent until ``SyncSession/start(_:)`` is called again. Nothing is sent either
  /// once the store is closed.
  case failed(any Error)
}

extension SyncSession {
  /// Starts automatic synchronisation in the background: a sync at once, then one for each trigger. A failed sync is retried
  /// after increasing waits; only a network that becomes available again ends such a wait early. A wait that the server asked for
  /// is never cut short, and takes up to an eighth longer at random, so that devices do not all come back at once. ``cancel()``
  /// ends only the current sync.
  ///
  /// It ends with ``stop()``, and if a login is needed, the file belongs to another user, the settings are invalid or the store
  /// is closed. The session is retained until then.
  ///
  /// - Returns: the events, which end with it. Synchronisation goes on whether or not they are read.
  @discardableResult
  public func start(_ triggers: SyncTriggers = SyncTriggers()) -> AsyncStream<SyncEvent> {
    let (events, continuation) = AsyncStream<SyncEvent>.makeStream(bufferingPolicy: .bufferingNewest(100))
    let driver = SyncDriver(session: self, triggers: triggers, events: continuation)
    automatic.replace { before in
      Task {
        // Two drivers must not read the same triggers.
        await before?.value
        await driver.run()
      }
    }
    return events
  }

  /// Stops automatic synchronisation, and cancels the current sync.
  public func stop() async {
    automatic.replace { _ in nil }
    await cancel()
  }
}
