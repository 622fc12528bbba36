import Foundation
import RowsmithClient

/// What the caller of a transport and the engine's thread share: the head, the bytes that wait for being asked for, and how
/// it ended.
final class Exchange: @unchecked Sendable {
  /// How many bytes may wait before the server does.
  static let enough = 256 << 10

  enum End {
    case whole
    case failed(TransportError)
  }

  private let engine: CurlEngine
  /// Guards what follows.
  private let lock = NSLock()
  private var headWaiter: CheckedContinuation<AnswerHead, any Error>?
  private var chunkWaiters: [CheckedContinuation<[UInt8]?, any Error>] = []
  private var waiting: [UInt8] = []
  private var end: End?
  private var isPaused = false
  private var transfer: Transfer?

  init(_ engine: CurlEngine) { self.engine = engine }

  /// Begins it.
  func head(of transfer: Transfer) async throws -> AnswerHead {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let failure: TransportError? = lock.withLock {
          if case .failed(let error) = end { return error }
          self.transfer = transfer
          headWaiter = continuation
          // Under the lock, so that no cancelling comes before it.
          engine.inbox.post(.begin(transfer))
          return nil
        }
        if let failure { continuation.resume(throwing: failure) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// The next bytes as they came over the wire; nil at the end.
  func next() async throws -> [UInt8]? {
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

  /// Takes what waits. To be called under the lock.
  private func takeReady() -> Result<[UInt8]?, any Error>? {
    if case .failed(let error) = end, error.reason == .cancelled { return .failure(error) }
    if !waiting.isEmpty {
      var taken: [UInt8] = []
      swap(&taken, &waiting)
      if isPaused, let transfer {
        isPaused = false
        engine.inbox.post(.resume(transfer))
      }
      return .success(taken)
    }
    switch end {
    case .whole: return .success(nil)
    case .failed(let error): return .failure(error)
    case nil: return nil
    }
  }

  /// Hands over what has come. Called by the engine.
  ///
  /// - Returns: whether the server has to wait: ``Transfer`` is told when it can go on.
  func deliver(head: AnswerHead?, bytes: inout [UInt8], end: End?) -> Bool {
    var ready: [(CheckedContinuation<[UInt8]?, any Error>, Result<[UInt8]?, any Error>)] = []
    var readyHead: (CheckedContinuation<AnswerHead, any Error>, Result<AnswerHead, any Error>)?
    let mustWait = lock.withLock { () -> Bool in
      guard self.end == nil else { return false }
      if waiting.isEmpty { swap(&waiting, &bytes) } else { waiting += bytes }
      self.end = end
      if end != nil { transfer = nil }
      if let waiter = headWaiter {
        if let head {
          readyHead = (waiter, .success(head))
        } else if case .failed(let error) = end {
          readyHead = (waiter, .failure(error))
        }
        if readyHead != nil { headWaiter = nil }
      }
      while let waiter = chunkWaiters.first, let result = takeReady() {
        chunkWaiters.removeFirst()
        ready.append((waiter, result))
      }
      isPaused = end == nil && waiting.count >= Exchange.enough
      return isPaused
    }
    if let (waiter, result) = readyHead { waiter.resume(with: result) }
    for (waiter, result) in ready { waiter.resume(with: result) }
    return mustWait
  }

  /// Ends it at once; who waits is told before the connection is closed.
  func cancel() {
    stop(TransportError(.cancelled, "The request was cancelled."))
  }

  /// Ends it where nobody asks for the rest of the body any more.
  func abandon() {
    stop(TransportError(.cancelled, "The body of the answer was not read to its end."))
  }

  private func stop(_ error: TransportError) {
    let (transfer, head, chunks) = lock.withLock {
      // Bytes that wait are not given out any more.
      waiting = []
      let wasOpen = self.end == nil
      if wasOpen { self.end = .failed(error) }
      defer { (self.transfer, headWaiter, chunkWaiters) = (nil, nil, []) }
      return (self.transfer, headWaiter, chunkWaiters)
    }
    if let transfer { engine.inbox.post(.stop(transfer)) }
    head?.resume(throwing: error)
    for chunk in chunks { chunk.resume(throwing: error) }
  }
}
