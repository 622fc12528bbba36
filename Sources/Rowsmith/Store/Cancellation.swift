#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation

/// Cancels one piece of work on a connection, from any thread.
final class Cancellation: @unchecked Sendable {
  /// Guards what follows.
  private let lock = NSLock()
  private var isSet = false
  /// The connection on which the work is running.
  private var running: Connection?

  /// Of SQLite's virtual machine; a millisecond or so.
  private static let stepsBetweenLooks: Int32 = 20_000

  var isCancelled: Bool { lock.withLock { isSet } }

  /// Stops the work: a statement that is running fails, and what has not begun does not.
  func cancel() {
    lock.withLock {
      isSet = true
      running?.interrupt()
    }
  }

  /// Runs the body as the work. What fails because it was cancelled throws `CancellationError`.
  func run<Result>(on connection: Connection, _ body: () throws -> Result) throws -> Result {
    try lock.withLock {
      if isSet { throw CancellationError() }
      running = connection
    }
    // An interruption that comes between two statements stops neither of them.
    let pointer = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      connection.handle, Cancellation.stepsBetweenLooks,
      { pointer in
        guard let pointer else { return 0 }
        return Unmanaged<Cancellation>.fromOpaque(pointer).takeUnretainedValue().isCancelled ? 1 : 0
      }, pointer)
    defer {
      sqlite3_progress_handler(connection.handle, 0, nil, nil)
      connection.resumeStopCheck()
      lock.withLock { running = nil }
    }
    do {
      return try body()
    } catch let error as StoreError where error.isInterruption && isCancelled {
      throw CancellationError()
    }
  }
}
