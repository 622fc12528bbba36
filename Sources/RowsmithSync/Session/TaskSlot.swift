import Foundation

/// Holds the task of automatic synchronisation. A new task replaces and cancels the one before.
final class TaskSlot: @unchecked Sendable {
  /// Guards the task.
  private let lock = NSLock()
  private var task: Task<Void, Never>?

  /// Cancels the current task, and replaces it by one that `make` creates from it.
  func replace(with make: (Task<Void, Never>?) -> Task<Void, Never>?) {
    lock.withLock {
      task?.cancel()
      task = make(task)
    }
  }

  deinit { task?.cancel() }
}
