import RowsmithSchema

/// What became of a row between two moments.
enum RowChange: Int64, Sendable {
  case inserted = 0
  case updated = 1
  case deleted = 2
}

/// The net changes of the rows of one entity, or of one link table, by key.
struct RowChanges: Sendable {
  private struct Entry: Sendable {
    var change: RowChange
    /// When the row was first changed.
    var order: Int
  }

  private var entries: [StoredKey: Entry] = [:]
  private var nextOrder = 0
  /// Whether every changed row is listed. Once false, none is.
  private(set) var isComplete = true

  var isEmpty: Bool { isComplete && entries.isEmpty }
  var count: Int { entries.count }

  /// Adds what happened next to a row.
  mutating func note(_ change: RowChange, _ key: [StoredValue]) {
    guard isComplete else { return }
    let key = StoredKey(key)
    switch (entries[key]?.change, change) {
    case (nil, _):
      entries[key] = Entry(change: change, order: nextOrder)
      nextOrder += 1
      if entries.count > ChangeSet.maximumKeys { giveUp() }
    case (.inserted, .deleted): entries[key] = nil
    case (.updated, .deleted): entries[key]?.change = .deleted
    case (.deleted, .inserted): entries[key]?.change = .updated
    case (.inserted, _), (.updated, _), (.deleted, _): break
    }
  }

  /// Adds what happened later.
  mutating func merge(_ later: RowChanges) {
    if !later.isComplete { giveUp() }
    for (key, change) in later.inOrder where isComplete { note(change, key) }
  }

  /// Ends the listing.
  mutating func giveUp() {
    isComplete = false
    entries = [:]
  }

  /// The keys of the rows that were changed like that, the row that was changed first first.
  func keys(_ change: RowChange) -> [[StoredValue]] {
    entries.filter { $0.value.change == change }.sorted { $0.value.order < $1.value.order }.map(\.key.values)
  }

  private var inOrder: [(key: [StoredValue], change: RowChange)] {
    entries.sorted { $0.value.order < $1.value.order }.map { ($0.key.values, $0.value.change) }
  }
}
