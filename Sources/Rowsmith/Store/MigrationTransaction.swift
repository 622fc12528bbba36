#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
public import RowsmithSchema

/// Runs the SQL of a migration step, on the tables as they are at that moment.
///
/// SQL bypasses the model: the step itself must keep links and keys consistent. The transaction is valid only inside its block.
public final class MigrationTransaction {
  /// The model of the database before the migration.
  public let oldSchema: Schema
  private var connection: Connection?

  init(_ connection: Connection, oldSchema: Schema) {
    self.connection = connection
    self.oldSchema = oldSchema
  }

  func end() { connection = nil }

  /// Runs a statement that writes.
  ///
  /// - Returns: the number of rows that it inserted, changed or deleted.
  /// - Throws: ``StoreError`` if the statement is wrong or fails, or if the number of values differs from that of its
  ///   parameters.
  @discardableResult
  public func execute(sql: String, _ values: (any ColumnValue)?...) throws -> Int {
    try execute(sql: sql, values: values)
  }

  /// Runs a statement that writes, with the values in an array; see ``execute(sql:_:)``.
  @discardableResult
  public func execute(sql: String, values: [(any ColumnValue)?]) throws -> Int {
    let connection = try open()
    let before = connection.totalChanges
    // A trigger takes the words of a replaced row out of a full-text index, and notes that the row is gone.
    let changes = try connection.seeingReplacedRows(of: sql) {
      let statement = try prepare(sql, values)
      while try statement.step() {}
      return connection.changes
    }
    return connection.totalChanges == before ? 0 : changes
  }

  /// Runs a statement that reads, and returns its rows.
  ///
  /// - Throws: ``StoreError`` if the statement is wrong, or if the number of values differs from that of its parameters.
  public func rows(sql: String, _ values: (any ColumnValue)?...) throws -> [ResultRow] {
    try rows(sql: sql, values: values)
  }

  /// Runs a statement that reads, with the values in an array; see ``rows(sql:_:)``.
  public func rows(sql: String, values: [(any ColumnValue)?]) throws -> [ResultRow] {
    let statement = try prepare(sql, values)
    let columns = (0..<sqlite3_column_count(statement.handle)).map { index in
      sqlite3_column_name(statement.handle, index).map { String(cString: $0) } ?? ""
    }
    var rows: [ResultRow] = []
    while try statement.step() {
      rows.append(ResultRow(columns: columns, values: columns.indices.map { statement.value(at: $0) }))
    }
    return rows
  }

  private func prepare(_ sql: String, _ values: [(any ColumnValue)?]) throws -> Statement {
    try open().prepareAppSQL(sql, values.map { $0?.storedValue ?? .null })
  }

  private func open() throws -> Connection {
    if let connection { return connection }
    throw StoreError(.closed, "a transaction was used after its block ended; use it inside the block")
  }
}
