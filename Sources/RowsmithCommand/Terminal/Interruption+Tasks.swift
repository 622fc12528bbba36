import Foundation

extension Interruption {
  /// Runs asynchronous work and waits for it. A signal cancels it.
  func waiting<Result: Sendable>(for body: @escaping @Sendable () async throws -> Result) throws -> Result {
    let outcome = TaskOutcome<Result>()
    let done = DispatchSemaphore(value: 0)
    let task = Task.detached {
      do { outcome.set(.success(try await body())) } catch { outcome.set(.failure(error)) }
      done.signal()
    }
    while done.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if isRaised { task.cancel() }
    }
    return try outcome.get()
  }

  /// Runs work that nothing can interrupt, such as opening a named pipe, on a thread of its own, and waits for it. A signal
  /// ends the wait only: the work ends with the process.
  func abandoning<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let outcome = TaskOutcome<Result>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      do { outcome.set(.success(try body())) } catch { outcome.set(.failure(error)) }
      done.signal()
    }
    thread.start()
    while done.wait(timeout: .now() + .milliseconds(50)) == .timedOut { try check() }
    return try outcome.get()
  }
}

/// The result of a task or a thread.
private final class TaskOutcome<Value: Sendable>: @unchecked Sendable {
  /// Guards `result`.
  private let lock = NSLock()
  private var result: Result<Value, any Error>?

  func set(_ new: Result<Value, any Error>) { lock.withLock { result = new } }

  func get() throws -> Value {
    guard let result = lock.withLock({ result }) else { throw CancellationError() }
    return try result.get()
  }
}
