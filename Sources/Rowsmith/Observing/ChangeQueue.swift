import RowsmithSchema

/// Change sets that wait for a consumer: at most ``ChangeSets/maximumQueued``. Together they list at most as many rows as
/// one set may list of one entity.
struct ChangeQueue: Sendable {
  private var pending: [UndeliveredChanges] = []
  /// Whether no further ones will come.
  var isFinished = false

  /// Adds what happened next. Where there is no room, it is merged into what happened before.
  mutating func append(_ changes: UndeliveredChanges) {
    let count = pending.reduce(changes.count) { $0 + $1.count }
    if pending.isEmpty || pending.count < ChangeSets.maximumQueued && count <= ChangeSet.maximumKeys {
      pending.append(changes)
    } else {
      pending[pending.count - 1].merge(changes)
    }
  }

  /// What the consumer gets next.
  enum Next: Sendable {
    case changes(UndeliveredChanges)
    case end
  }

  mutating func next() -> Next? {
    if !pending.isEmpty { return .changes(pending.removeFirst()) }
    return isFinished ? .end : nil
  }
}
