import CSQLite
import RowsmithSchema

// The way out, for what queries cannot say. Every `?` takes a value; values are bound, never part of the text.
extension ReadTransaction {
  /// Reads records with a statement of the app's own. Its result has the columns of the record, in any order and among
  /// others; of two of one name the first counts.
  ///
  /// ```swift
  /// let sql = "SELECT * FROM Band WHERE formed > ? ORDER BY length(name)"
  /// let bands = try db.fetchAll(Band.self, sql: sql, 1970)
  /// ```
  ///
  /// - Throws: ``StoreError`` where the statement is wrong, writes, or has other columns, and where the values are not
  ///   as many as its parameters; ``RowDecodingError`` where a column holds what the model does not allow.
  public func fetchAll<R: Record>(
    _ type: R.Type = R.self, sql: String, _ values: (any ColumnValue)?...
  ) throws -> [R] { try fetchAll(R.self, sql: sql, values: values) }

  /// Reads records with a statement of the app's own and as many values as an array has; see
  /// ``fetchAll(_:sql:_:)``.
  public func fetchAll<R: Record>(
    _ type: R.Type = R.self, sql: String, values: [(any ColumnValue)?]
  ) throws -> [R] {
    let statement = try prepareReading(sql, values)
    let indices = try indices(of: R.columnNames, entity: R.entityName, in: statement, sql)
    let row = Row(
      statement: statement.handle, indices: indices, columns: R.columnNames, entity: R.entityName)
    var records: [R] = []
    while try statement.step() { records.append(try R(row: row)) }
    return records
  }

  /// Reads rows with a statement of the app's own.
  ///
  /// ```swift
  /// let sql = "SELECT label, count(*) AS count FROM Album WHERE released < ? GROUP BY label"
  /// for row in try db.rows(sql: sql, Date.now) { print(try row.value("count", as: Int.self)) }
  /// ```
  ///
  /// - Throws: ``StoreError`` where the statement is wrong or writes, and where the values are not as many as its
  ///   parameters.
  public func rows(sql: String, _ values: (any ColumnValue)?...) throws -> [ResultRow] {
    try rows(sql: sql, values: values)
  }

  /// Reads rows with a statement of the app's own and as many values as an array has; see ``rows(sql:_:)``.
  public func rows(sql: String, values: [(any ColumnValue)?]) throws -> [ResultRow] {
    let statement = try prepareReading(sql, values)
    let columns = names(statement)
    var rows: [ResultRow] = []
    while try statement.step() {
      rows.append(ResultRow(columns: columns, values: columns.indices.map { statement.value(at: $0) }))
    }
    return rows
  }

  private func prepareReading(_ sql: String, _ values: [(any ColumnValue)?]) throws -> Statement {
    let statement = try connection().prepareForeign(sql, values.map { $0?.storedValue ?? .null })
    if sqlite3_stmt_readonly(statement.handle) == 0 {
      throw StoreError(.misuse, "the statement writes; run it with `execute` inside `write`", sql: sql)
    }
    return statement
  }

  private func names(_ statement: Statement) -> [String] {
    (0..<sqlite3_column_count(statement.handle)).map { index in
      sqlite3_column_name(statement.handle, index).map { String(cString: $0) } ?? ""
    }
  }

  private func indices(
    of columns: [String], entity: String, in statement: Statement, _ sql: String
  ) throws -> [Int] {
    let names = names(statement)
    let missing = columns.filter { !names.contains($0) }
    if !missing.isEmpty {
      throw StoreError(
        .misuse,
        "expected the columns of \(entity) in the result; it lacks \(missing.joined(separator: ", ")), and has "
          + names.joined(separator: ", "), sql: sql)
    }
    return columns.compactMap { names.firstIndex(of: $0) }
  }
}
