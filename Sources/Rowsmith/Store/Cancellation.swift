#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation

/// Cancels one piece of work on a connection, from any thread.
final class Cancellation: @unchecked Sendable {
  /// Guards the properties below.
  private let lock = NSLock()
  private var isSet = false
  /// The connection that runs the work.
  private var running: Connection?

  /// Instructions of SQLite's virtual machine between two checks; about a millisecond.
  private static let stepsBetweenLooks: Int32 = 20_000

  var isCancelled: Bool { lock.withLock { isSet } }

  /// Cancels the work: a running statement fails, and work that has not begun does not begin.
  func cancel() {
    lock.withLock {
      isSet = true
      running?.interrupt()
    }
  }

  /// Runs the body as the work. Throws `CancellationError` if it fails because it was cancelled. Work that is cancelled waits
  /// for no lock.
  func run<Result>(on connection: Connection, _ body: () throws -> Result) throws -> Result {
    try lock.withLock {
      if isSet { throw CancellationError() }
      running = connection
    }
    // `sqlite3_interrupt` has no effect between two statements, so this handler checks as well.
    let pointer = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      connection.handle, Cancellation.stepsBetweenLooks,
      { pointer in
        guard let pointer else { return 0 }
        return Unmanaged<Cancellation>.fromOpaque(pointer).takeUnretainedValue().isCancelled ? 1 : 0
      }, pointer)
    let formerStop = connection.busyWait.isStopped
    connection.busyWait.isStopped = { [self] in isCancelled || formerStop?() == true }
    defer {
      connection.busyWait.isStopped = formerStop
      sqlite3_progress_handler(connection.handle, 0, nil, nil)
      connection.resumeStopCheck()
      lock.withLock { running = nil }
    }
    do {
      return try body()
    } catch let error as StoreError where error.canComeOfCancelling && isCancelled {
      throw CancellationError()
    }
  }
}
