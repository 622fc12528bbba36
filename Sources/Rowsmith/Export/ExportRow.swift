import CSQLite
import RowsmithSchema

/// A row of an entity's table whose values become JSON: of a statement, or of a record that is in no database.
protocol ExportRow {
  /// Whether a column is NULL.
  func isNull(at column: Int) -> Bool
  /// The value of a column, copied.
  func value(at column: Int) -> StoredValue
  /// The text of a column, nil where it has none.
  func text(at column: Int) -> String?
  /// The value of a column where it lies.
  func withCell<Result>(at column: Int, _ body: (ExportCell) throws -> Result) rethrows -> Result
  /// Binds the value of a column to a parameter.
  func bind(column: Int, to statement: Statement, at index: Int)
}

/// A value as SQLite stores it, not copied. Its bytes are valid during the call that gives it.
enum ExportCell {
  case null
  case integer(Int64)
  case real(Double)
  case text(UnsafeBufferPointer<UInt8>)
  case blob(UnsafeBufferPointer<UInt8>)
}

extension Statement: ExportRow {
  @inline(__always)
  func withCell<Result>(at column: Int, _ body: (ExportCell) throws -> Result) rethrows -> Result {
    let column = Int32(column)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return try body(.integer(sqlite3_column_int64(handle, column)))
    case SQLITE_FLOAT: return try body(.real(sqlite3_column_double(handle, column)))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(handle, column)
      return try body(
        .text(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(handle, column)?.assumingMemoryBound(to: UInt8.self)
      return try body(
        .blob(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))))
    default: return try body(.null)
    }
  }

  func bind(column: Int, to statement: Statement, at index: Int) {
    sqlite3_bind_value(statement.handle, Int32(index), sqlite3_column_value(handle, Int32(column)))
  }
}
