import Foundation

/// Holds the task that synchronises by itself: a new one ends the one before.
final class TaskSlot: @unchecked Sendable {
  /// Guards the task.
  private let lock = NSLock()
  private var task: Task<Void, Never>?

  /// Ends the task of before, and puts one in its place that `make` makes of it.
  func replace(with make: (Task<Void, Never>?) -> Task<Void, Never>?) {
    lock.withLock {
      task?.cancel()
      task = make(task)
    }
  }

  deinit { task?.cancel() }
}
