import Foundation

/// Runs blocking work on a thread of its own, so that it can be awaited. The threads of a dispatch queue are too few for it.
package enum BlockingWork {
  /// Runs the body, which can ask whether the caller's task is cancelled.
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
              } catch let error as StoreError where error.canComeOfCancelling && cancellation.isCancelled {
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

  /// Runs a body that cannot be cancelled.
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
