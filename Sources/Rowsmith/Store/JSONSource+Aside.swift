import Foundation

extension [JSONSource] {
  /// Reads the slow ones to their ends, one after another, without blocking a thread of the caller or of the store.
  func spooledAside(_ options: ImportOptions) async throws -> [JSONSource] {
    var ready: [JSONSource] = []
    var earlier = 0
    for source in self {
      let isSlow = source.isSlow
      let spooled = try await source.spooledAside(options.counting(from: earlier), behind: earlier)
      if isSlow { earlier += spooled.heldBytes }
      ready.append(spooled)
    }
    return ready
  }
}

extension JSONSource {
  /// Reads a slow source to its end without blocking a thread of the caller or of the store. A cancelled task stops at the next
  /// chunk.
  ///
  /// - Parameter earlier: how many bytes the slow sources before it have.
  fileprivate func spooledAside(_ options: ImportOptions, behind earlier: Int) async throws -> JSONSource {
    if case .transformed(let base, let transform) = kind {
      let ready = try await base.spooledAside(options, behind: earlier)
      return JSONSource(kind: .transformed(ready, transform), name: name)
    }
    if case .stream(let stream) = kind { return try await spooled(stream, options, behind: earlier) }
    guard isSlow else { return self }
    let flag = Cancellation()
    var options = options
    let callersWish = options.isCancelled
    options.isCancelled = { flag.isCancelled || callersWish?() == true }
    let job = ImportJob(sources: [self], target: .entity(""), options: options)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // On its own thread: it may block for hours, and the threads of a queue are few.
        let thread = Thread {
          continuation.resume(with: Result { try job.spooled(behind: earlier).sources[0] })
        }
        thread.name = "rowsmith.spooling"
        thread.start()
      }
    } onCancel: {
      flag.cancel()
    }
  }

  /// Reads a sequence to its end. Asks for the next chunk after the last one is stored.
  private func spooled(
    _ stream: JSONStream, _ options: ImportOptions, behind earlier: Int
  ) async throws -> JSONSource {
    let spool = JSONSpool(memoryLimit: Spooling.memoryLimit(behind: earlier))
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
