import RowsmithSchema

// Columns that are empty do not count.
extension ReadTransaction {
  /// The least value of a column among the records of a query; nil where there is none.
  public func min<R: Record, Value: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) throws -> Value.Present? where Value.Present: Comparable {
    try aggregate(Value.Present.self, "min", of: try column(R.Columns.self), query)
  }

  /// The greatest value of a column among the records of a query; nil where there is none.
  public func max<R: Record, Value: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) throws -> Value.Present? where Value.Present: Comparable {
    try aggregate(Value.Present.self, "max", of: try column(R.Columns.self), query)
  }

  /// The sum of a column over the records of a query: 0 where there is none, exact for `Int` and `Decimal`.
  ///
  /// - Throws: ``StoreError`` where the sum is beyond 64 bits, or a decimal one beyond 38 digits.
  public func sum<R: Record, Value: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) throws -> Value.Present where Value.Present: NumericValue {
    let function = Value.Present.sumFunction
    return try aggregate(Value.Present.self, function, of: try column(R.Columns.self), query) ?? .zero
  }

  /// The average of a column over the records of a query; nil where there is none.
  ///
  /// - Throws: ``StoreError`` where the sum of a decimal column is beyond 38 digits.
  public func average<R: Record, Value: ColumnContent>(
    _ query: Query<R>, _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) throws -> Value.Present.Average? where Value.Present: NumericValue {
    try aggregate(
      Value.Present.Average.self, Value.Present.averageFunction, of: try column(R.Columns.self), query)
  }

  private func aggregate<R: Record, Value, Result: ColumnContent>(
    _ type: Result.Type, _ function: String, of column: Column<R, Value>, _ query: Query<R>
  ) throws -> Result? where Result == Result.Present {
    let select = try QueryCompiler.aggregate(function, of: column.term, query.node, mapping: mapping())
    return try naming(column) {
      try connection().withCached(select.sql) { statement in
        statement.bind(select.values)
        guard try statement.step() else { return nil }
        return try Result?(row: Row(statement: statement.handle, entity: R.entityName), at: 0)
      }
    }
  }

  /// Runs the body; a sum that cannot be stored is named.
  func naming<R: Record, Value, Result>(
    _ column: Column<R, Value>, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as StoreError where error.message.contains("integer overflow") {
      throw StoreError(
        code: error.code,
        message: "the sum of '\(R.entityName).\(column.names.joined(separator: ", "))' is beyond 64 bits; "
          + "fetch the values and add them up as Double or Decimal",
        sql: error.sql)
    }
  }
}
