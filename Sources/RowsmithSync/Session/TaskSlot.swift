import Foundation

/// Holds the task that synchronises by itself: a new one ends the one before.
final class TaskSlot: @unchecked Sendable {
  /// Guards the task.
  private let lock = NSLock()
  private var task: Task<Void, Never>?

  func replace(with new: Task<Void, Never>?) {
    let old = lock.withLock {
      defer { task = new }
      return task
    }
    old?.cancel()
  }

  deinit { task?.cancel() }
}
