import Foundation

/// Reports when a retry is worthwhile: when a network is available.
public protocol Reachability: Sendable {
  /// Yields `true` each time it may be worth sending the queue, `false` when it is not.
  var changes: AsyncStream<Bool> { get }
}

/// Retries periodically, for systems that do not report network changes.
public struct TimerReachability: Reachability {
  private let interval: Duration

  /// Creates a timer.
  public init(every interval: Duration = .seconds(30)) { self.interval = interval }

  /// Yields `true` at once, and after each interval.
  public var changes: AsyncStream<Bool> {
    // Intervals that have ended while the queue was sent count once.
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
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
  /// Sends the queue each time a retry is worthwhile. Ends when its task is cancelled.
  ///
  /// ```swift
  /// let sending = Task { await client.queue.flush(whenever: TimerReachability(every: .seconds(30))) }
  /// ```
  ///
  /// - Parameter reachability: `PathReachability` on Apple's systems, ``TimerReachability`` elsewhere, or the app's own.
  public func flush(whenever reachability: any Reachability) async {
    let files = FilesUnderWay()
    await withTaskGroup(of: Void.self) { group in
      for await isReachable in reachability.changes {
        if Task.isCancelled { return }
        guard isReachable, (try? await needsFlushing()) == true else { continue }
        _ = await client.runner.flush(.calls, isForced: false, for: client)
        // A large file must not hold up the calls of the next time.
        guard files.begin() else { continue }
        // The group keeps a task that has ended until it is asked for.
        _ = await group.next()
        group.addTask {
          repeat {
            var report = await client.runner.flush(.files, isForced: false, for: client)
            await sendFollowing(calls: 0, files: report.sent, &report)
          } while files.goesOn()
        }
      }
    }
  }
}

/// Whether files are being sent, and whether they are to be sent once more after that.
private final class FilesUnderWay: @unchecked Sendable {
  /// Guards the properties below.
  private let lock = NSLock()
  private var isRunning = false
  private var isAsked = false

  /// Returns `false` if they are being sent. They are then sent once more.
  func begin() -> Bool {
    lock.withLock {
      isAsked = isRunning
      isRunning = true
      return !isAsked
    }
  }

  /// Whether they are to be sent once more; if not, they are not being sent any more.
  func goesOn() -> Bool {
    lock.withLock {
      isRunning = isAsked
      isAsked = false
      return isRunning
    }
  }
}
