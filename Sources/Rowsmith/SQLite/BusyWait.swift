#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation

/// How a connection waits for a lock that another connection holds.
///
/// SQLite's own busy timeout cannot be interrupted.
final class BusyWait {
  /// The longest wait, in milliseconds.
  var limit: Int64 = 0
  /// Ends the wait once it returns `true`.
  var isStopped: (@Sendable () -> Bool)?
  private var deadline = ContinuousClock.now

  /// In milliseconds; the last one repeats.
  private static let pauses: [Int64] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]

  /// Registers this with a connection. SQLite does not retain it: the connection must.
  func install(on handle: OpaquePointer) {
    sqlite3_busy_handler(
      handle,
      { pointer, count in
        guard let pointer else { return 0 }
        return Unmanaged<BusyWait>.fromOpaque(pointer).takeUnretainedValue().pause(Int(count)) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Waits for a moment.
  ///
  /// - Parameter count: how often it has waited for this lock.
  /// - Returns: `true` to retry.
  private func pause(_ count: Int) -> Bool {
    let now = ContinuousClock.now
    if count == 0 { deadline = now + .milliseconds(limit) }
    if now >= deadline || isStopped?() == true { return false }
    let pause = min(.milliseconds(BusyWait.pauses[min(count, BusyWait.pauses.count - 1)]), deadline - now)
    usleep(UInt32(max(1, pause / .microseconds(1))))
    return true
  }
}

extension Connection {
  /// How long to wait for a lock that another connection holds, in milliseconds.
  var busyTimeout: Int64 {
    get { busyWait.limit }
    set { busyWait.limit = max(0, newValue) }
  }
}
