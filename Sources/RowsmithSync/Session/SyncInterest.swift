import Foundation

/// Those who want a sync. When the last one is cancelled, so is the sync, on the thread that cancels.
final class SyncInterest: @unchecked Sendable {
  // The lock guards all that follows.
  private let lock = NSLock()
  private var callers: Set<UUID> = []
  private var isOver = false
  private var work: Task<Void, Never>?

  /// The sync.
  var task: Task<Void, Never>? {
    get { lock.withLock { work } }
    set { lock.withLock { work = newValue } }
  }

  /// Notes who wants it.
  ///
  /// - Returns: false where everybody who wanted it was cancelled, so that it will not be made.
  func join(_ caller: UUID) -> Bool {
    lock.withLock {
      if isOver { return false }
      callers.insert(caller)
      return true
    }
  }

  /// Notes who does not want it any more.
  func leave(_ caller: UUID) {
    let abandoned = lock.withLock {
      callers.remove(caller)
      isOver = isOver || callers.isEmpty
      return isOver ? work : nil
    }
    abandoned?.cancel()
  }
}
