import RowsmithSchema

// Groups come in the order of what they are grouped by, nil first. Grouped by a to-one relationship they are as many
// as the records it leads to.
extension ReadTransaction {
  /// Counts the records of a query, apart for each content of a column.
  ///
  /// ```swift
  /// for (label, count) in try db.count(Album.all, groupedBy: { $0.label }) { print(label ?? "-", count) }
  /// ```
  public func count<R: Record, Key: ColumnContent>(
    _ query: Query<R>, groupedBy key: (R.Columns.Type) throws -> Column<R, Key>
  ) throws -> [(key: Key, count: Int)] {
    let none: Column<R, Int>? = nil
    return try groups(Int.self, "count", of: none, query, try key(R.Columns.self)).map {
      ($0, $1 ?? 0)
    }
  }

  /// Adds up a column of the records of a query, apart for each content of another one; see ``sum(_:_:)``.
  public func sum<R: Record, Value: ColumnContent, Key: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>,
    groupedBy key: (R.Columns.Type) throws -> Column<R, Key>
  ) throws -> [(key: Key, sum: Value.Present)] where Value.Present: NumericValue {
    try groups(
      Value.Present.self, Value.Present.sumFunction, of: try column(R.Columns.self), query,
      try key(R.Columns.self)
    ).map { ($0, $1 ?? .zero) }
  }

  /// The least value of a column, apart for each content of another one; see ``min(_:_:)``.
  public func min<R: Record, Value: ColumnContent, Key: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>,
    groupedBy key: (R.Columns.Type) throws -> Column<R, Key>
  ) throws -> [(key: Key, min: Value.Present?)] where Value.Present: Comparable {
    try groups(Value.Present.self, "min", of: try column(R.Columns.self), query, try key(R.Columns.self))
      .map { ($0, $1) }
  }

  /// The greatest value of a column, apart for each content of another one; see ``max(_:_:)``.
  public func max<R: Record, Value: ColumnContent, Key: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>,
    groupedBy key: (R.Columns.Type) throws -> Column<R, Key>
  ) throws -> [(key: Key, max: Value.Present?)] where Value.Present: Comparable {
    try groups(Value.Present.self, "max", of: try column(R.Columns.self), query, try key(R.Columns.self))
      .map { ($0, $1) }
  }

  private func groups<R: Record, Value, Key: ColumnContent, Result: RecordKey>(
    _ type: Result.Type, _ function: String, of column: Column<R, Value>?, _ query: Query<R>,
    _ key: Column<R, Key>
  ) throws -> [(Key, Result?)] {
    let select = try QueryCompiler.group(
      by: key.term, function, of: column?.term, query.node, mapping: mapping())
    return try naming(column ?? Column()) {
      try connection().withCached(select.sql) { statement in
        statement.bind(select.values)
        let row = Row(statement: statement.handle, entity: R.entityName)
        var groups: [(Key, Result?)] = []
        while try statement.step() {
          groups.append((try Key(row: row, at: 0), try Result?(row: row, at: Key.columnCount)))
        }
        return groups
      }
    }
  }
}
