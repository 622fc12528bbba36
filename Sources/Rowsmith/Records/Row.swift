import CSQLite
import RowsmithSchema

/// The row on which an SQLite statement stands, read by column index.
///
/// A row is borrowed: it is valid until the statement takes its next step, so read what is needed and keep the
/// record, not the row. Nothing here traps: a column that is missing, NULL or of another type throws a
/// ``RowDecodingError``.
public struct Row {
  let statement: OpaquePointer
  let entity: String

  /// Borrows the current row of a statement that has just returned `SQLITE_ROW`.
  ///
  /// - Parameters:
  ///   - statement: a prepared statement, not finalized while the row is in use.
  ///   - entity: the entity of the record, named in errors.
  public init(statement: OpaquePointer, entity: String) {
    self.statement = statement
    self.entity = entity
  }

  /// The number of columns.
  public var count: Int { Int(sqlite3_column_count(statement)) }

  /// Whether the column is NULL. A column that does not exist throws.
  public func isNull(at index: Int) throws(RowDecodingError) -> Bool {
    guard type(at: index) == SQLITE_NULL else { return false }
    guard (0..<count).contains(index) else { throw mismatch("a column", at: index) }
    return true
  }

  /// The value as SQLite stores it.
  public func storedValue(at index: Int) throws(RowDecodingError) -> StoredValue {
    switch type(at: index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, Int32(truncatingIfNeeded: index)))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, Int32(truncatingIfNeeded: index)))
    case SQLITE_TEXT: return .text(text(at: index))
    case SQLITE_BLOB: return .blob(bytes(at: index))
    default:
      guard (0..<count).contains(index) else { throw mismatch("a column", at: index) }
      return .null
    }
  }
}

// What the readers stand on.
extension Row {
  func type(at index: Int) -> Int32 {
    // SQLite answers NULL for an index that is out of range; only one beyond 32 bits would wrap around.
    sqlite3_column_type(statement, Int32(truncatingIfNeeded: index))
  }

  /// The text of a column whose type is known to be TEXT.
  func text(at index: Int) -> String {
    withUTF8(at: index) { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a column whose type is known to be TEXT.
  func withUTF8<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let index = Int32(truncatingIfNeeded: index)
    let start = sqlite3_column_text(statement, index)
    return body(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))))
  }

  /// The bytes of a column whose type is known to be BLOB.
  func bytes(at index: Int) -> [UInt8] {
    let index = Int32(truncatingIfNeeded: index)
    let start = sqlite3_column_blob(statement, index)
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))))
  }

  /// The error for a column that does not hold what is expected of it.
  @inline(never)
  func mismatch(_ expected: String, at index: Int) -> RowDecodingError {
    RowDecodingError(entity: entity, column: name(at: index), expected: expected, found: found(at: index))
  }

  private func name(at index: Int) -> String {
    guard (0..<count).contains(index), let name = sqlite3_column_name(statement, Int32(index)) else {
      return "(column \(index))"
    }
    return String(cString: name)
  }

  private func found(at index: Int) -> String {
    guard (0..<count).contains(index) else { return "a row of \(count) columns" }
    switch type(at: index) {
    case SQLITE_INTEGER: return "integer \(sqlite3_column_int64(statement, Int32(index)))"
    case SQLITE_FLOAT: return "real \(sqlite3_column_double(statement, Int32(index)))"
    case SQLITE_TEXT:
      let text = text(at: index)
      return "text \"\(text.prefix(40))\(text.count > 40 ? "…" : "")\""
    case SQLITE_BLOB: return "a blob of \(sqlite3_column_bytes(statement, Int32(index))) bytes"
    default: return "NULL"
    }
  }
}
