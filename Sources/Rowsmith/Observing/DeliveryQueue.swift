import Foundation

/// A state that threads change, and whose changes tasks wait for.
final class DeliveryQueue<State: Sendable>: @unchecked Sendable {
  /// Guards what follows. While it is held, only the callers' bodies run, and these take no other lock.
  private let lock = NSLock()
  private var state: State
  /// How often the state has changed.
  private var version = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ state: State) { self.state = state }

  /// Changes the state, and wakes everybody who waits.
  func update(_ body: (inout State) -> Void) {
    let woken = lock.withLock {
      body(&state)
      version += 1
      defer { waiting = [] }
      return waiting
    }
    for continuation in woken { continuation.resume() }
  }

  /// Looks at the state, and changes it for oneself.
  func access<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }

  /// Waits until the body gives something; nil where the task is cancelled.
  func take<Result: Sendable>(_ body: @Sendable (inout State) -> Result?) async -> Result? {
    while !Task.isCancelled {
      let (result, seen) = lock.withLock { (body(&state), version) }
      if let result { return result }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let mustWait = lock.withLock {
            // A cancellation that comes later finds the continuation.
            guard version == seen, !Task.isCancelled else { return false }
            waiting.append(continuation)
            return true
          }
          if !mustWait { continuation.resume() }
        }
      } onCancel: {
        // The others look again, and wait on.
        update { _ in }
      }
    }
    return nil
  }
}
