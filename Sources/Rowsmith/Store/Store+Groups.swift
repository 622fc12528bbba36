// Groups of one query by itself, in the order of what they are grouped by, nil first.
extension Store {
  /// Counts the records of a query, apart for each content of a column.
  public func count<R: Record, Key: ColumnContent>(
    _ query: Query<R>, groupedBy key: (R.Columns.Type) throws -> Column<R, Key>
  ) throws -> [(key: Key, count: Int)] {
    let key = try key(R.Columns.self)
    return try readOnce { try $0.count(query, groupedBy: { _ in key }) }
  }

  /// Counts the records of a query, apart for each content of a column, without blocking the caller's thread.
  public func count<R: Record, Key: ColumnContent>(
    _ query: Query<R>, groupedBy key: (R.Columns.Type) throws -> Column<R, Key>
  ) async throws -> [(key: Key, count: Int)] {
    let key = try key(R.Columns.self)
    return try await readOnce { try $0.count(query, groupedBy: { _ in key }) }
  }

  /// Adds up a column of the records of a query, apart for each content of another one.
  public func sum<R: Record, Value: ColumnContent, Key: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>,
    groupedBy key: (R.Columns.Type) throws -> Column<R, Key>
  ) throws -> [(key: Key, sum: Value.Present)] where Value.Present: NumericValue {
    let (column, key) = (try column(R.Columns.self), try key(R.Columns.self))
    return try readOnce { try $0.sum(query, { _ in column }, groupedBy: { _ in key }) }
  }

  /// Adds up a column of the records of a query, apart for each content of another one, without blocking the caller's thread.
  public func sum<R: Record, Value: ColumnContent, Key: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>,
    groupedBy key: (R.Columns.Type) throws -> Column<R, Key>
  ) async throws -> [(key: Key, sum: Value.Present)] where Value.Present: NumericValue {
    let (column, key) = (try column(R.Columns.self), try key(R.Columns.self))
    return try await readOnce { try $0.sum(query, { _ in column }, groupedBy: { _ in key }) }
  }

  /// The least value of a column, apart for each content of another one.
  public func min<R: Record, Value: ColumnContent, Key: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>,
    groupedBy key: (R.Columns.Type) throws -> Column<R, Key>
  ) throws -> [(key: Key, min: Value.Present?)] where Value.Present: Comparable {
    let (column, key) = (try column(R.Columns.self), try key(R.Columns.self))
    return try readOnce { try $0.min(query, { _ in column }, groupedBy: { _ in key }) }
  }

  /// The least value of a column, apart for each content of another one, without blocking the caller's thread.
  public func min<R: Record, Value: ColumnContent, Key: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>,
    groupedBy key: (R.Columns.Type) throws -> Column<R, Key>
  ) async throws -> [(key: Key, min: Value.Present?)] where Value.Present: Comparable {
    let (column, key) = (try column(R.Columns.self), try key(R.Columns.self))
    return try await readOnce { try $0.min(query, { _ in column }, groupedBy: { _ in key }) }
  }

  /// The greatest value of a column, apart for each content of another one.
  public func max<R: Record, Value: ColumnContent, Key: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>,
    groupedBy key: (R.Columns.Type) throws -> Column<R, Key>
  ) throws -> [(key: Key, max: Value.Present?)] where Value.Present: Comparable {
    let (column, key) = (try column(R.Columns.self), try key(R.Columns.self))
    return try readOnce { try $0.max(query, { _ in column }, groupedBy: { _ in key }) }
  }

  /// The greatest value of a column, apart for each content of another one, without blocking the caller's thread.
  public func max<R: Record, Value: ColumnContent, Key: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>,
    groupedBy key: (R.Columns.Type) throws -> Column<R, Key>
  ) async throws -> [(key: Key, max: Value.Present?)] where Value.Present: Comparable {
    let (column, key) = (try column(R.Columns.self), try key(R.Columns.self))
    return try await readOnce { try $0.max(query, { _ in column }, groupedBy: { _ in key }) }
  }
}
