import Foundation

extension JSONSource {
  /// Reads what may keep it waiting, without blocking a thread of the caller's or of the store's. A cancelled task stops
  /// it at the next chunk.
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
        // A thread of its own, as it may wait for hours: those of a queue are few.
        let thread = Thread { continuation.resume(with: Result { try job.spooled().sources[0] }) }
        thread.name = "rowsmith.spooling"
        thread.start()
      }
    } onCancel: {
      flag.cancel()
    }
  }

  /// Reads a sequence to its end. It is asked for the next chunk when the last one has been kept.
  private func spooled(_ stream: JSONStream, _ options: ImportOptions) async throws -> JSONSource {
    let spool = JSONSpool()
    do {
      try await stream.read { bytes in
        try Task.checkCancellation()
        if options.isCancelled?() == true { throw CancellationError() }
        try spool.append(bytes)
        options.progress?(ImportProgress(bytes: spool.count, totalBytes: nil, records: 0))
      }
      // A sequence may end early when its task is cancelled: what came is not the document then.
      try Task.checkCancellation()
      return try spool.source(named: name)
    } catch let error as JSONError {
      throw ImportError(error)
    }
  }
}
