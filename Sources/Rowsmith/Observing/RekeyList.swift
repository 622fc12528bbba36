import RowsmithSchema

/// The rows that have a new key, or were merged into another row.
struct RekeyList: Sendable {
  struct Rekey: Sendable {
    var from: StoredKey
    var to: StoredKey
    /// Whether a row with the new key already existed.
    var isMerge: Bool
    fileprivate var order: Int
  }

  private var bySource: [StoredKey: Rekey] = [:]
  private var sources: [StoredKey: [StoredKey]] = [:]
  private var nextOrder = 0

  var isEmpty: Bool { bySource.isEmpty }
  var count: Int { bySource.count }
  /// In the order in which they were added.
  var inOrder: [Rekey] { bySource.values.sorted { $0.order < $1.order } }

  /// Adds a later rekeying. Returns `true` if the row is back under its first key.
  mutating func add(_ from: StoredKey, to: StoredKey, isMerge: Bool) -> Bool {
    var isBack = false
    var hasFormer = false
    for former in sources.removeValue(forKey: from) ?? [] {
      guard var rekey = bySource[former] else { continue }
      if !rekey.isMerge {
        hasFormer = true
        rekey.isMerge = isMerge
      }
      if former == to {
        bySource[former] = nil
        isBack = true
        continue
      }
      rekey.to = to
      bySource[former] = rekey
      sources[to, default: []].append(former)
    }
    if !hasFormer {
      bySource[from] = Rekey(from: from, to: to, isMerge: isMerge || isBack, order: nextOrder)
      nextOrder += 1
      sources[to, default: []].append(from)
    }
    return isBack
  }

  /// Removes all rekeyings to a key.
  ///
  /// - Returns: the old keys, and whether a row was known under the key itself.
  mutating func remove(to key: StoredKey) -> (former: [StoredKey], isKnown: Bool) {
    let former = sources.removeValue(forKey: key) ?? []
    let removed = former.compactMap { bySource.removeValue(forKey: $0) }
    return (former, removed.allSatisfy(\.isMerge))
  }
}
