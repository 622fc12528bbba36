import CSQLite

extension Row {
  /// The integer in a required column.
  public func int(at index: Int) throws(RowDecodingError) -> Int {
    guard type(at: index) == SQLITE_INTEGER,
      let value = Int(exactly: sqlite3_column_int64(statement, Int32(truncatingIfNeeded: index)))
    else { throw mismatch("an integer", at: index) }
    return value
  }

  /// The integer in an optional column.
  public func optionalInt(at index: Int) throws(RowDecodingError) -> Int? {
    try isNull(at: index) ? nil : try int(at: index)
  }

  /// The number in a required column.
  public func double(at index: Int) throws(RowDecodingError) -> Double {
    switch type(at: index) {
    case SQLITE_FLOAT, SQLITE_INTEGER:
      return sqlite3_column_double(statement, Int32(truncatingIfNeeded: index))
    default: throw mismatch("a number", at: index)
    }
  }

  /// The number in an optional column.
  public func optionalDouble(at index: Int) throws(RowDecodingError) -> Double? {
    try isNull(at: index) ? nil : try double(at: index)
  }

  /// The truth value in a required column, stored as 0 or 1.
  public func bool(at index: Int) throws(RowDecodingError) -> Bool {
    if type(at: index) == SQLITE_INTEGER {
      switch sqlite3_column_int64(statement, Int32(truncatingIfNeeded: index)) {
      case 0: return false
      case 1: return true
      default: break
      }
    }
    throw mismatch("0 or 1", at: index)
  }

  /// The truth value in an optional column, stored as 0 or 1.
  public func optionalBool(at index: Int) throws(RowDecodingError) -> Bool? {
    try isNull(at: index) ? nil : try bool(at: index)
  }

  /// The text in a required column.
  public func string(at index: Int) throws(RowDecodingError) -> String {
    guard type(at: index) == SQLITE_TEXT else { throw mismatch("text", at: index) }
    return text(at: index)
  }

  /// The text in an optional column.
  public func optionalString(at index: Int) throws(RowDecodingError) -> String? {
    try isNull(at: index) ? nil : try string(at: index)
  }
}
