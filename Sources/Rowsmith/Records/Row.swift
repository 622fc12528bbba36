#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
public import RowsmithSchema

/// A row, read by column index: the one on which an SQLite statement stands, or values that are in no database any more.
///
/// A row over a statement is borrowed: it is valid until the statement takes its next step, so read what is needed and
/// keep the record, not the row. Nothing here traps: a column that is missing, NULL or of another type throws a
/// ``RowDecodingError``.
public struct Row {
  /// The statement whose columns these are; nil where the row has another source.
  private let statement: OpaquePointer?
  private let source: RowSource?
  let entity: String

  /// Borrows the current row of a statement that has just returned `SQLITE_ROW`.
  ///
  /// - Parameters:
  ///   - statement: a prepared statement, not finalized while the row is in use.
  ///   - entity: the entity of the record, named in errors.
  public init(statement: OpaquePointer, entity: String) {
    self.statement = statement
    source = nil
    self.entity = entity
  }

  /// Makes a row of values: of a row as it was, for instance.
  ///
  /// - Parameters:
  ///   - values: the values, as SQLite would store them.
  ///   - columns: the names of the columns, which errors name.
  ///   - entity: the entity of the record, named in errors.
  public init(values: [StoredValue], columns: [String], entity: String) {
    self.init(RowSource(.values(values), names: columns), entity: entity)
  }

  /// Borrows the current row of a statement whose columns are in another order: `indices` has the place of each.
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

  /// Whether the column is NULL. A column that does not exist throws.
  public func isNull(at index: Int) throws(RowDecodingError) -> Bool {
    try withCell(at: index) { (cell) throws(RowDecodingError) in try isNull(cell, at: index) }
  }

  /// The value as SQLite stores it.
  public func storedValue(at index: Int) throws(RowDecodingError) -> StoredValue {
    try withCell(at: index) { (cell) throws(RowDecodingError) in
      try isNull(cell, at: index) ? .null : cell.copied
    }
  }
}

// What the readers stand on.
extension Row {
  /// Shows the value of a column where it lies. A column that does not exist is shown as NULL.
  @inline(__always)
  func withCell<Result, Failure: Error>(
    at index: Int, _ body: (RowCell) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SQLite answers NULL for an index that is out of range; only one beyond 32 bits would wrap around.
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

  /// Whether what a column shows is NULL, and not that it does not exist.
  @inline(__always)
  func isNull(_ cell: RowCell, at index: Int) throws(RowDecodingError) -> Bool {
    guard case .null = cell else { return false }
    guard index >= 0, index < count else { throw mismatch("a column", at: index) }
    return true
  }

  /// The error for a column that does not hold what is expected of it.
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
