#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Dispatch
import Foundation

/// Where an import runs: on a stack that is large enough for the deepest document, also in a debug build.
///
/// The caller's thread mostly is. The threads of a dispatch queue have 512 KiB on Apple platforms. If the stack is too small,
/// the import gets a thread of its own; making one takes longer than a small import.
enum ImportThread {
  private static let stackSize = 8 * 1024 * 1024
  /// What a thread must have left to run an import itself: as much as the deepest document may need.
  static let neededStack = 4 * 1024 * 1024

  /// Runs the body and waits for it.
  static func run<Result>(_ body: @escaping () throws -> Result) throws -> Result {
    rowsmith_stack_left() >= neededStack ? try body() : try runElsewhere(body)
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

  /// What is run, and what came of it: written by the thread before the semaphore, read behind it.
  private final class Job<Value>: @unchecked Sendable {
    private var body: (() throws -> Value)?
    private var result: Result<Value, any Error>?

    init(_ body: @escaping () throws -> Value) { self.body = body }

    /// Lets go of the body before it ends: what that refers to, such as a connection, must not outlive the import
    /// because the thread takes a moment to end.
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
