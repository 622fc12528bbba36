import Foundation

/// A state that threads change and tasks wait on.
final class DeliveryQueue<State: Sendable>: @unchecked Sendable {
  /// Guards the properties below. While it is held, only the callers' bodies run, and they take no other lock.
  private let lock = NSLock()
  private var state: State
  /// The number of changes of the state.
  private var version = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ state: State) { self.state = state }

  /// Changes the state, and wakes all waiting tasks.
  func update(_ body: (inout State) -> Void) {
    let woken = lock.withLock {
      body(&state)
      version += 1
      defer { waiting = [] }
      return waiting
    }
    for continuation in woken { continuation.resume() }
  }

  /// Reads or changes the state without waking the waiting tasks.
  func access<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }

  /// Waits until the body returns a value; returns `nil` if the task is cancelled.
  func take<Result: Sendable>(_ body: @Sendable (inout State) -> Result?) async -> Result? {
    while !Task.isCancelled {
      let (result, seen) = lock.withLock { (body(&state), version) }
      if let result { return result }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let mustWait = lock.withLock {
            // A cancellation after this check finds the continuation.
            guard version == seen, !Task.isCancelled else { return false }
            waiting.append(continuation)
            return true
          }
          if !mustWait { continuation.resume() }
        }
      } onCancel: {
        // Wakes all waiting tasks; those that are not cancelled check the state and wait again.
        update { _ in }
      }
    }
    return nil
  }
}
