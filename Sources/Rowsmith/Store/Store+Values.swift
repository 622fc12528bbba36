// Columns of one query by itself. Several reads that must agree with each other belong in one `read`.
extension Store {
  /// Reads the keys of the records of a query, in their order.
  public func fetchKeys<R: Record>(
    _ query: Query<R>
  ) throws -> [R.Key] {
    try readOnce { try $0.fetchKeys(query) }
  }

  /// Reads the keys of the records of a query, in their order, without blocking the caller's thread.
  public func fetchKeys<R: Record>(
    _ query: Query<R>
  ) async throws -> [R.Key] {
    try await readOnce { try $0.fetchKeys(query) }
  }

  /// Reads one column of the records of a query, in their order; if asked for, each value once, from the least on.
  public func values<R: Record, Value: ColumnContent>(
    _ query: Query<R>, distinct isDistinct: Bool = false,
    _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) throws -> [Value] {
    let column = try column(R.Columns.self)
    return try readOnce { try $0.values(query, distinct: isDistinct) { _ in column } }
  }

  /// Reads one column of the records of a query, in their order; if asked for, each value once, from the least on, without blocking the caller's thread.
  public func values<R: Record, Value: ColumnContent>(
    _ query: Query<R>, distinct isDistinct: Bool = false,
    _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) async throws -> [Value] {
    let column = try column(R.Columns.self)
    return try await readOnce { try $0.values(query, distinct: isDistinct) { _ in column } }
  }

  /// The least value of a column among the records of a query; nil where there is none.
  public func min<R: Record, Value: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) throws -> Value.Present? where Value.Present: Comparable {
    let column = try column(R.Columns.self)
    return try readOnce { try $0.min(query) { _ in column } }
  }

  /// The least value of a column among the records of a query; nil where there is none, without blocking the caller's thread.
  public func min<R: Record, Value: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) async throws -> Value.Present? where Value.Present: Comparable {
    let column = try column(R.Columns.self)
    return try await readOnce { try $0.min(query) { _ in column } }
  }

  /// The greatest value of a column among the records of a query; nil where there is none.
  public func max<R: Record, Value: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) throws -> Value.Present? where Value.Present: Comparable {
    let column = try column(R.Columns.self)
    return try readOnce { try $0.max(query) { _ in column } }
  }

  /// The greatest value of a column among the records of a query; nil where there is none, without blocking the caller's thread.
  public func max<R: Record, Value: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) async throws -> Value.Present? where Value.Present: Comparable {
    let column = try column(R.Columns.self)
    return try await readOnce { try $0.max(query) { _ in column } }
  }

  /// The sum of a column over the records of a query: 0 where there is none.
  public func sum<R: Record, Value: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) throws -> Value.Present where Value.Present: NumericValue {
    let column = try column(R.Columns.self)
    return try readOnce { try $0.sum(query) { _ in column } }
  }

  /// The sum of a column over the records of a query: 0 where there is none, without blocking the caller's thread.
  public func sum<R: Record, Value: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) async throws -> Value.Present where Value.Present: NumericValue {
    let column = try column(R.Columns.self)
    return try await readOnce { try $0.sum(query) { _ in column } }
  }

  /// The average of a column over the records of a query; nil where there is none.
  public func average<R: Record, Value: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) throws -> Value.Present.Average? where Value.Present: NumericValue {
    let column = try column(R.Columns.self)
    return try readOnce { try $0.average(query) { _ in column } }
  }

  /// The average of a column over the records of a query; nil where there is none, without blocking the caller's thread.
  public func average<R: Record, Value: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) async throws -> Value.Present.Average? where Value.Present: NumericValue {
    let column = try column(R.Columns.self)
    return try await readOnce { try $0.average(query) { _ in column } }
  }
}
