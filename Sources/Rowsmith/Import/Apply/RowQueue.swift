#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// Queues new rows of one table and inserts several with one statement: starting and ending a statement takes as long as
/// inserting a short row.
///
/// A row can be queued if it is certain to be new, so that the result of its insert need not be known: its key is the rowid
/// and greater than every key so far. An import in the order of ascending keys has only such rows.
final class RowQueue: PendingQueue {
  /// How many rows of a table are inserted one by one first: compiling the larger statement takes as long.
  static let minimumRows = 200
  /// How many rows one statement inserts.
  private static let rowsPerStatement = 16
  /// Every SQLite allows this many parameters.
  private static let maximumParameters = 999
  /// How many bytes of text can be queued.
  private static let maximumBytes = 64 * 1024

  private let pending: PendingWrites
  private let database: OpaquePointer
  private let table: String
  private let keySlot: Int
  private let columnCount: Int
  private let capacity: Int
  private let one: Statement
  private let several: Statement
  /// The cells of the queued rows; their text is in `bytes`.
  private let cells: UnsafeMutablePointer<Cell>
  private let bytes: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var byteCount = 0
  /// No row has a greater key.
  private var greatestKey: Int64

  /// - Parameter one: the statement that inserts one row.
  /// - Returns: `nil` if rows of the table cannot be queued. Triggers would see the rows of several tables in another
  ///   order. With unique values, it must be known which row is refused.
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

  /// Whether a row certainly does not exist.
  @inline(__always)
  func isNew(_ row: UnsafePointer<Cell>) -> Bool {
    row[keySlot].kind == .integer && row[keySlot].integer > greatestKey
  }

  /// Queues a row, and writes the queue when it is full.
  ///
  /// - Returns: its rowid; `nil` if it cannot be queued.
  @inline(__always)
  func take(_ row: UnsafePointer<Cell>) throws -> Int64? {
    guard isNew(row), try copy(row) else { return nil }
    greatestKey = row[keySlot].integer
    if count == 0 { pending.add(self) }
    count += 1
    if count == capacity { try settle() }
    return greatestKey
  }

  /// Notes a row that was inserted without the queue.
  func noteInserted(_ row: Int64) { greatestKey = max(greatestKey, row) }

  /// Copies the cells with their text; returns `false` if the text does not fit.
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

  /// Writes the queued rows, before the table is read.
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
        let code = cells[first * columnCount + index].bind(to: statement.handle, at: index + 1)
        guard code == SQLITE_OK else { throw statement.bindingFailure(code) }
      }
      let code = sqlite3_step(statement.handle)
      guard code == SQLITE_DONE else { throw statement.failure(code) }
      statement.reset()
      guard sqlite3_changes(database) == rows else {
        throw StoreError(
          message: "another writer inserted a row of '\(table)' during the import; only the import may write")
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
