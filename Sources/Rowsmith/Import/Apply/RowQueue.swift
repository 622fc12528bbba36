#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// New rows of one table that wait until there are enough for a statement that inserts several. A statement takes as long to
/// start and to end as a short row takes to be inserted.
///
/// A row may wait where it is certain to be new, so that nobody need know what its insertion gives: where its key is the rowid
/// and greater than that of every row so far. An import that goes by ascending keys has no others.
final class RowQueue: PendingQueue {
  /// How many rows of a table are inserted one by one before others wait: compiling the larger statement takes as long.
  static let minimumRows = 200
  /// How many rows one statement inserts.
  private static let rowsPerStatement = 16
  /// Every SQLite takes that many parameters.
  private static let maximumParameters = 999
  /// How many bytes of text may wait.
  private static let maximumBytes = 64 * 1024

  private let pending: PendingWrites
  private let database: OpaquePointer
  private let table: String
  private let keySlot: Int
  private let columnCount: Int
  private let capacity: Int
  private let one: Statement
  private let several: Statement
  /// The cells of the rows that wait, with their text in `bytes`.
  private let cells: UnsafeMutablePointer<Cell>
  private let bytes: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var byteCount = 0
  /// No row has a greater key.
  private var greatestKey: Int64

  /// - Parameter one: what inserts one row.
  /// - Returns: nil where rows of the table may not wait: where there are triggers, rows of several tables would be written in
  ///   another order than they see now, and where values are unique, a row that is refused is to be told from others.
  init?(_ table: TableMapping, inserting one: Statement, on connection: Connection) throws {
    capacity = min(RowQueue.rowsPerStatement, RowQueue.maximumParameters / max(table.columnCount, 1))
    guard capacity > 1, table.isKeyedByRowID, table.uniqueSlots.isEmpty, try !connection.hasTriggers() else {
      return nil
    }
    self.one = one
    several = try connection.prepareForReuse(table.sql.insertSeveral(capacity))
    let greatest = "SELECT max(\(table.rowIDName)) FROM \(DDL.quoted(table.name))"
    greatestKey = try connection.integer(greatest) ?? .min
    (pending, database, self.table) = (connection.pending, connection.handle, table.name)
    keySlot = table.keySlots[0]
    columnCount = table.columnCount
    cells = .allocate(capacity: capacity * columnCount)
    bytes = .allocate(capacity: RowQueue.maximumBytes)
  }

  deinit {
    cells.deallocate()
    bytes.deallocate()
  }

  /// Whether a row is certain not to be there.
  @inline(__always)
  func isNew(_ row: UnsafePointer<Cell>) -> Bool {
    row[keySlot].kind == .integer && row[keySlot].integer > greatestKey
  }

  /// Takes a row, and writes those that wait where they are enough.
  ///
  /// - Returns: its rowid; nil where it may not wait.
  @inline(__always)
  func take(_ row: UnsafePointer<Cell>) throws -> Int64? {
    guard isNew(row), try copy(row) else { return nil }
    greatestKey = row[keySlot].integer
    if count == 0 { pending.add(self) }
    count += 1
    if count == capacity { try settle() }
    return greatestKey
  }

  /// Notes a row that was inserted without waiting.
  func noteInserted(_ row: Int64) { greatestKey = max(greatestKey, row) }

  /// Copies the cells with their text; false where that does not fit.
  @inline(__always)
  private func copy(_ row: UnsafePointer<Cell>) throws -> Bool {
    var length = 0
    for slot in 0..<columnCount where row[slot].hasBytes { length += Int(row[slot].count) }
    if length > RowQueue.maximumBytes - byteCount {
      if length > RowQueue.maximumBytes { return false }
      try settle()
    }
    let copies = cells + count * columnCount
    for slot in 0..<columnCount {
      copies[slot] = row[slot]
      guard row[slot].hasBytes else { continue }
      let text = bytes + byteCount
      text.update(from: row[slot].bytes, count: Int(row[slot].count))
      copies[slot].bits = UInt64(UInt(bitPattern: text))
      byteCount += Int(row[slot].count)
    }
    return true
  }

  /// Writes what waits, before the table is asked for anything.
  @inline(__always)
  func settle() throws {
    if count == 0 { return }
    pending.remove(self)
    try write()
  }

  func write() throws {
    let waiting = count
    forget()
    let rows = waiting == capacity ? capacity : 1
    let statement = waiting == capacity ? several : one
    for first in stride(from: 0, to: waiting, by: rows) {
      for index in 0..<rows * columnCount {
        cells[first * columnCount + index].bind(to: statement.handle, at: index + 1)
      }
      let code = sqlite3_step(statement.handle)
      guard code == SQLITE_DONE else { throw statement.failure(code) }
      statement.reset()
      guard sqlite3_changes(database) == rows else {
        throw StoreError(
          message: "a row of '\(table)' is there that was not; nobody else may write during an import")
      }
    }
  }

  func forget() { (count, byteCount) = (0, 0) }
}

extension Connection {
  fileprivate func hasTriggers() throws -> Bool {
    try integer(
      """
      SELECT 1 FROM sqlite_master WHERE type = 'trigger'
      UNION ALL SELECT 1 FROM sqlite_temp_master WHERE type = 'trigger' LIMIT 1
      """) != nil
  }
}
