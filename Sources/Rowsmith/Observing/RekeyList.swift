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
    let arrived = sources.removeValue(forKey: from) ?? []
    let isBack = arrived.contains(to)
    // Observers know a row under its first key.
    if isBack { noteReplaced(to) }
    let isMerge = isMerge || isBack
    var hasFormer = false
    for former in arrived {
      guard var rekey = bySource[former] else { continue }
      if !rekey.isMerge {
        hasFormer = true
        rekey.isMerge = isMerge
      }
      if former == to {
        bySource[former] = nil
        continue
      }
      rekey.to = to
      bySource[former] = rekey
      sources[to, default: []].append(former)
    }
    if !hasFormer {
      bySource[from] = Rekey(from: from, to: to, isMerge: isMerge, order: nextOrder)
      nextOrder += 1
      sources[to, default: []].append(from)
    }
    return isBack
  }

  /// Notes that observers know another row under a key than those that have come to it.
  ///
  /// - Returns: whether rows have come to the key.
  @discardableResult
  mutating func noteReplaced(_ key: StoredKey) -> Bool {
    let arrived = sources[key] ?? []
    for former in arrived { bySource[former]?.isMerge = true }
    return !arrived.isEmpty
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
