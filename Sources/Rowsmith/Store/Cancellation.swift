import Foundation

/// Cancels one piece of work on a connection, from any thread.
final class Cancellation: @unchecked Sendable {
  /// Guards what follows.
  private let lock = NSLock()
  private var isSet = false
  /// The connection on which the work is running.
  private var running: Connection?

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
    defer { lock.withLock { running = nil } }
    do {
      return try body()
    } catch let error as StoreError where error.isInterruption && isCancelled {
      throw CancellationError()
    }
  }
}
