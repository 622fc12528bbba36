// SQL of the app's own that reads. What writes is run with `execute` inside `write`.
extension Store {
  /// Reads records with a statement of the app's own; see ``ReadTransaction/fetchAll(_:sql:_:)``.
  public func fetchAll<R: Record>(
    _ type: R.Type = R.self, sql: String, _ values: (any ColumnValue)?...
  ) throws -> [R] { try readOnce { try $0.fetchAll(R.self, sql: sql, values: values) } }

  /// Reads records with a statement of the app's own, without blocking the caller's thread.
  public func fetchAll<R: Record>(
    _ type: R.Type = R.self, sql: String, _ values: (any ColumnValue)?...
  ) async throws -> [R] { try await readOnce { try $0.fetchAll(R.self, sql: sql, values: values) } }

  /// Reads rows with a statement of the app's own; see ``ReadTransaction/rows(sql:_:)``.
  public func rows(sql: String, _ values: (any ColumnValue)?...) throws -> [ResultRow] {
    try readOnce { try $0.rows(sql: sql, values: values) }
  }

  /// Reads rows with a statement of the app's own, without blocking the caller's thread.
  public func rows(sql: String, _ values: (any ColumnValue)?...) async throws -> [ResultRow] {
    try await readOnce { try $0.rows(sql: sql, values: values) }
  }
}
