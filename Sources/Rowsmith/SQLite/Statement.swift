#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// The use of a compiled statement. Parameters are counted from 1 and columns from 0, as SQLite does.
final class Statement {
  let handle: OpaquePointer
  private let compiled: CompiledStatement
  /// Whether the connection keeps it for the next one.
  private let isKept: Bool
  private unowned let connection: Connection
  /// What is written before it runs.
  private let pending: PendingWrites
  /// What was bound together, for errors.
  private var arguments: [StoredValue] = []

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

  /// The tables it names; nil where nobody wanted to know when it was compiled.
  var tables: StatementTables? { compiled.tables }

  /// The text of the statement.
  var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  /// Advances to the next row; false where there is none. After false or an error the statement is reset.
  @inline(__always)
  func step() throws -> Bool {
    if !pending.isEmpty { try pending.write() }
    return try stepAlone()
  }

  /// The same, where rows that wait to be written make no difference.
  @inline(__always)
  func stepAlone() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE {
      sqlite3_reset(handle)
      return false
    }
    throw failure(code)
  }

  /// Makes the statement ready to run again.
  @inline(__always)
  func reset() { sqlite3_reset(handle) }

  /// Makes it as it was before values were bound and rows were read.
  func forget() {
    arguments = []
    compiled.forget()
  }

  /// The first column of the first row, as an integer; nil where there is no row or it is NULL.
  func firstInteger(_ values: [StoredValue]) throws -> Int64? {
    bind(values)
    defer { reset() }
    return try step() && !isNull(at: 0) ? integer(at: 0) : nil
  }

  /// Binds values to the parameters from the first on.
  func bind(_ values: [StoredValue]) {
    arguments = values
    for (index, value) in values.enumerated() { bind(value, at: index + 1) }
  }

  /// Takes the error of a failed step and resets.
  func failure(_ code: Int32) -> StoreError {
    let error = connection.error(code, sql: sql, arguments: arguments)
    sqlite3_reset(handle)
    return error
  }

  func bind(_ value: StoredValue, at index: Int) {
    let index = Int32(index)
    switch value {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let value): sqlite3_bind_int64(handle, index, value)
    case .real(let value): sqlite3_bind_double(handle, index, value)
    case .text(var text):
      text.withUTF8 {
        _ = rowsmith_bind_text_copied(handle, index, $0.baseAddress ?? zeroLength, Int32($0.count))
      }
    case .blob(let bytes):
      bytes.withUnsafeBufferPointer {
        _ = rowsmith_bind_blob_copied(handle, index, $0.baseAddress ?? zeroLength, Int32($0.count))
      }
    }
  }

  @inline(__always)
  func bind(_ value: Int64, at index: Int) { sqlite3_bind_int64(handle, Int32(index), value) }

  /// How many columns the result has.
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

  /// The value of a column, copied.
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

/// A valid address for values of no bytes: SQLite takes a null pointer for NULL.
nonisolated(unsafe) let zeroLength = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
