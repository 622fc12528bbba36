#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

// SQL for what queries cannot express. Every `?` takes a value; values are bound, never part of the text.
extension Record {
  /// A request for the records that an SQL statement of the app returns. The result must have the columns of the record, in any
  /// order; it may have others. If two columns have the same name, the first is read.
  ///
  /// ```swift
  /// let sql = "SELECT * FROM Band WHERE formed > ? ORDER BY length(name)"
  /// let bands = try store.fetch(Band.sql(sql, 1970))
  /// ```
  ///
  /// Fetching throws ``StoreError`` if the statement is wrong, writes or lacks a column, or if the number of values differs
  /// from that of its parameters; ``RowDecodingError`` if a column holds a value that the model does not allow.
  public static func sql(_ text: String, _ values: (any ColumnValue)?...) -> Read<[Self]> {
    sql(text, values: values)
  }

  /// The same with the values in an array; see ``sql(_:_:)``.
  public static func sql(_ text: String, values: [(any ColumnValue)?]) -> Read<[Self]> {
    let values = values.map { $0?.storedValue ?? .null }
    return Read(.sql(ExactText(text), values, entity: entityName)) { try $0.records(Self.self, text, values) }
  }
}

extension ReadRequest where Self == Read<[ResultRow]> {
  /// A request for the rows that an SQL statement of the app returns.
  ///
  /// ```swift
  /// let sql = "SELECT label, count(*) AS count FROM Album WHERE released < ? GROUP BY label"
  /// for row in try store.fetch(.sql(sql, Date.now)) { print(try row.value("count", as: Int.self)) }
  /// ```
  ///
  /// Fetching throws ``StoreError`` if the statement is wrong or writes, or if the number of values differs from that of its
  /// parameters.
  public static func sql(_ text: String, _ values: (any ColumnValue)?...) -> Read<[ResultRow]> {
    sql(text, values: values)
  }

  /// The same with the values in an array.
  public static func sql(_ text: String, values: [(any ColumnValue)?]) -> Read<[ResultRow]> {
    let values = values.map { $0?.storedValue ?? .null }
    return Read(.sql(ExactText(text), values, entity: nil)) { try $0.appRows(text, values) }
  }
}

extension Statement: RowAdvancing {}

/// A statement that stands at its first row already.
private final class BegunStatement: RowAdvancing {
  private let statement: Statement
  private var isAtFirst = true

  init(_ statement: Statement) { self.statement = statement }

  /// Advances to the next row, the first one at first.
  func step() throws -> Bool {
    if !isAtFirst { return try statement.step() }
    isAtFirst = false
    return true
  }
}

extension ReadTransaction {
  /// The records that a statement returns.
  package func records<R: Record>(
    _ type: R.Type, _ sql: String, _ values: [StoredValue]
  ) throws -> [R] {
    let statement = try prepareReading(sql, values)
    // Its columns are known only after the first step: SQLite recompiles it there if the tables have changed.
    let hasRows = try statement.step()
    let indices = try indices(of: R.columnNames, entity: R.entityName, in: statement, sql)
    if !hasRows { return [] }
    let row = Row(
      statement: statement.handle, indices: indices, columns: R.columnNames, entity: R.entityName)
    return try R.records(of: Rows(row, BegunStatement(statement)))
  }

  /// The rows that a statement of the package returns. The statement is cached: the package has few texts.
  package func rows(_ sql: String, _ values: [StoredValue] = []) throws -> [ResultRow] {
    let statement = try connection().prepareForReuse(sql)
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    return try rows(statement)
  }

  /// The rows that a statement of the app returns.
  fileprivate func appRows(_ sql: String, _ values: [StoredValue]) throws -> [ResultRow] {
    try rows(try prepareReading(sql, values))
  }

  private func rows(_ statement: Statement) throws -> [ResultRow] {
    var columns: [String] = []
    var rows: [ResultRow] = []
    while try statement.step() {
      // Only after the first step: SQLite recompiles the statement there if the tables have changed.
      if rows.isEmpty { columns = names(statement) }
      rows.append(ResultRow(columns: columns, values: columns.indices.map { statement.value(at: $0) }))
    }
    return rows
  }

  private func prepareReading(_ sql: String, _ values: [StoredValue]) throws -> Statement {
    let statement = try connection().prepareAppSQL(sql, values)
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
