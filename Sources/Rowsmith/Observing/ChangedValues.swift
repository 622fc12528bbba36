/// The changes of one transaction, or of several, with what was there before, as far as there is room for them.
struct ChangedValues: Sendable {
  private(set) var rows: [RowChange] = []
  private(set) var links: [LinkChange] = []
  /// Whether all are there. Once false, none is.
  private(set) var isComplete = true

  init() {}

  /// Reads what a journal has.
  init(_ reader: JournalReader) throws {
    struct TooMany: Error {}
    do {
      links = try reader.links(of: nil)
      try reader.rows { change in
        rows.append(change)
        if count > ChangeSet.maximumKeys { throw TooMany() }
      }
    } catch is TooMany {
      giveUp()
    }
  }

  var count: Int { rows.count + links.count }

  /// Adds what happened later.
  mutating func merge(_ later: ChangedValues) {
    rows += later.rows
    links += later.links
    if !later.isComplete || count > ChangeSet.maximumKeys || !isComplete { giveUp() }
  }

  private mutating func giveUp() { (rows, links, isComplete) = ([], [], false) }
}
