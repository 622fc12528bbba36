/// The changes of one or more transactions, with old values, up to a maximum number.
struct ChangedValues: Sendable {
  private(set) var rows: [RowChange] = []
  private(set) var links: [LinkChange] = []
  /// Whether all changes are listed. Once `false`, none is.
  private(set) var isComplete = true

  init() {}

  /// Reads the changes of a journal.
  init(_ reader: JournalReader) throws {
    struct TooMany: Error {}
    do {
      links = try reader.links(of: nil, atMost: ChangeSet.maximumKeys)
      if count > ChangeSet.maximumKeys { throw TooMany() }
      try reader.rows { change in
        rows.append(change)
        if count > ChangeSet.maximumKeys { throw TooMany() }
      }
    } catch is TooMany {
      giveUp()
    }
  }

  var count: Int { rows.count + links.count }

  /// Adds later changes.
  mutating func merge(_ later: ChangedValues) {
    rows += later.rows
    links += later.links
    if !later.isComplete || count > ChangeSet.maximumKeys || !isComplete { giveUp() }
  }

  private mutating func giveUp() { (rows, links, isComplete) = ([], [], false) }
}
