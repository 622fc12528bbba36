import Foundation

/// The callers that wait for a sync. When the last of them is cancelled, the sync is cancelled on the same thread.
final class SyncInterest: @unchecked Sendable {
  // The lock guards the properties below.
  private let lock = NSLock()
  private var callers: Set<UUID> = []
  private var isOver = false
  private var work: Task<Void, Never>?

  /// The sync.
  var task: Task<Void, Never>? {
    get { lock.withLock { work } }
    set { lock.withLock { work = newValue } }
  }

  /// Adds a caller.
  ///
  /// - Returns: `false` if all callers before were cancelled, so that the sync will not run.
  func join(_ caller: UUID) -> Bool {
    lock.withLock {
      if isOver { return false }
      callers.insert(caller)
      return true
    }
  }

  /// Removes a caller.
  func leave(_ caller: UUID) {
    let abandoned = lock.withLock {
      callers.remove(caller)
      isOver = isOver || callers.isEmpty
      return isOver ? work : nil
    }
    abandoned?.cancel()
  }
}
