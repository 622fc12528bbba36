import Dispatch
import Foundation

/// A pool of connections that only read. A connection is opened when it is first needed, and serves one read at a time.
final class ReaderPool: @unchecked Sendable {
  private final class Reader {
    let session: Session
    let queue = DispatchQueue(label: "rowsmith.reader")

    init(_ session: Session) { self.session = session }
  }

  /// Gives a read its connection. Called while no lock is held.
  private typealias Waiter = (Result<Reader, any Error>) -> Void

  /// A read that waits for a connection.
  private struct Waiting {
    let waiter: Waiter
    /// Whether a write of the same store waits for it.
    let isInWrite: Bool
    /// Ends the wait; `nil` if nothing does.
    let cancellation: Cancellation?
  }

  /// A call of ``close()`` that waits for connections to be returned.
  private struct Closer {
    let hasEnded = DispatchSemaphore(value: 0)
    /// Whether a write of the same store waits for it.
    let isInWrite: Bool
  }

  private let maximum: Int
  /// The writer of the same store.
  private let writer: ObjectIdentifier?
  private let open: @Sendable () throws -> Session
  /// Guards the properties below.
  private let lock = NSLock()
  private var idle: [Reader] = []
  private var count = 0
  private var waiting: [Waiting] = []
  private var isClosed = false
  private var closers: [Closer] = []
  /// The number of connections that each reading thread holds.
  private var readingThreads: [pthread_t: Int] = [:]
  /// The number of connections whose threads wait for the writer, or write: they come back only after that.
  private var countBoundToWriter = 0

  init(maximum: Int, writer: ObjectIdentifier? = nil, open: @escaping @Sendable () throws -> Session) {
    self.maximum = max(1, maximum)
    self.writer = writer
    self.open = open
  }

  /// Runs the body with a connection of its own, on the caller's thread.
  func run<Result>(_ body: (Session) throws -> Result) throws -> Result {
    let slot = Slot()
    take(for: pthread_self()) { slot.fill($0) }
    let reader = try slot.wait()
    defer { giveBack(reader) }
    return try noted { try body(reader.session) }
  }

  /// Runs the body on the caller's thread if a connection is idle; returns `nil` without waiting if none is.
  func runIfIdle<Result>(_ body: (Session) throws -> Result) throws -> Result? {
    let reader = lock.withLock { () -> Reader? in
      guard !isClosed, let reader = idle.last, reader.session.isCurrent else { return nil }
      return idle.popLast()
    }
    guard let reader else { return nil }
    defer { giveBack(reader) }
    return try noted { try body(reader.session) }
  }

  /// Runs the body, and counts this thread as reading meanwhile.
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

  /// Notes that the calling thread is about to wait for the writer and then to write, also from inside a read.
  ///
  /// A write that waits for a reader fails once all of them are bound to the writer: none would come back before it ends. One
  /// that closes the store goes on.
  ///
  /// - Returns: how many connections the thread holds, for ``unbindFromWriter(_:)``.
  func bindToWriter() -> Int {
    let thread = pthread_self()
    let (held, stuck) = lock.withLock { () -> (Int, [Waiting]) in
      let held = readingThreads[thread] ?? 0
      countBoundToWriter += held
      endClosing()
      return (held, held > 0 ? takeStranded() : [])
    }
    for read in stuck { read.waiter(.failure(ReaderPool.stuck)) }
    return held
  }

  /// Notes that the thread has written.
  func unbindFromWriter(_ held: Int) {
    if held > 0 { lock.withLock { countBoundToWriter -= held } }
  }

