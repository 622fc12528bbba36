import Dispatch
import Foundation
import RowsmithSchema

/// The connection that writes, and the queue that it runs on.
final class Writer: @unchecked Sendable {
  /// Guards `session`: only its blocks use it.
  private let queue = DispatchQueue(label: "rowsmith.writer")
  private var session: Session?
  /// The readers of the same store. Set once, before the writer is used.
  weak var readers: ReaderPool?
  /// The key of ``current``. Creating a thread's dictionary would take longer than a small read.
  private static let threadKey: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// A writer whose work a thread does, and those whose work it does that inside.
  final class Work: Sendable {
    fileprivate let writer: ObjectIdentifier
    fileprivate let outer: Work?

    fileprivate init(_ writer: Writer, inside outer: Work?) {
      self.writer = ObjectIdentifier(writer)
      self.outer = outer
    }
  }

  /// What the current thread works on, of whatever stores; `nil` for nothing. A thread that takes over part of the work sets it,
  /// and must end before the work does.
  static var current: Work? {
    get { pthread_getspecific(threadKey).map { Unmanaged<Work>.fromOpaque($0).takeUnretainedValue() } }
    set {
      pthread_setspecific(
        threadKey, newValue.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
    }
  }

  init(_ session: Session) { self.session = session }

  /// Runs the body as work of this writer on the current thread.
  private func working<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = Writer.current
    let work = Work(self, inside: outer)
    Writer.current = work
    defer { Writer.current = outer }
    return try withExtendedLifetime(work, body)
  }

  // No other thread can use the session any more.
  deinit { letGo(false) }

  /// What the session is used for.
  enum Purpose {
    /// An import that is a transaction of its own.
    case importing
    /// Creating tables in a new file that is not used yet.
    case preparing
    case other
  }

  /// Runs the body exclusively, on the caller's thread.
  func run<Result>(for purpose: Purpose = .other, _ body: (Session) throws -> Result) throws -> Result {
    if isInside {
      throw StoreError(
        .misuse,
        "a read or write was begun inside another one of the same store, and would wait "
          + "forever; use the transaction of the outer one")
    }
    // Without a result of its own: Dispatch would copy it several times.
    var result: Swift.Result<Result, any Error>?
    inTurn {
      result = Swift.Result {
        try working {
          let session = try open(for: purpose)
          defer { session.newFile?.endImport() }
          return try body(session)
        }
      }
    }
    guard let result else { throw StoreError(message: "the queue of the writer ran nothing") }
    return try result.get()
  }

  /// Runs the body on the queue, on the caller's thread.
  private func inTurn(_ body: () -> Void) {
    let readers = readers
    let held = readers?.bindToWriter() ?? 0
    queue.sync {
      // Before the next work begins: it may wait for one of these readers, which come back soon.
      defer { readers?.unbindFromWriter(held) }
      body()
    }
  }

  /// Runs the body exclusively, without blocking the caller's thread. Cancelling the task stops it, or ends its wait.
  func run<Result: Sendable>(
    for purpose: Purpose = .other,
    _ body: @escaping @Sendable (Session, Cancellation) throws -> Result
  ) async throws -> Result {
    let cancellation = Cancellation()
    let turn = Turn()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        turn.wait { isGivenUp in
          if isGivenUp { return continuation.resume(throwing: CancellationError()) }
          continuation.resume(
            with: Swift.Result {
              try self.working {
                let session = try self.open(for: purpose)
                defer { session.newFile?.endImport() }
                return try cancellation.run(on: session.connection) { try body(session, cancellation) }
              }
            })
        }
        queue.async { turn.begin() }
        // It may have been cancelled before it waited.
        if cancellation.isCancelled { turn.giveUp() }
      }
    } onCancel: {
      cancellation.cancel()
      turn.giveUp()
    }
  }

  /// Closes the connection after the work before it. Called from inside that work, it returns at once and the connection closes
  /// later.
  ///
  /// - Parameter discards: `true` to delete the file if opening created it and it holds no row.
  func close(discarding discards: Bool = false) {
    if isInside { queue.async { self.letGo(discards) } } else { inTurn { letGo(discards) } }
  }

  private func letGo(_ discards: Bool) {
    let isDeleted = discards && session.map { $0.madeFile?.delete($0.connection) ?? false } ?? false
    // A file of our own that could not be deleted is in use.
    if discards, let session, session.madeFile == nil, let made = session.madeTables, let path = session.path
    {
      try? made.drop(session.model.layout, from: session.connection, at: path)
    }
    if !isDeleted { session?.newFile?.share() }
    // If the log could not be turned on, the next store does it; this one must not keep the file open.
    session?.newFile?.abandon()
    guard let path = session?.path else {
      session = nil
      return
    }
    let lock = FolderLock(closing: path)
    session = nil
    _ = consume lock
  }

  private var isInside: Bool { Writer.isAtWork(ObjectIdentifier(self)) }

  /// Whether the current thread does the work of a writer.
  static func isAtWork(_ writer: ObjectIdentifier) -> Bool {
    var work = Writer.current
    while let known = work {
      if known.writer == writer { return true }
      work = known.outer
    }
    return false
  }

  private func open(for purpose: Purpose) throws -> Session {
    guard let session else { throw StoreError(.closed, "the store is closed; open another one") }
    switch purpose {
    case .importing: session.newFile?.beginImport()
    case .preparing: break
    case .other: session.newFile?.share()
    }
    return session
  }
}
