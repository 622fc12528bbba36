import RowsmithSchema

// Empty columns do not count.
extension Query {
  /// The least value of a column; nil where there is none.
  public func min<Value: ColumnContent>(
    _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) rethrows -> Read<Value.Present?> where Value.Present: Comparable {
    aggregate("min", try column(R.Columns.self)) { $0 }
  }

  /// The greatest value of a column; nil where there is none.
  public func max<Value: ColumnContent>(
    _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) rethrows -> Read<Value.Present?> where Value.Present: Comparable {
    aggregate("max", try column(R.Columns.self)) { $0 }
  }

  /// The sum of a column: 0 where there is none, exact for `Int` and `Decimal`.
  ///
  /// Fetching throws ``StoreError`` where the sum is beyond 64 bits, or a decimal one beyond 38 digits.
  public func sum<Value: ColumnContent>(
    _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) rethrows -> Read<Value.Present> where Value.Present: NumericValue {
    aggregate(Value.Present.sumFunction, try column(R.Columns.self)) { $0 ?? .zero }
  }

  /// The average of a column; nil where there is none.
  ///
  /// Fetching throws ``StoreError`` where the sum of a decimal column is beyond 38 digits.
  public func average<Value: ColumnContent>(
    _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) rethrows -> Read<Value.Present.Average?> where Value.Present: NumericValue {
    aggregate(Value.Present.averageFunction, try column(R.Columns.self)) { $0 }
  }

  private func aggregate<Value, Stored: RecordKey, Output: Sendable>(
    _ function: String, _ column: Column<R, Value>, _ output: @escaping @Sendable (Stored?) -> Output
  ) -> Read<Output> {
    let aggregate = ReadQuestion.Aggregate(function: function, column: column.term)
    return Read(.aggregate(node, aggregate)) { db in
      let select = try QueryCompiler.aggregate(function, of: column.term, node, mapping: db.mapping())
      let found = try naming(aggregate, db) {
        try db.rows(select, entity: R.entityName) { try Stored?(row: $0, at: 0) }
      }
      return output(found.first ?? nil)
    }
  }

  /// Runs the body; a sum that cannot be stored is named.
  func naming<Result>(
    _ aggregate: ReadQuestion.Aggregate, _ db: ReadTransaction, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch var error as StoreError where error.code == .error && failedForItsSum(aggregate, db) {
      let names = aggregate.column?.names.joined(separator: ", ") ?? ""
      error.message =
        "the sum of '\(R.entityName).\(names)' is beyond 64 bits; fetch the values and add them up as Double or Decimal"
      error.entity = R.entityName
      throw error
    }
  }

  /// Whether the column can be added up as floating point. Where that goes well and `sum` fails, it can only have failed
  /// for the sum: SQLite has no code for it.
  private func failedForItsSum(_ aggregate: ReadQuestion.Aggregate, _ db: ReadTransaction) -> Bool {
    guard aggregate.function == "sum", let column = aggregate.column else { return false }
    do {
      let select = try QueryCompiler.aggregate("total", of: column, node, mapping: db.mapping())
      _ = try db.connection().integer(select.sql, select.values)
      return true
    } catch {
      return false
    }
  }
}
