import Dispatch
import Foundation

/// Connections that only read, opened when they are first needed, each used by one reader at a time.
final class ReaderPool: @unchecked Sendable {
  private final class Reader {
    let session: Session
    let queue = DispatchQueue(label: "rowsmith.reader")

    init(_ session: Session) { self.session = session }
  }

  /// What waits for a reader. It is called while no lock is held.
  private typealias Waiter = (Result<Reader, any Error>) -> Void

  private let maximum: Int
  private let open: @Sendable () throws -> Session
  /// Guards what follows.
  private let lock = NSLock()
  private var idle: [Reader] = []
  private var count = 0
  private var waiters: [Waiter] = []
  private var isClosed = false

  init(maximum: Int, open: @escaping @Sendable () throws -> Session) {
    self.maximum = max(1, maximum)
    self.open = open
  }

  /// Runs the body with a connection of its own, on the caller's time.
  func run<Result>(_ body: (Session) throws -> Result) throws -> Result {
    let slot = Slot()
    take { slot.fill($0) }
    let reader = try slot.wait()
    defer { giveBack(reader) }
    return try body(reader.session)
  }

  /// Runs the body with a connection of its own, without blocking a thread of the caller's.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable (Session, Cancellation) throws -> Result
  ) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        take { taken in
          switch taken {
          case .failure(let error): continuation.resume(throwing: error)
          case .success(let reader): self.start(reader, cancellation, body, continuation)
          }
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  private func start<Result: Sendable>(
    _ reader: Reader, _ cancellation: Cancellation,
    _ body: @escaping @Sendable (Session, Cancellation) throws -> Result,
    _ continuation: CheckedContinuation<Result, any Error>
  ) {
    nonisolated(unsafe) let reader = reader
    reader.queue.async {
      let result = Swift.Result {
        try cancellation.run(on: reader.session.connection) { try body(reader.session, cancellation) }
      }
      // First, so that who waits for the result finds the reader idle.
      self.giveBack(reader)
      continuation.resume(with: result)
    }
  }

  /// Lets go of the connections: idle ones now, the others when they are given back.
  func close() {
    let waiting = lock.withLock {
      isClosed = true
      idle = []
      defer { waiters = [] }
      return waiters
    }
    for waiter in waiting { waiter(.failure(ReaderPool.closed)) }
  }

  private static var closed: StoreError { StoreError(.closed, "the store is closed; open another one") }

  /// Hands over an idle reader, or a new one where there may be one more, or the next that is given back.
  private func take(_ waiter: @escaping Waiter) {
    enum Next {
      case reader(Reader), new, wait, closed
    }
    let next: Next = lock.withLock {
      if isClosed { return .closed }
      if let reader = idle.popLast() { return .reader(reader) }
      if count < maximum {
        count += 1
        return .new
      }
      waiters.append(waiter)
      return .wait
    }
    switch next {
    case .reader(let reader): waiter(.success(reader))
    case .wait: break
    case .closed: waiter(.failure(ReaderPool.closed))
    case .new:
      do {
        waiter(.success(Reader(try open())))
      } catch {
        lock.withLock { count -= 1 }
        waiter(.failure(error))
      }
    }
  }

  private func giveBack(_ reader: Reader) {
    let waiter: Waiter? = lock.withLock {
      if isClosed { return nil }
      if !waiters.isEmpty { return waiters.removeFirst() }
      idle.append(reader)
      return nil
    }
    waiter?(.success(reader))
  }

  /// Where a thread waits for its reader.
  private final class Slot {
    private let semaphore = DispatchSemaphore(value: 0)
    private var value: Result<Reader, any Error>?

    func fill(_ value: Result<Reader, any Error>) {
      self.value = value
      semaphore.signal()
    }

    func wait() throws -> Reader {
      semaphore.wait()
      guard let value else { throw ReaderPool.closed }
      return try value.get()
    }
  }
}
