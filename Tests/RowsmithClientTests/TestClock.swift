import Foundation
import RowsmithClient

/// A clock that a test sets. Waits end at once, and move it on.
final class TestClock: @unchecked Sendable {
  /// Guards the rest.
  private let lock = NSLock()
  private var seconds = 1_800_000_000.0
  private var waited: [Duration] = []

  /// How long was waited, each time.
  var waits: [Duration] { lock.withLock { waited } }

  func advance(_ duration: Double) { lock.withLock { seconds += duration } }

  /// Takes the place of the system's.
  func install(_ options: inout ClientOptions) {
    options.clock.now = { self.lock.withLock { self.seconds } }
    options.clock.sleep = { duration in
      try Task.checkCancellation()
      self.lock.withLock {
        self.waited.append(duration)
        self.seconds += duration / .seconds(1)
      }
    }
    options.clock.draw = { 0.5 }
  }
}
