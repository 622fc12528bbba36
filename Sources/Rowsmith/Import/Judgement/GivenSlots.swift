import RowsmithSchema

/// The columns that the document gave of existing rows that it has not overwritten whole so far. If a later mention
/// overwrites the row, they keep their values.
///
/// Memory is bounded: larger sets spill to a temporary table.
final class GivenSlots {
  static let maximumInMemory = 64 * 1024

  private let connection: Connection
  private let table: String
  private var rows: [Int64: SlotSet] = [:]
  /// The former entries of rows changed since `beginJournal`, for a rollback; `nil` without a journal.
  private var journal: [Int64: SlotSet?]?
  private var spilled: (insert: Statement, find: Statement, delete: Statement)?

  init(connection: Connection, name: String) {
    self.connection = connection
    table = "temp.\(DDL.quoted("_rowsmith_given_\(name)"))"
  }

  /// The columns given of a row; `nil` if none are noted.
  func slots(of row: Int64) throws -> SlotSet? {
    if let known = rows[row] { return known }
    guard let spilled else { return nil }
    spilled.find.bind(row, at: 1)
    defer { spilled.find.reset() }
    guard try spilled.find.step(), let words = spilled.find.text(at: 0) else { return nil }
    return SlotSet(words: words.split(separator: " ").compactMap { Int64($0) })
  }

  /// Empties it; returns `false` if it has spilled.
  func removeAll() -> Bool {
    guard spilled == nil else { return false }
    if !rows.isEmpty { rows.removeAll() }
    journal = nil
    return true
  }

  func beginJournal() { journal = [:] }

  /// Restores the entries changed since `beginJournal` and keeps the journal open. SQLite rolls back the temporary table.
  func rollBack() {
    for (row, slots) in journal ?? [:] { rows[row] = slots }
    journal = [:]
  }

  func endJournal() throws {
    journal = nil
    if rows.count > GivenSlots.maximumInMemory { try spill() }
  }

  private func note(_ row: Int64) {
    if journal != nil, journal?.index(forKey: row) == nil { journal?.updateValue(rows[row], forKey: row) }
  }

  /// Adds columns to those given of a row.
  func add(_ slots: SlotSet, to row: Int64) throws {
    note(row)
    if var known = try self.slots(of: row) {
      known.formUnion(slots)
      rows[row] = known
    } else {
      rows[row] = slots
    }
    if rows.count > GivenSlots.maximumInMemory, journal == nil { try spill() }
  }

  /// Forgets a row.
  func remove(_ row: Int64) throws {
    note(row)
    rows[row] = nil
    guard let spilled else { return }
    spilled.delete.bind(row, at: 1)
    _ = try spilled.delete.step()
  }

  /// Empties the temporary table; the set is not used after that.
  func forgetSpilled() throws {
    if spilled != nil { try connection.run("DELETE FROM \(table)") }
  }

  private func spill() throws {
    if spilled == nil {
      // The table of an earlier import may exist. It cannot be dropped while rows are being read.
      try connection.execute(
        "CREATE TABLE IF NOT EXISTS \(table) (row INTEGER PRIMARY KEY, slots TEXT NOT NULL)")
      try connection.execute("DELETE FROM \(table)")
      spilled = (
        try connection.prepareForReuse("INSERT OR REPLACE INTO \(table) VALUES (?1, ?2)"),
        try connection.prepareForReuse("SELECT slots FROM \(table) WHERE row = ?1"),
        try connection.prepareForReuse("DELETE FROM \(table) WHERE row = ?1")
      )
    }
    guard let spilled else { return }
    for (row, slots) in rows.sorted(by: { $0.key < $1.key }) {
      spilled.insert.bind(row, at: 1)
      spilled.insert.bind(.text(slots.words.map(String.init).joined(separator: " ")), at: 2)
      _ = try spilled.insert.step()
    }
    rows.removeAll(keepingCapacity: true)
  }
}
