import RowsmithSchema

/// Change sets that a consumer has not read yet: at most ``ChangeSets/maximumQueued``. Together they list at most as many rows
/// as one set may list for one entity.
struct ChangeQueue: Sendable {
  private var pending: [UndeliveredChanges] = []
  /// Whether no further sets will come.
  var isFinished = false

  /// Adds later changes. If the queue is full, they are merged into its last set.
  mutating func append(_ changes: UndeliveredChanges) {
    let count = pending.reduce(changes.count) { $0 + $1.count }
    if pending.isEmpty || pending.count < ChangeSets.maximumQueued && count <= ChangeSet.maximumKeys {
      pending.append(changes)
    } else {
      pending[pending.count - 1].merge(changes)
    }
  }

  /// The next item for the consumer.
  enum Next: Sendable {
    case changes(UndeliveredChanges)
    case end
  }

  mutating func next() -> Next? {
    if !pending.isEmpty { return .changes(pending.removeFirst()) }
    return isFinished ? .end : nil
  }
}
