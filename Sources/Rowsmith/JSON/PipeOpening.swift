import Foundation

/// Opens a named pipe for reading, which blocks until a writer opens it.
///
/// The call cannot be interrupted, so it runs on its own thread.
final class PipeOpening: @unchecked Sendable {
  private let path: String
  private let isOpen = DispatchSemaphore(value: 0)
  /// Written by the thread before it signals; read after that.
  private var descriptor: Int32 = -1
  private var code: Int32 = 0

  private static let pause = DispatchTimeInterval.milliseconds(100)
  private static let attemptsToLeave = 10

  init(path: String) { self.path = path }

  /// Waits until the pipe is open.
  ///
  /// - Throws: ``JSONError`` if it cannot be opened, `CancellationError` if it `isCancelled` first.
  func wait(unless isCancelled: () -> Bool) throws -> Int32 {
    let thread = Thread { [self] in
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      code = errno
      isOpen.signal()
    }
    thread.name = "rowsmith.opening"
    thread.start()
    while isOpen.wait(timeout: .now() + PipeOpening.pause) == .timedOut {
      if isCancelled() {
        leave()
        throw CancellationError()
      }
    }
    guard descriptor >= 0 else { throw JSONError.unreadable(path, code) }
    return descriptor
  }

  /// Ends the thread's wait by opening the pipe for writing and closing it at once.
  private func leave() {
    for _ in 0..<PipeOpening.attemptsToLeave {
      let writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if writer >= 0 { close(writer) }
      if isOpen.wait(timeout: .now() + .milliseconds(10)) == .success {
        if descriptor >= 0 { close(descriptor) }
        return
      }
    }
  }
}
