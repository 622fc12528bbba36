import Foundation

extension JSONSource {
  /// Reads a slow source to its end without blocking a thread of the caller or of the store. A cancelled task stops at the next
  /// chunk.
  func spooledAside(_ options: ImportOptions) async throws -> JSONSource {
    if case .transformed(let base, let transform) = kind {
      return JSONSource(kind: .transformed(try await base.spooledAside(options), transform), name: name)
    }
    if case .stream(let stream) = kind { return try await spooled(stream, options) }
    let flag = Cancellation()
    var options = options
    let callersWish = options.isCancelled
    options.isCancelled = { flag.isCancelled || callersWish?() == true }
    let job = ImportJob(sources: [self], target: .entity(""), options: options)
    guard isSlow else { return self }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // On its own thread: it may block for hours, and the threads of a queue are few.
        let thread = Thread { continuation.resume(with: Result { try job.spooled().sources[0] }) }
        thread.name = "rowsmith.spooling"
        thread.start()
      }
    } onCancel: {
      flag.cancel()
    }
  }

  /// Reads a sequence to its end. Asks for the next chunk after the last one is stored.
  private func spooled(_ stream: JSONStream, _ options: ImportOptions) async throws -> JSONSource {
    let spool = JSONSpool(memoryLimit: Spooling.memoryLimit)
    do {
      try await stream.read { bytes in
        try Task.checkCancellation()
        if options.isCancelled?() == true { throw CancellationError() }
        try spool.append(bytes)
        options.progress?(ImportProgress(bytes: spool.count, totalBytes: nil, records: 0))
      }
      // A sequence may end early when its task is cancelled; its bytes are then not the whole document.
      try Task.checkCancellation()
      return try spool.source(named: name)
    } catch let error as JSONError {
      throw ImportError(error)
    }
  }
}
