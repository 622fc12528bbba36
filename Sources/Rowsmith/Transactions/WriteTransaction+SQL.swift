#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
package import RowsmithSchema

extension WriteTransaction {
  /// Runs an SQL statement of the app, as part of this transaction.
  ///
  /// SQL bypasses the model: the app itself must keep links, delete rules and the counts of unresolved links consistent.
  ///
  /// ```swift
  /// try db.execute(sql: "UPDATE Band SET formed = formed + ? WHERE name = ?", 1, "Japan")
  /// ```
  ///
  /// - Returns: the number of rows that it inserted, changed or deleted.
  /// - Throws: ``StoreError`` if the statement is wrong or fails, or if the number of values differs from that of its
  ///   parameters.
  @discardableResult
  public func execute(sql: String, _ values: (any ColumnValue)?...) throws -> Int {
    try execute(sql: sql, values: values)
  }

  /// Runs an SQL statement of the app with the values in an array; see ``execute(sql:_:)``.
  @discardableResult
  public func execute(sql: String, values: [(any ColumnValue)?]) throws -> Int {
    let connection = try connection()
    // The statement may invalidate what the engine has cached of the tables.
    try settle()
    if ForeignSQL.mayWriteUncounted(sql) { session.recorder?.noteAppSQL() }
    let values = values.map { $0?.storedValue ?? .null }
    let journal = session.recorder?.journal
    // A trigger takes the words of a replaced row out of a full-text index, and notes in the history that it is gone.
    let model = session.model
    guard journal != nil || !model.layout.searchTables.isEmpty || model.schema.history != nil else {
      return try run(sql, values, on: connection)
    }
    let generation = connection.keptGeneration
    let count = try connection.seeingReplacedRows(of: sql) { try run(sql, values, on: connection) }
    if connection.keptGeneration != generation { try journal?.adaptToTriggers() }
    return count
  }

  private func run(_ sql: String, _ values: [StoredValue], on connection: Connection) throws -> Int {
    let before = sqlite3_total_changes64(connection.handle)
    let statement = try connection.prepareAppSQL(sql, values)
    while try statement.step() {}
    return sqlite3_total_changes64(connection.handle) == before ? 0 : connection.changes
  }

  /// Runs a statement on a table of another target of the package, not on one of the model.
  @discardableResult
  package func run(_ sql: String, _ values: [StoredValue] = []) throws -> Int {
    let connection = try connection()
    let statement = try connection.prepareForReuse(sql)
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    let before = sqlite3_total_changes64(connection.handle)
    while try statement.step() {}
    return sqlite3_total_changes64(connection.handle) == before ? 0 : connection.changes
  }
}
