import Foundation

/// How far the server's clock is ahead of the local one, as far as known from answers.
final class ServerClock: @unchecked Sendable {
  /// Guards the property below.
  private let lock = NSLock()
  private var known: Int64?

  /// In milliseconds; 0 if unknown.
  var offset: Int64 { lock.withLock { known ?? 0 } }

  /// Stores the offset of an answer. Many servers give whole seconds, so smaller differences are ignored.
  ///
  /// - Parameter offset: in milliseconds.
  func note(_ offset: Int64) {
    lock.withLock { if abs(offset - (known ?? .max / 2)) > 1500 { known = offset } }
  }
}
