import Foundation

/// Kills a simulated process at a step of its sync. What was in its files at that moment, a transaction that was under way
/// among it, is copied: the next process finds that. What the dying one still does, it does to files that nobody looks at.
final class KillSwitch: @unchecked Sendable {
  private let path: String
  private let remains: String
  /// Guards everything below.
  private let lock = NSLock()
  private var countdown: Int?
  private var passed: [String] = []
  private var death: String?

  /// - Parameters:
  ///   - path: the file of the process.
  ///   - remains: the file of the next one.
  init(path: String, remains: String) {
    self.path = path
    self.remains = remains
  }

  /// The step at which the process died; nil while it lives.
  var diedAt: String? { lock.withLock { death } }
  /// The steps that were passed so far.
  var steps: [String] { lock.withLock { passed } }

  /// Has the process die at the step of that number, counted from here and from 1; nil for never.
  func arm(_ countdown: Int?) { lock.withLock { self.countdown = countdown } }

  /// Called by the sync at each step.
  func pass(_ step: String) throws {
    try lock.withLock {
      if let death { throw SimulatedCrash(step: death) }
      passed.append(step)
      guard let left = countdown else { return }
      countdown = left - 1
      if left == 1 { throw try die(at: step) }
    }
  }

  /// Kills the process while it waits.
  func kill(at step: String) throws { _ = try lock.withLock { try die(at: step) } }

  private func die(at step: String) throws -> SimulatedCrash {
    death = step
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: remains + suffix)
    }
    return SimulatedCrash(step: step)
  }
}
