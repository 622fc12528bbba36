import Foundation

extension JSONSource {
  /// Reads what may keep it waiting, without blocking a thread of the caller's or of the store's. A cancelled task stops
  /// it at the next chunk.
  func spooledAside(_ options: ImportOptions) async throws -> JSONSource {
    let flag = Cancellation()
    var options = options
    let callersWish = options.isCancelled
    options.isCancelled = { flag.isCancelled || callersWish?() == true }
    let job = ImportJob(sources: [self], target: .entity(""), options: options)
    guard isSlow else { return self }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A thread of its own, as it may wait for hours: those of a queue are few.
        let thread = Thread { continuation.resume(with: Result { try job.spooled().sources[0] }) }
        thread.name = "rowsmith.spooling"
        thread.start()
      }
    } onCancel: {
      flag.cancel()
    }
  }
}
