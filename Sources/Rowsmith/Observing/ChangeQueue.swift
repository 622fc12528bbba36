import RowsmithSchema

/// Change sets that wait for a consumer: no more than ``ChangeSets/maximumQueued``.
struct ChangeQueue: Sendable {
  private var pending: [PendingChanges] = []
  /// Whether no further ones will come.
  var isFinished = false

  /// Adds what happened next. Where there is no room, it is merged into what happened before.
  mutating func append(_ changes: PendingChanges) {
    if pending.count < ChangeSets.maximumQueued {
      pending.append(changes)
    } else {
      pending[pending.count - 1].merge(changes)
    }
  }

  /// What a consumer is given next.
  enum Next: Sendable {
    case changes(PendingChanges)
    case end
  }

  mutating func next() -> Next? {
    if !pending.isEmpty { return .changes(pending.removeFirst()) }
    return isFinished ? .end : nil
  }
}
