import RowsmithAPI
import RowsmithSchema

/// The requests that a run of the queue has found blocked. Each is looked at again when what it may wait for has ended, rather than
/// for each request that is sent.
struct BlockedRequests {
  /// Their numbers.
  private(set) var ids: Set<Int64> = []
  /// Their numbers by the keys of their records; the key of those without a record is empty.
  private var idsByKey: [[StoredValue]: Set<Int64>] = [:]
  /// Whether a request was sent since they were looked at.
  private var isOutdated = false

  mutating func add(_ rows: [QueueRow]) {
    for row in rows {
      ids.insert(row.item.id)
      idsByKey[row.item.key, default: []].insert(row.item.id)
    }
  }

  /// Notes that a request was sent. If it is over, one that makes or deletes a record may have held up any other; the rest, those
  /// for the same record or, without one, others without.
  ///
  /// - Returns: `true` if some of them are to be looked at again.
  mutating func note(_ row: QueueRow, isOver: Bool, _ api: API) -> Bool {
    isOutdated = true
    guard isOver else { return false }
    let key = row.item.key
    let isOfAll =
      api.makesRecord(row) || api.deletions.contains(row.item.route) || key.contains(where: LocalKey.isLocal)
    if isOfAll {
      let isAny = !ids.isEmpty
      self = BlockedRequests()
      return isAny
    }
    guard let freed = idsByKey.removeValue(forKey: key) else { return false }
    ids.subtract(freed)
    return true
  }

  /// Forgets them at the end of the queue.
  ///
  /// - Returns: `true` if they are to be looked at again, as a request was sent since.
  mutating func startAgain() -> Bool {
    guard isOutdated, !ids.isEmpty else { return false }
    self = BlockedRequests()
    return true
  }
}
