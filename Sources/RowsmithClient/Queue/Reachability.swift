/// Says when it is worth to try again: when a network is there.
public protocol Reachability: Sendable {
  /// True each time when it may be worth to send what waits, false when it is not.
  var changes: AsyncStream<Bool> { get }
}

/// Tries again from time to time: where the system does not say when a network is there.
public struct TimerReachability: Reachability {
  private let interval: Duration

  /// Creates a timer.
  public init(every interval: Duration = .seconds(30)) { self.interval = interval }

  /// True at once, and after each interval.
  public var changes: AsyncStream<Bool> {
    AsyncStream { continuation in
      let task = Task { [interval] in
        while !Task.isCancelled {
          continuation.yield(true)
          try? await Task.sleep(for: interval)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension RequestQueue {
  /// Sends what waits each time when it is worth to try. Ends when its task is cancelled.
  ///
  /// ```swift
  /// let sending = Task { await client.queue.flush(whenever: TimerReachability(every: .seconds(30))) }
  /// ```
  ///
  /// - Parameter reachability: says when: `PathReachability` on Apple's systems, ``TimerReachability`` elsewhere, or the app's.
  public func flush(whenever reachability: any Reachability) async {
    for await isReachable in reachability.changes {
      if Task.isCancelled { return }
      guard isReachable, (try? await needsFlushing()) == true else { continue }
      _ = await client.runner.flush(.calls, isForced: false, for: client)
      _ = await client.runner.flush(.files, isForced: false, for: client)
    }
  }
}
