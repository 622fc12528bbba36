import Foundation

/// Passes an answer from the thread that receives it to the task that reads it: the head, buffered bytes, and how it ended.
package final class AnswerPipe: @unchecked Sendable {
  /// How many bytes may be buffered before the receiver pauses.
  package static let enough = 256 << 10

  package enum End: Sendable {
    case whole
    case failed(TransportError)
  }

  /// Commands to the receiver. Called with the lock held.
  package struct Control: Sendable {
    /// More bytes are wanted.
    package var resume: @Sendable () -> Void
    /// The rest is not wanted.
    package var stop: @Sendable () -> Void

    package init(resume: @escaping @Sendable () -> Void, stop: @escaping @Sendable () -> Void) {
      self.resume = resume
      self.stop = stop
    }
  }

  /// Guards the properties below.
  private let lock = NSLock()
  private var headWaiter: CheckedContinuation<HTTPHead, any Error>?
  private var chunkWaiters: [CheckedContinuation<[UInt8]?, any Error>] = []
  private var waiting: [UInt8] = []
  private var end: End?
  private var isPaused = false
  /// Released at the end.
  private var control: Control?

  package init() {}

  /// Waits for the head.
  ///
  /// - Parameter begin: called with the lock held, so that a cancellation cannot come before it.
  package func head(_ control: Control, begin: () -> Void) async throws -> HTTPHead {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let failure: TransportError? = lock.withLock {
          if case .failed(let error) = end { return error }
          self.control = control
          headWaiter = continuation
          begin()
          return nil
        }
        if let failure { continuation.resume(throwing: failure) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// The next bytes as received, still compressed; `nil` at the end.
  package func next() async throws -> [UInt8]? {
    if Task.isCancelled { cancel() }
    if let ready = lock.withLock({ takeReady() }) { return try ready.get() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ready: Result<[UInt8]?, any Error>? = lock.withLock {
          if let ready = takeReady() { return ready }
          chunkWaiters.append(continuation)
          return nil
        }
        if let ready { continuation.resume(with: ready) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Takes the buffered bytes. Call it with the lock held.
  private func takeReady() -> Result<[UInt8]?, any Error>? {
    if case .failed(let error) = end, error.reason == .cancelled { return .failure(error) }
    if !waiting.isEmpty {
      var taken: [UInt8] = []
      swap(&taken, &waiting)
      if isPaused {
        isPaused = false
        control?.resume()
      }
      return .success(taken)
    }
    switch end {
    case .whole: return .success(nil)
    case .failed(let error): return .failure(error)
    case nil: return nil
    }
  }

  /// Delivers what has been received.
  ///
  /// - Returns: `true` if the receiver has to pause until ``Control/resume`` is called.
  package func deliver(head: HTTPHead?, bytes: inout [UInt8], end: End?) -> Bool {
    var ready: [(CheckedContinuation<[UInt8]?, any Error>, Result<[UInt8]?, any Error>)] = []
    var readyHead: (CheckedContinuation<HTTPHead, any Error>, Result<HTTPHead, any Error>)?
    let mustWait = lock.withLock { () -> Bool in
      guard self.end == nil else { return false }
      if waiting.isEmpty { swap(&waiting, &bytes) } else { waiting += bytes }
      self.end = end
      if end != nil { control = nil }
      if let waiter = headWaiter {
        if let head {
          readyHead = (waiter, .success(head))
        } else if case .failed(let error) = end {
          readyHead = (waiter, .failure(error))
        } else if end != nil {
          readyHead = (waiter, .failure(TransportError(.malformed, "The answer has no head.")))
        }
        if readyHead != nil { headWaiter = nil }
      }
      while !chunkWaiters.isEmpty, let result = takeReady() {
        ready.append((chunkWaiters.removeFirst(), result))
      }
      isPaused = end == nil && waiting.count >= AnswerPipe.enough
      return isPaused
    }
    if let (waiter, result) = readyHead { waiter.resume(with: result) }
    for (waiter, result) in ready { waiter.resume(with: result) }
    return mustWait
  }

  /// Cancels the exchange. Waiting tasks fail before the connection is closed.
  package func cancel() {
    stop(TransportError(.cancelled, "The request was cancelled."))
  }

  /// Ends the exchange when the rest of the body will not be read.
  package func abandon() {
    stop(TransportError(.cancelled, "The body of the answer was not read to its end."))
  }

  private func stop(_ error: TransportError) {
    let (head, chunks) = lock.withLock {
      // Buffered bytes are dropped, so the body is incomplete even if it had ended.
      if end == nil || !waiting.isEmpty { end = .failed(error) }
      waiting = []
      control?.stop()
      defer { (control, headWaiter, chunkWaiters) = (nil, nil, []) }
      return (headWaiter, chunkWaiters)
    }
    head?.resume(throwing: error)
    for chunk in chunks { chunk.resume(throwing: error) }
  }
}
