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
  private var endings = 0

  init(clock: ClientClock, wake: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.wake = wake
  }

  /// How often a pause of its own was ended, also while there was none.
  var ended: Int { lock.withLock { endings } }

  /// Begins a pause.
  ///
  /// - Parameters:
  ///   - isServers: whether the server asked for it; then nothing ends it early.
  ///   - wakes: whether a sync starts at its end even without another reason.
  ///   - count: how often one was ended when the sync began. One that was ended since, so before it begins, does not begin.
  func begin(_ duration: Duration, isServers: Bool, wakes: Bool, unlessEndedSince count: Int? = nil) {
    lock.withLock {
      if !isServers, let count, count != endings { return }
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
  func endOwn() {
    lock.withLock {
      endings += 1
      if !isServers { cancel() }
    }
  }

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
