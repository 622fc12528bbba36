import Foundation

/// Where everything that one client's sync waits for is held until the scheduler lets it go on, so that of all clients one
/// moves at a time.
final class Turnstile: @unchecked Sendable {
  /// What a sync waits for.
  enum Stop: Sendable, Hashable {
    /// An answer of the server, to so many requests.
    case exchange(requests: Int)
    /// Time, in seconds.
    case sleep(Double)
  }

  /// Guards everything below.
  private let lock = NSLock()
  private var sync: CheckedContinuation<Verdict, Never>?
  private var scheduler: CheckedContinuation<Void, Never>?
  private var hasMoved = false
  private var stopped: Stop?

  /// What the sync waits for; nil where it has ended.
  var stop: Stop? { lock.withLock { stopped } }

  /// Holds the sync until the scheduler has decided.
  func wait(for stop: Stop) async -> Verdict {
    await withCheckedContinuation { continuation in
      let waiting = lock.withLock {
        sync = continuation
        stopped = stop
        return moved()
      }
      waiting?.resume()
    }
  }

  /// Says that the sync has ended.
  func end() {
    let waiting = lock.withLock {
      stopped = nil
      return moved()
    }
    waiting?.resume()
  }

  /// Lets the sync go on.
  func release(_ verdict: Verdict) {
    let waiting = lock.withLock {
      defer { sync = nil }
      stopped = nil
      return sync
    }
    waiting?.resume(returning: verdict)
  }

  /// Waits until the sync is held again, or has ended.
  func movement() async {
    await withCheckedContinuation { continuation in
      let isThere = lock.withLock {
        if hasMoved {
          hasMoved = false
          return true
        }
        scheduler = continuation
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func moved() -> CheckedContinuation<Void, Never>? {
    defer { scheduler = nil }
    if scheduler == nil { hasMoved = true }
    return scheduler
  }
}
