import Foundation

/// The time of a simulation, in seconds since 1970: it passes when the scheduler says so.
final class VirtualClock: @unchecked Sendable {
  /// Guards `seconds`.
  private let lock = NSLock()
  private var seconds = 1_700_000_000.0

  var now: Double { lock.withLock { seconds } }

  func pass(_ time: Double) { lock.withLock { seconds += time } }
}
