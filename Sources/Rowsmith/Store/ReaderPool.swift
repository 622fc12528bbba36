import Dispatch
import Foundation

/// Connections that only read. They are opened when first needed, and each is used by one read at a time.
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
  /// Who waits for the last reader to be given back, after the pool was closed.
  private var closers: [DispatchSemaphore] = []
  /// How many readers each thread has that is reading.
  private var readingThreads: [pthread_t: Int] = [:]

  init(maximum: Int, open: @escaping @Sendable () throws -> Session) {
    self.maximum = max(1, maximum)
    self.open = open
  }

  /// Runs the body with a connection of its own, on the caller's time.
  func run<Result>(_ body: (Session) throws -> Result) throws -> Result {
    let slot = Slot()
    take(for: pthread_self()) { slot.fill($0) }
    let reader = try slot.wait()
    defer { giveBack(reader) }
    return try noted { try body(reader.session) }
  }

  /// Runs the body at once, on the caller's time, where a connection is idle; nil where none is.
  func runIfIdle<Result>(_ body: (Session) throws -> Result) throws -> Result? {
    let reader = lock.withLock { () -> Reader? in
      guard !isClosed, let reader = idle.last, reader.session.isCurrent else { return nil }
      return idle.popLast()
    }
    guard let reader else { return nil }
    defer { giveBack(reader) }
    return try noted { try body(reader.session) }
  }

  /// Runs the body, which reads on this thread.
  private func noted<Result>(_ body: () throws -> Result) rethrows -> Result {
    let thread = pthread_self()
    lock.withLock { readingThreads[thread, default: 0] += 1 }
    defer {
      lock.withLock {
        let count = readingThreads[thread] ?? 1
        readingThreads[thread] = count > 1 ? count - 1 : nil
      }
    }
    return try body()
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
        try self.noted {
          try cancellation.run(on: reader.session.connection) { try body(reader.session, cancellation) }
        }
      }
      // First, so that who waits for the result finds the reader idle.
      self.giveBack(reader)
      continuation.resume(with: result)
    }
  }

  /// Lets go of the connections, and waits for those who are reading; not for the caller's own read.
  func close() {
    let lastOne = DispatchSemaphore(value: 0)
    let (waiting, isBusy, rested) = lock.withLock {
      isClosed = true
      count -= idle.count
      let rested = idle.map(\.queue)
      idle = []
      let isBusy = count > 0 && readingThreads[pthread_self()] == nil
      if isBusy { closers.append(lastOne) }
      defer { waiters = [] }
      return (waiters, isBusy, rested)
    }
    // Who has given its reader back may hold it for a moment yet: its connection would be closed behind the writer's, which
    // takes the log away only as the last one.
    for queue in rested { queue.sync {} }
    for waiter in waiting { waiter(.failure(ReaderPool.closed)) }
    if isBusy { lastOne.wait() }
  }

  private static var closed: StoreError { StoreError(.closed, "the store is closed; open another one") }

  private static var nested: StoreError {
    StoreError(
      .misuse,
      "a read was begun inside another one of the same store, and might wait for it for ever, as every reader is in "
        + "use; use the transaction that is there")
  }

  /// Hands over an idle reader, or a new one where there may be one more, or the next that is given back.
  ///
  /// - Parameter thread: the thread that will wait, where one does. It must not while it has a reader itself.
  private func take(for thread: pthread_t? = nil, _ waiter: @escaping Waiter) {
    enum Next {
      case reader(Reader), new, wait, nested, closed
    }
    let next: Next = lock.withLock {
      if isClosed { return .closed }
      while let reader = idle.popLast() {
        if reader.session.isCurrent { return .reader(reader) }
        count -= 1
      }
      if count < maximum {
        count += 1
        return .new
      }
      if let thread, readingThreads[thread] != nil { return .nested }
      waiters.append(waiter)
      return .wait
    }
    switch next {
    case .reader(let reader): waiter(.success(reader))
    case .wait: break
    case .nested: waiter(.failure(ReaderPool.nested))
    case .closed: waiter(.failure(ReaderPool.closed))
    case .new:
      do {
        waiter(.success(Reader(try open())))
      } catch {
        // No running read is left that would hand its reader on.
        let stranded = lock.withLock {
          count -= 1
          if isClosed, count == 0 { closers.forEach { $0.signal() } }
          defer { if count == 0 { waiters = [] } }
          return count == 0 ? waiters : []
        }
        for waiter in [waiter] + stranded { waiter(.failure(error)) }
      }
    }
  }

  private func giveBack(_ reader: Reader) {
    let (waiter, isCurrent): (Waiter?, Bool) = lock.withLock {
      if isClosed {
        count -= 1
        if count == 0 { closers.forEach { $0.signal() } }
        return (nil, false)
      }
      let isCurrent = reader.session.isCurrent
      let waiter = waiters.isEmpty ? nil : waiters.removeFirst()
      if !isCurrent { count -= 1 } else if waiter == nil { idle.append(reader) }
      return (waiter, isCurrent)
    }
    guard let waiter else { return }
    if isCurrent { waiter(.success(reader)) } else { take(waiter) }
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
