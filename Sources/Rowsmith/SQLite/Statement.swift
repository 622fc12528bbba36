#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// A use of a prepared statement. Parameters are counted from 1 and columns from 0, as in SQLite.
final class Statement {
  let handle: OpaquePointer
  private let compiled: CompiledStatement
  /// Whether it is in the connection's cache.
  private let isKept: Bool
  private unowned let connection: Connection
  /// The rows to write before it runs.
  private let pending: PendingWrites
  /// The values of the last ``bind(_:)``, for errors.
  private var arguments: [StoredValue] = []
  /// Why SQLite did not take a value since the last step: its parameter would be NULL. Never changed during another access, so
  /// exclusivity checks are off.
  @exclusivity(unchecked) private var bindingCode = SQLITE_OK

  init(_ compiled: CompiledStatement, on connection: Connection, isKept: Bool = false) {
    handle = compiled.handle
    self.compiled = compiled
    self.isKept = isKept
    self.connection = connection
    pending = connection.pending
  }

  deinit {
    // The connection may be gone.
    if isKept { compiled.giveBack() }
  }

  /// The tables that the statement names; `nil` if they were not recorded when it was compiled.
  var tables: StatementTables? { compiled.tables }

  /// The text of the statement.
  var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  /// Advances to the next row. Returns `false` after the last; then, or after an error, the statement is reset.
  @inline(__always)
  func step() throws -> Bool {
    if !pending.isEmpty { try pending.write() }
    return try stepAlone()
  }

  /// Like ``step()``, without writing buffered rows first. For statements that they do not affect.
  @inline(__always)
  func stepAlone() throws -> Bool {
    if bindingCode != SQLITE_OK { throw bindingFailure(bindingCode) }
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE {
      sqlite3_reset(handle)
      return false
    }
    throw failure(code)
  }

  /// Resets the statement.
  @inline(__always)
  func reset() { sqlite3_reset(handle) }

  /// Resets the statement and clears its bindings.
  func forget() {
    arguments = []
    bindingCode = SQLITE_OK
    compiled.forget()
  }

  /// Counts the steps until the next stop check from zero.
  func forgetSteps() { sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1) }

  /// The first column of the first row, as an integer; `nil` if there is no row or it is NULL.
  func firstInteger(_ values: [StoredValue]) throws -> Int64? {
    bind(values)
    defer { reset() }
    return try step() && !isNull(at: 0) ? integer(at: 0) : nil
  }

  /// Binds values to the parameters, starting with the first. If SQLite does not take one, the next step throws.
  func bind(_ values: [StoredValue]) {
    arguments = values
    for (index, value) in values.enumerated() { bind(value, at: index + 1) }
  }

  /// The error of a failed step. Resets the statement.
  func failure(_ code: Int32) -> StoreError {
    let error = connection.error(code, sql: sql, arguments: arguments)
    sqlite3_reset(handle)
    return error
  }

  /// The error of a value that SQLite did not take. Resets the statement.
  func bindingFailure(_ code: Int32) -> StoreError {
    bindingCode = SQLITE_OK
    var error = failure(code)
    if error.code == .tooBig {
      let limit = sqlite3_limit(sqlite3_db_handle(handle), SQLITE_LIMIT_LENGTH, -1)
      error.message =
        "expected a text or a blob of at most \(limit) bytes, which is what SQLite stores, found a longer one"
    }
    return error
  }

  /// Notes a value that SQLite did not take. That a statement has no such parameter is none of these: some have fewer.
  @inline(__always)
  func noteBinding(_ code: Int32) {
    if code == SQLITE_TOOBIG || code == SQLITE_NOMEM { bindingCode = code }
  }

  func bind(_ value: StoredValue, at index: Int) {
    let index = Int32(index)
    switch value {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let value): sqlite3_bind_int64(handle, index, value)
    case .real(let value): sqlite3_bind_double(handle, index, value)
    case .text(var text):
      text.withUTF8 {
        noteBinding(rowsmith_bind_text_copied(handle, index, $0.baseAddress ?? zeroLength, $0.count))
      }
    case .blob(let bytes):
      bytes.withUnsafeBufferPointer {
        noteBinding(rowsmith_bind_blob_copied(handle, index, $0.baseAddress ?? zeroLength, $0.count))
      }
    }
  }

  @inline(__always)
  func bind(_ value: Int64, at index: Int) { sqlite3_bind_int64(handle, Int32(index), value) }

  /// The number of columns of the result.
  var columnCount: Int { Int(sqlite3_column_count(handle)) }

  func isNull(at column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }

  @inline(__always)
  func integer(at column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  func text(at column: Int) -> String? {
    sqlite3_column_text(handle, Int32(column)).map { bytes in
      let count = Int(sqlite3_column_bytes(handle, Int32(column)))
      return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
  }

  /// A copy of the value of a column.
  func value(at column: Int) -> StoredValue {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: return .integer(integer(at: column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, Int32(column)))
    case SQLITE_TEXT: return .text(text(at: column) ?? "")
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(handle, Int32(column))
      let count = Int(sqlite3_column_bytes(handle, Int32(column)))
      return .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
    default: return .null
    }
  }
}

/// A valid address for empty values: SQLite takes a null pointer as NULL.
nonisolated(unsafe) let zeroLength = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
