import RowsmithSchema

/// The net changes of the rows of one entity, or of one link table, by key.
struct RowChanges: Sendable {
  private struct Entry: Sendable {
    var kind: RowChange.Kind
    /// The position of the row's first change.
    var order: Int
  }

  private var entries: [StoredKey: Entry] = [:]
  /// The rows that have a new key, or were merged into another row.
  private(set) var rekeys = RekeyList()
  private var nextOrder = 0
  /// Whether every changed row is listed. Once `false`, none is.
  private(set) var isComplete = true

  var isEmpty: Bool { isComplete && entries.isEmpty && rekeys.isEmpty }
  var count: Int { entries.count + rekeys.count }

  /// Adds a later change of a row.
  mutating func note(
    _ entry: JournalSource.Entry, _ key: [StoredValue], former: () -> [StoredValue] = { [] }
  ) {
    guard isComplete else { return }
    switch entry {
    case .inserted: note(.inserted, StoredKey(key))
    case .updated: note(.updated, StoredKey(key))
    case .deleted: note(.deleted, StoredKey(key))
    // `came` and `merged` carry the same information.
    case .left: break
    case .came: rekey(StoredKey(former()), to: StoredKey(key), isMerge: false)
    case .merged: rekey(StoredKey(former()), to: StoredKey(key), isMerge: true)
    }
    if count > ChangeSet.maximumKeys { giveUp() }
  }

  private mutating func note(_ kind: RowChange.Kind, _ key: StoredKey) {
    switch (entries[key]?.kind, kind) {
    case (let state, .deleted): delete(key, state)
    case (nil, _): set(kind, key)
    case (.deleted, .inserted): entries[key]?.kind = .updated
    case (.inserted, _), (.updated, _), (.deleted, _), (.rekeyed, _), (.merged, _): break
    }
  }

  private mutating func set(_ kind: RowChange.Kind, _ key: StoredKey) {
    entries[key] = Entry(kind: kind, order: nextOrder)
    nextOrder += 1
  }

  private mutating func delete(_ key: StoredKey, _ state: RowChange.Kind?) {
    // Observers know the row under its old key, and so the rows that were merged into it.
    let (former, isKnown) = rekeys.remove(to: key)
    switch state {
    case nil: if isKnown { set(.deleted, key) }
    case .inserted: entries[key] = nil
    case .updated, .deleted, .rekeyed, .merged:
      if isKnown { entries[key]?.kind = .deleted } else { entries[key] = nil }
    }
    for key in former {
      // Another row has that key by now, and is listed.
      if rekeys.noteReplaced(key) { continue }
      if entries[key] == nil { set(.deleted, key) } else { entries[key]?.kind = .updated }
    }
  }

  private mutating func rekey(_ former: StoredKey, to key: StoredKey, isMerge: Bool) {
    let state = entries[former]?.kind
    entries[former] = nil
    if state == .inserted {
      // Observers do not know the row under its old key.
      if !isMerge { note(.inserted, key) }
      return
    }
    if isMerge, entries[key]?.kind == .inserted {
      // Observers do not know the staying row: for them, the other row has got its key.
      entries[key] = nil
      // If its key is its first one, observers find another row there.
      if rekeys.add(former, to: key, isMerge: false) { set(.updated, key) }
      return
    }
    // Observers that knew a row with this key, which is gone, find another one there.
    let isKnown = entries[key]?.kind == .deleted
    if !isMerge { entries[key] = nil }
    if rekeys.add(former, to: key, isMerge: isMerge || isKnown) {
      // The row is back under its old key.
      if entries[key] == nil { set(.updated, key) } else { entries[key]?.kind = .updated }
    }
  }

  /// Adds later changes.
  mutating func merge(_ later: RowChanges) {
    if !later.isComplete { giveUp() }
    guard isComplete else { return }
    // All keys change at once: first every row leaves its old key, for one that no row has.
    let moves = later.rekeys.inOrder.map { (rekey: $0, between: StoredKey($0.from.values + [.null])) }
    for move in moves { rekey(move.rekey.from, to: move.between, isMerge: false) }
    // Then it gets its new one; rows that are merged into another come after that one.
    for isMerge in [false, true] {
      for move in moves where move.rekey.isMerge == isMerge {
        // It may have replaced a row that observers know, which they do not know of it.
        if isMerge, entries[move.between]?.kind == .inserted { note(.updated, move.rekey.to) }
        rekey(move.between, to: move.rekey.to, isMerge: isMerge)
      }
    }
    for (key, kind) in later.inOrder { note(kind, key) }
    if count > ChangeSet.maximumKeys { giveUp() }
  }

  /// Drops the list: too many rows have changed.
  mutating func giveUp() {
    isComplete = false
    entries = [:]
    rekeys = RekeyList()
  }

  /// The keys of the rows with this kind of change, in the order of the first change.
  func keys(_ kind: RowChange.Kind) -> [[StoredValue]] {
    entries.filter { $0.value.kind == kind }.sorted { $0.value.order < $1.value.order }.map(\.key.values)
  }

  private var inOrder: [(key: StoredKey, kind: RowChange.Kind)] {
    entries.sorted { $0.value.order < $1.value.order }.map { ($0.key, $0.value.kind) }
  }
}
