import Foundation
import RowsmithClient

/// A pause before the next sync: the server asked for it, or the last sync has failed.
final class SyncPause: @unchecked Sendable {
  private let clock: ClientClock
  private let wake: @Sendable () -> Void
  /// Guards the properties below.
  private let lock = NSLock()
  /// Waits for the end; `nil` if there is no pause.
  private var waiting: Task<Void, Never>?
  private var number = 0
  private var isServers = false
  /// Whether a sync starts at the end.
  private var wakes = false

  init(clock: ClientClock, wake: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.wake = wake
  }

  /// Begins a pause.
  ///
  /// - Parameters:
  ///   - isServers: whether the server asked for it; then nothing ends it early.
  ///   - wakes: whether a sync starts at its end even without another reason.
  func begin(_ duration: Duration, isServers: Bool, wakes: Bool) {
    lock.withLock {
      waiting?.cancel()
      number += 1
      (self.isServers, self.wakes) = (isServers, wakes)
      waiting = Task { [number, clock, weak self] in
        try? await clock.sleep(duration)
        self?.end(number)
      }
    }
  }

  private func end(_ number: Int) {
    let wakes = lock.withLock {
      guard number == self.number, waiting != nil else { return false }
      waiting = nil
      return self.wakes
    }
    if wakes { wake() }
  }

  /// Ends a pause that the server has not asked for.
  func endOwn() { lock.withLock { if !isServers { cancel() } } }

  /// Ends any pause.
  func stop() { lock.withLock { cancel() } }

  private func cancel() {
    waiting?.cancel()
    waiting = nil
  }

  /// Whether there is a pause. If so, a sync starts at its end.
  func holdsUp() -> Bool {
    lock.withLock {
      if waiting != nil { wakes = true }
      return waiting != nil
    }
  }
}
