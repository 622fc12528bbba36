#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
public import RowsmithSchema

/// A row, read by column index: the current row of an SQLite statement, or values that are independent of a database.
///
/// A row of a statement is borrowed: it is valid until the next step of the statement, so keep the record, not the row. Nothing
/// here traps: a column that is missing, NULL or of another type throws a ``RowDecodingError``.
public struct Row {
  /// The statement of the row; `nil` if the row has another source.
  private let statement: OpaquePointer?
  private let source: RowSource?
  let entity: String

  /// Borrows the current row of a statement that has just returned `SQLITE_ROW`.
  ///
  /// - Parameters:
  ///   - statement: a prepared statement, which must not be finalized while the row is in use.
  ///   - entity: the entity of the record, for errors.
  public init(statement: OpaquePointer, entity: String) {
    self.statement = statement
    source = nil
    self.entity = entity
  }

  /// Creates a row from values, for instance from old values.
  ///
  /// - Parameters:
  ///   - values: the values, as SQLite would store them.
  ///   - columns: the names of the columns, for errors.
  ///   - entity: the entity of the record, for errors.
  public init(values: [StoredValue], columns: [String], entity: String) {
    self.init(RowSource(.values(values), names: columns), entity: entity)
  }

  /// Borrows the current row of a statement whose columns have another order: `indices` has the index of each.
  init(statement: OpaquePointer, indices: [Int], columns: [String], entity: String) {
    self.init(RowSource(.statement(statement, indices), names: columns), entity: entity)
  }

  private init(_ source: RowSource, entity: String) {
    statement = nil
    self.source = source
    self.entity = entity
  }

  /// The number of columns.
  public var count: Int {
    if let statement { return Int(sqlite3_column_count(statement)) }
    return source?.count ?? 0
  }

  /// Whether the column is NULL. Throws if the column does not exist.
  public func isNull(at index: Int) throws(RowDecodingError) -> Bool {
    try withCell(at: index) { (cell) throws(RowDecodingError) in try isNull(cell, at: index) }
  }

  /// The stored value.
  public func storedValue(at index: Int) throws(RowDecodingError) -> StoredValue {
    try withCell(at: index) { (cell) throws(RowDecodingError) in
      try isNull(cell, at: index) ? .null : cell.copied
    }
  }
}

// Used by all methods that read a column.
extension Row {
  /// Passes the value of a column to the body without copying it; NULL if the column does not exist.
  @inline(__always)
  func withCell<Result, Failure: Error>(
    at index: Int, _ body: (RowCell) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SQLite returns NULL for an index out of range. Only an index beyond 32 bits would wrap around.
    if let statement {
      return try body(RowCell(sqlite3_column_value(statement, Int32(truncatingIfNeeded: index))))
    }
    return try withSourceCell(at: index, body)
  }

  @inline(never)
  private func withSourceCell<Result, Failure: Error>(
    at index: Int, _ body: (RowCell) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let source else { return try body(.null) }
    return try source.withCell(at: index, body)
  }

  /// Whether the value is NULL. Throws if the column does not exist.
  @inline(__always)
  func isNull(_ cell: RowCell, at index: Int) throws(RowDecodingError) -> Bool {
    guard case .null = cell else { return false }
    guard index >= 0, index < count else { throw mismatch("a column", at: index) }
    return true
  }

  /// The error for a column that does not hold the expected value.
  @inline(never)
  func mismatch(_ expected: String, at index: Int) -> RowDecodingError {
    let found =
      (0..<count).contains(index)
      ? withCell(at: index) { $0.shown } : "a row of \(count) columns"
    return RowDecodingError(entity: entity, column: name(at: index), expected: expected, found: found)
  }

  private func name(at index: Int) -> String {
    guard (0..<count).contains(index) else { return "(column \(index))" }
    if let statement {
      return sqlite3_column_name(statement, Int32(index)).map { String(cString: $0) } ?? "(column \(index))"
    }
    guard let names = source?.names, names.indices.contains(index) else { return "(column \(index))" }
    return names[index]
  }
}
