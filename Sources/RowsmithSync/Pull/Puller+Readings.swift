import Rowsmith
import RowsmithClient

/// Full syncs of lists whose pages shift when records are deleted: a record at the beginning of a page moves to the one before,
/// which has been read, and comes on neither.
///
/// If a page has shifted, a record before it has gone that was read, so the next reading does not find that one. If the next
/// reading finds everything again, the one before has missed nothing.
extension Puller {
  /// How many times a full sync reads such a list, at most.
  static let maximumReadings = 4

  /// Why the rows that a full sync has not found stay.
  static let unstable = SyncError(
    .unstable,
    "its pages shifted each of the \(maximumReadings) times that they were read, so it is not known "
      + "which records the server has deleted; none was deleted here")

  /// Whether the rows that a full sync has not found, now that it has read all pages, are gone.
  func knowsWhatIsGone(_ table: SyncedTable, _ full: Int64, _ cursor: Cursor) async throws -> Bool {
    guard cursor.mayHaveShifted, !context.server.guarantees.hasTombstones else { return true }
    guard let last = try await context.store.read({ try $0.lastSeen(before: full, in: table) }) else {
      return true
    }
    return cursor.reading > 1 && last < full - 1
  }

  /// Begins to read a collection once more, as a full sync with the next number. If that is interrupted, the next sync goes on
  /// with it, and the readings before need not be done again.
  func beginNextReading(of table: SyncedTable, _ full: Int64, _ cursor: Cursor) async throws {
    var next = cursor
    (next.value, next.full, next.reads) = (nil, full + 1, -(cursor.reading + 1))
    try await context.write(.pull, "reading once more") { [next] in try $0.note(next, of: table) }
  }
}

extension Cursor {
  /// Whether all records are about to be read once more, including unchanged ones.
  func isAtLaterReading(ofAll table: SyncedTable) -> Bool {
    full != nil && reading > 1 && value == nil && model == Cursor.forced(table)
  }
}

extension ReadTransaction {
  /// The number of the last full sync that has found one of the rows that this one has not; `nil` if it has found all.
  fileprivate func lastSeen(before full: Int64, in table: SyncedTable) throws -> Int64? {
    try rows(
      "SELECT max(seen) AS n FROM _rowsmith_sync_rows WHERE entity = ?1 AND seen < ?2 AND state = 0",
      [.text(table.name), .integer(full)]
    ).first?.integer("n").map(Int64.init)
  }

  /// How many rows that the server had, as far as known, a full sync has not found.
  func countOfUnseenRows(_ table: SyncedTable, _ full: Int64) throws -> Int {
    try rows(
      "SELECT count(*) AS n FROM _rowsmith_sync_rows WHERE entity = ?1 AND seen < ?2 AND state = 0",
      [.text(table.name), .integer(full)]
    ).first?.integer("n") ?? 0
  }
}
