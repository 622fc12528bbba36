#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Dispatch
import Foundation

/// Runs an import on a stack that is large enough for the deepest document, also in a debug build.
///
/// The caller's stack mostly is; the threads of a dispatch queue have 512 KiB on Apple platforms. If the stack is too small,
/// the import gets a thread of its own, which takes longer to make than a small import.
enum ImportThread {
  private static let stackSize = 8 * 1024 * 1024
  /// The stack that a thread must have left to run an import itself: the deepest document may need that much.
  static let neededStack = 4 * 1024 * 1024

  /// Runs the body and waits for it.
  static func run<Result>(_ body: () throws -> Result) throws -> Result {
    if rowsmith_stack_left() >= neededStack { return try body() }
    return try withoutActuallyEscaping(body) { try runElsewhere($0) }
  }

  private static func runElsewhere<Result>(_ body: @escaping () throws -> Result) throws -> Result {
    let job = Job(body)
    let writer = Writer.current
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      Writer.current = writer
      job.run()
      done.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    done.wait()
    return try job.takeResult()
  }

  /// The body and its result. The thread writes the result before it signals the semaphore; it is read after that.
  private final class Job<Value>: @unchecked Sendable {
    private var body: (() throws -> Value)?
    private var result: Result<Value, any Error>?

    init(_ body: @escaping () throws -> Value) { self.body = body }

    /// Releases the body before the thread ends. The thread takes a moment to end, and what the body holds, such as a
    /// connection, must not outlive the import.
    func run() {
      guard let body = self.body.take() else { return }
      result = Result { try body() }
    }

    func takeResult() throws -> Value {
      guard let result else { throw StoreError(message: "the import thread ended without a result") }
      return try result.get()
    }
  }
}
