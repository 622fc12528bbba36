import RowsmithAPI
import RowsmithSchema

/// The requests that a run of the queue has found blocked. Each is looked at again when what it may wait for has ended, rather than
/// for each request that is sent.
struct BlockedRequests {
  /// What requests that hold up each other directly have in common: the key of their record or, without one, their path.
  struct Group: Sendable, Hashable {
    private let key: [StoredValue]
    private let path: [String: StoredValue]
    private let route: PathTemplate?

    init(_ row: QueueRow, _ api: API) {
      let hasRecord = row.item.entity != nil
      key = row.item.key
      path = hasRecord ? [:] : row.arguments.path
      route = hasRecord ? nil : api.route(row.item.route)?.path
    }
  }

  /// A request, and what it waits for.
  struct Item: Sendable {
    let id: Int64
    /// `nil` if it is not an earlier request of its group, but a key that the server has not given yet.
    let group: Group?
  }

  /// Their numbers.
  private(set) var ids: Set<Int64> = []
  /// The numbers of those that wait for one of their group, and of the others.
  private var idsByGroup: [Group?: Set<Int64>] = [:]
  /// Whether a request was sent since they were looked at.
  private var isOutdated = false

  mutating func add(_ items: [Item]) {
    for item in items {
      ids.insert(item.id)
      idsByGroup[item.group, default: []].insert(item.id)
    }
  }

  /// Notes that a request was sent. If it is over, it may have held up others of its group and, if it makes or deletes a record,
  /// those that wait for a key.
  ///
  /// - Returns: `true` if some of them are to be looked at again.
  mutating func note(_ row: QueueRow, isOver: Bool, _ api: API) -> Bool {
    isOutdated = true
    guard isOver else { return false }
    let givesKeys =
      api.makesRecord(row) || api.deletions.contains(row.item.route)
      || row.item.key.contains(where: LocalKey.isLocal)
    let isGroupFreed = free(Group(row, api))
    let areOthersFreed = givesKeys ? free(nil) : false
    return isGroupFreed || areOthersFreed
  }

  private mutating func free(_ group: Group?) -> Bool {
    guard let freed = idsByGroup.removeValue(forKey: group) else { return false }
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
