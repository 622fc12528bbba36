import Foundation

/// Work that blocks the thread it runs on, awaited: on a thread of its own, as those of a queue are few.
package enum BlockingWork {
  /// Runs the body, which is told when the caller's task is cancelled.
  package static func run<Result: Sendable>(
    _ body: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Result
  ) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let thread = Thread {
          continuation.resume(
            with: Swift.Result {
              do {
                return try body { cancellation.isCancelled }
              } catch let error as StoreError where error.isInterruption && cancellation.isCancelled {
                throw CancellationError()
              }
            })
        }
        thread.name = "rowsmith.blocking"
        thread.start()
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// Runs a body that is not stopped by anything.
  static func finish(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        body()
        continuation.resume()
      }
      thread.name = "rowsmith.blocking"
      thread.start()
    }
  }
}
