import Foundation

/// What the server's clock is ahead of this machine's, as far as answers have said so.
final class ServerClock: @unchecked Sendable {
  /// Guards the rest.
  private let lock = NSLock()
  private var known: Int64?

  /// In milliseconds; 0 where nothing is known.
  var offset: Int64 { lock.withLock { known ?? 0 } }

  /// Notes what an answer says. Many say whole seconds: what differs by less is as good as what is known.
  ///
  /// - Parameter offset: in milliseconds.
  func note(_ offset: Int64) {
    lock.withLock { if abs(offset - (known ?? .max / 2)) > 1500 { known = offset } }
  }
}
