#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
package import RowsmithSchema

extension WriteTransaction {
  /// Runs a statement of the app's own, as a part of this transaction.
  ///
  /// SQL bypasses the model: the app itself must keep links, delete rules and the counts of unresolved links in order.
  ///
  /// ```swift
  /// try db.execute(sql: "UPDATE Band SET formed = formed + ? WHERE name = ?", 1, "Japan")
  /// ```
  ///
  /// - Returns: how many rows it inserted, changed or deleted.
  /// - Throws: ``StoreError`` where the statement is wrong or fails, and where the values are not as many as its
  ///   parameters.
  @discardableResult
  public func execute(sql: String, _ values: (any ColumnValue)?...) throws -> Int {
    try execute(sql: sql, values: values)
  }

  /// Runs a statement of the app's own with as many values as an array has; see ``execute(sql:_:)``.
  @discardableResult
  public func execute(sql: String, values: [(any ColumnValue)?]) throws -> Int {
    let connection = try connection()
    // What the engine remembers of the tables may not be so afterwards.
    try settle()
    let before = sqlite3_total_changes64(connection.handle)
    let statement = try connection.prepareAppSQL(sql, values.map { $0?.storedValue ?? .null })
    while try statement.step() {}
    return sqlite3_total_changes64(connection.handle) == before ? 0 : connection.changes
  }

  /// Runs a statement on a table that another target of the package keeps: nothing of the model's.
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