  /// Runs the body with a connection of its own, without blocking the caller's thread.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable (Session, Cancellation) throws -> Result
  ) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        take(cancelledBy: cancellation) { taken in
          switch taken {
          case .failure(let error): continuation.resume(throwing: error)
          case .success(let reader): self.start(reader, cancellation, body, continuation)
          }
        }
      }
    } onCancel: {
      cancellation.cancel()
      endWait(cancelledBy: cancellation)
    }
  }

  /// Ends the wait of a read that is cancelled. One that begins to wait later finds that itself.
  private func endWait(cancelledBy cancellation: Cancellation) {
    let read = lock.withLock { () -> Waiting? in
      guard let place = waiting.firstIndex(where: { $0.cancellation === cancellation }) else { return nil }
      return waiting.remove(at: place)
    }
    read?.waiter(.failure(CancellationError()))
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
      // Before the continuation resumes: whoever awaits the result must find the connection idle.
      self.giveBack(reader)
      continuation.resume(with: result)
    }
  }

  /// Releases the idle connections, and waits for running reads; not for a read of the calling thread, nor, inside a write of
  /// the same store, for reads that wait for its end.
  func close() {
    let closer = Closer(isInWrite: isInWrite)
    let (refused, isBusy, rested) = lock.withLock {
      isClosed = true
      count -= idle.count
      let rested = idle.map(\.queue)
      idle = []
      let isBusy = !isDone(closer) && readingThreads[pthread_self()] == nil
      if isBusy { closers.append(closer) }
      defer { waiting = [] }
      return (waiting, isBusy, rested)
    }
    // A queue may hold the connection for a moment after it has been returned. It must not be closed after the writer's: only
    // the writer removes the log, and only if it closes last.
    for queue in rested { queue.sync {} }
    for read in refused { read.waiter(.failure(ReaderPool.closed)) }
    if isBusy { closer.hasEnded.wait() }
  }

  /// Ends the calls of ``close()`` that have nothing left to wait for. Called while the lock is held.
  private func endClosing() {
    if closers.isEmpty { return }
    closers.removeAll { closer in
      guard isDone(closer) else { return false }
      closer.hasEnded.signal()
      return true
    }
  }

  private func isDone(_ closer: Closer) -> Bool { count == (closer.isInWrite ? countBoundToWriter : 0) }

  private static var closed: StoreError { StoreError(.closed, "the store is closed; open another one") }

  private static var nested: StoreError {
    StoreError(
      .misuse,
      "a read was begun inside another one of the same store, and might wait forever, as every reader "
        + "is in use; use the transaction of the outer one")
  }

  private static var stuck: StoreError {
    StoreError(
      .misuse,
      "a read was begun inside a write of the same store, and would wait forever, as every reader is used by a read "
        + "that waits for the writer; use the transaction of the write")
  }

  /// Passes on an idle connection, a new one if the maximum allows it, or the next that is returned.
  ///
  /// - Parameters:
  ///   - thread: the thread that blocks until then; `nil` if none does. A thread that already reads must not wait.
  ///   - cancellation: ends the wait.
  private func take(
    for thread: pthread_t? = nil, cancelledBy cancellation: Cancellation? = nil, _ waiter: @escaping Waiter
  ) {
    take(
      for: thread,
      Waiting(waiter: waiter, isInWrite: thread != nil && isInWrite, cancellation: cancellation))
  }

  /// Whether the current thread does the work of the writer.
  private var isInWrite: Bool { writer.map(Writer.isAtWork) ?? false }

  private func take(for thread: pthread_t? = nil, _ read: Waiting) {
    enum Next {
      case reader(Reader), new, wait, nested, stuck, closed, cancelled
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
      if read.isInWrite, countBoundToWriter == count { return .stuck }
      if read.cancellation?.isCancelled == true { return .cancelled }
      waiting.append(read)
      return .wait
    }
    switch next {
    case .reader(let reader): read.waiter(.success(reader))
    case .wait: break
    case .nested: read.waiter(.failure(ReaderPool.nested))
    case .stuck: read.waiter(.failure(ReaderPool.stuck))
    case .closed: read.waiter(.failure(ReaderPool.closed))
    case .cancelled: read.waiter(.failure(CancellationError()))
    case .new:
      do {
        read.waiter(.success(Reader(try open())))
      } catch {
        // The reads that nobody could return a connection to fail, too.
        let stranded = lock.withLock { () -> [Waiting] in
          count -= 1
          endClosing()
          return takeStranded()
        }
        for read in [read] + stranded { read.waiter(.failure(error)) }
      }
    }
  }

  /// Removes and returns the waiting reads to which no connection could come back: all if none is in use, and those inside a
  /// write if all are bound to the writer. Called while the lock is held.
  private func takeStranded() -> [Waiting] {
    guard count == countBoundToWriter else { return [] }
    let isLast = count == 0
    defer { waiting.removeAll { isLast || $0.isInWrite } }
    return waiting.filter { isLast || $0.isInWrite }
  }

  private func giveBack(_ reader: Reader) {
    let (next, isCurrent): (Waiting?, Bool) = lock.withLock {
      if isClosed {
        count -= 1
        endClosing()
        return (nil, false)
      }
      let isCurrent = reader.session.isCurrent
      let next = waiting.isEmpty ? nil : waiting.removeFirst()
      if !isCurrent { count -= 1 } else if next == nil { idle.append(reader) }
      return (next, isCurrent)
    }
    guard let next else { return }
    if isCurrent { next.waiter(.success(reader)) } else { take(next) }
  }

  /// Blocks a thread until it gets its connection.
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
