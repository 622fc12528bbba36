import RowsmithSchema

// NULL is ignored, as by SQL's aggregate functions.
extension Query {
  /// The minimum of a column; `nil` if no record has a value.
  public func min<Value: ColumnContent>(
    _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) rethrows -> Read<Value.Present?> where Value.Present: Comparable {
    aggregate("min", try column(R.Columns.self)) { $0 }
  }

  /// The maximum of a column; `nil` if no record has a value.
  public func max<Value: ColumnContent>(
    _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) rethrows -> Read<Value.Present?> where Value.Present: Comparable {
    aggregate("max", try column(R.Columns.self)) { $0 }
  }

  /// The sum of a column; 0 if no record has a value. It is exact for `Int` and `Decimal`.
  ///
  /// Fetching throws ``StoreError`` if the sum exceeds 64 bits, or 38 digits for decimals.
  public func sum<Value: ColumnContent>(
    _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) rethrows -> Read<Value.Present> where Value.Present: NumericValue {
    aggregate(Value.Present.sumFunction, try column(R.Columns.self)) { $0 ?? .zero }
  }

  /// The average of a column; `nil` if no record has a value.
  ///
  /// Fetching throws ``StoreError`` if the sum of a decimal column exceeds 38 digits.
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
      let found = try summing(aggregate, db) { function -> [Stored?] in
        let select = try QueryCompiler.aggregate(function, of: column.term, node, mapping: db.mapping())
        return try db.rows(select, entity: R.entityName) { try Stored?(row: $0, at: 0) }
      }
      return output(found.first ?? nil)
    }
  }

  /// Runs the body with the name of the function. If a sum overflows on the way, it runs again with a function that adds up in
  /// 128 bits; if the sum itself does not fit, the error names the column.
  func summing<Result>(
    _ aggregate: ReadQuestion.Aggregate, _ db: ReadTransaction, _ body: (String) throws -> Result
  ) throws -> Result {
    do {
      return try body(aggregate.function)
    } catch let error as StoreError where error.code == .error && failedForItsSum(aggregate, db) {
      return try naming(aggregate) { try body("rowsmith_integer_sum") }
    }
  }

  /// Runs the body. If a sum overflows, the error names the column.
  private func naming<Result>(
    _ aggregate: ReadQuestion.Aggregate, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch var error as StoreError where error.code == .error {
      let names = aggregate.column?.names.joined(separator: ", ") ?? ""
      let owner = aggregate.column?.path.last?.target ?? R.entityName
      error.message =
        "the sum of '\(owner).\(names)' does not fit into 64 bits; fetch the values and add them up as Double or Decimal"
      error.entity = owner
      throw error
    }
  }

  /// Whether the column can be summed as floating point. If that works and `sum` fails, the sum has overflowed: SQLite has no
  /// code for that error.
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
