import Foundation

/// The exchange with the server that is under way. It can be cancelled alone: what is written before and after it is not.
final class RunningExchange: @unchecked Sendable {
  /// Guards the properties below.
  private let lock = NSLock()
  private var stop: (@Sendable () -> Void)?
  private var isCancelled = false

  /// Runs the body in a task of its own, which ``cancel()`` cancels.
  func run<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
    let task = Task { try await body() }
    let isLate = lock.withLock { () -> Bool in
      stop = { task.cancel() }
      return isCancelled
    }
    if isLate { task.cancel() }
    defer { lock.withLock { stop = nil } }
    return try await task.value
  }

  /// Cancels the exchange, and those that begin later.
  func cancel() {
    let stop = lock.withLock { () -> (@Sendable () -> Void)? in
      isCancelled = true
      return self.stop
    }
    stop?()
  }
}
