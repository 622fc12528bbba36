import RowsmithSchema

/// A set of rowids with bounded memory: larger sets spill to a temporary table.
final class RowSet {
  /// 256 Ki rowids take 4 MiB.
  static let maximumInMemory = 256 * 1024
  private let maximumInMemory: Int

  private let connection: Connection
  private let tableName: String
  private var slots: UnsafeMutablePointer<Int64>
  private var mask = 63
  private var count = 0
  /// SQLite allows every rowid. This one marks an empty slot; whether it is in the set is stored apart.
  private static let empty = Int64.min
  private var containsEmpty = false
  private var spilled: (insert: Statement, find: Statement)?
  /// The rows added since `beginJournal`, for a rollback; `nil` without a journal.
  private var journal: [Int64]?

  init(connection: Connection, name: String) {
    self.connection = connection
    maximumInMemory = connection.leftOut.contains(.rowSet) ? 0 : RowSet.maximumInMemory
    tableName = "temp.\(DDL.quoted("_rowsmith_rows_\(name)"))"
    slots = .allocate(capacity: mask + 1)
    slots.initialize(repeating: RowSet.empty, count: mask + 1)
  }

  deinit { slots.deallocate() }

  func contains(_ row: Int64) throws -> Bool {
    if row == RowSet.empty { return containsEmpty }
    if slots[find(row)] == row { return true }
    guard let spilled else { return false }
    spilled.find.bind(row, at: 1)
    defer { spilled.find.reset() }
    return try spilled.find.step()
  }

  func insert(_ row: Int64) throws {
    if row == RowSet.empty {
      if !containsEmpty { journal?.append(row) }
      containsEmpty = true
      return
    }
    let slot = find(row)
    if slots[slot] == row { return }
    if journal != nil, try !contains(row) { journal?.append(row) }
    slots[slot] = row
    count += 1
    if count * 2 > mask { try grow() }
  }

  /// Empties the set; returns `false` if it has spilled.
  func removeAll() -> Bool {
    guard spilled == nil else { return false }
    if count > 0 { slots.update(repeating: RowSet.empty, count: mask + 1) }
    (count, containsEmpty, journal) = (0, false, nil)
    return true
  }

  /// Begins a journal of added rows.
  func beginJournal() { journal = [] }

  /// Removes the rows added since `beginJournal` and keeps the journal open.
  func rollBack() throws {
    for row in journal ?? [] { try remove(row) }
    journal = []
  }

  /// Keeps the added rows and ends the journal.
  func endJournal() throws {
    journal = nil
    if count >= maximumInMemory { try spill() }
  }

  /// Empties the temporary table; the set is not used after that.
  func forgetSpilled() throws {
    if spilled != nil { try connection.run("DELETE FROM \(tableName)") }
  }

  private func remove(_ row: Int64) throws {
    if row == RowSet.empty {
      containsEmpty = false
      return
    }
    var slot = find(row)
    if slots[slot] == row {
      // Moves up rows that a probe would no longer find.
      var hole = slot
      while true {
        slot = (slot + 1) & mask
        if slots[slot] == RowSet.empty { break }
        let home = self.home(of: slots[slot])
        if (slot &- home) & mask >= (slot &- hole) & mask {
          slots[hole] = slots[slot]
          hole = slot
        }
      }
      slots[hole] = RowSet.empty
      count -= 1
    }
    if spilled != nil { try connection.run("DELETE FROM \(tableName) WHERE row = ?1", [.integer(row)]) }
  }

  @inline(__always)
  private func home(of row: Int64) -> Int {
    Int(truncatingIfNeeded: (UInt64(bitPattern: row) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
  }

  /// The slot of the row, or the empty slot where it belongs.
  @inline(__always)
  private func find(_ row: Int64) -> Int {
    var slot = home(of: row)
    while slots[slot] != row, slots[slot] != RowSet.empty { slot = (slot + 1) & mask }
    return slot
  }

  private func grow() throws {
    // A rollback by SQLite would also undo what is spilled during the journal.
    if count >= maximumInMemory, journal == nil { return try spill() }
    let (old, oldCount) = (slots, mask + 1)
    mask = mask * 2 + 1
    slots = .allocate(capacity: mask + 1)
    slots.initialize(repeating: RowSet.empty, count: mask + 1)
    for index in 0..<oldCount where old[index] != RowSet.empty { slots[find(old[index])] = old[index] }
    old.deallocate()
  }

  private func spill() throws {
    if spilled == nil {
      // The table of an earlier import may exist. It cannot be dropped while rows are being read.
      try connection.execute("CREATE TABLE IF NOT EXISTS \(tableName) (row INTEGER PRIMARY KEY)")
      try connection.execute("DELETE FROM \(tableName)")
      spilled = (
        try connection.prepareForReuse("INSERT OR IGNORE INTO \(tableName) VALUES (?1)"),
        try connection.prepareForReuse("SELECT 1 FROM \(tableName) WHERE row = ?1")
      )
    }
    guard let spilled else { return }
    var rows: [Int64] = []
    rows.reserveCapacity(count)
    for slot in 0...mask where slots[slot] != RowSet.empty { rows.append(slots[slot]) }
    rows.sort()
    for row in rows {
      spilled.insert.bind(row, at: 1)
      _ = try spilled.insert.step()
    }
    slots.update(repeating: RowSet.empty, count: mask + 1)
    count = 0
  }
}
