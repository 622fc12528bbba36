import Foundation

/// The turn of a task that waits for the writer. A task that is cancelled before its turn waits no longer.
final class Turn: @unchecked Sendable {
  /// Guards `waiting`.
  private let lock = NSLock()
  /// Called once, when the turn comes or is given up.
  private var waiting: (@Sendable (_ isGivenUp: Bool) -> Void)?

  /// Sets what to call.
  func wait(_ body: @escaping @Sendable (_ isGivenUp: Bool) -> Void) { lock.withLock { waiting = body } }

  /// Begins the work, unless it was given up.
  func begin() { take()?(false) }

  /// Ends the wait. Does nothing if nobody waits yet, or once the work has begun.
  func giveUp() { take()?(true) }

  private func take() -> (@Sendable (_ isGivenUp: Bool) -> Void)? { lock.withLock { waiting.take() } }
}
