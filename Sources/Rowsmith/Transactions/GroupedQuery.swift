import RowsmithSchema

extension Query {
  /// Groups the records by a column, to aggregate each group.
  ///
  /// ```swift
  /// for group in try store.fetch(Album.all.grouped { $0.label }.count()) {
  ///   print(group.key ?? "-", group.value)
  /// }
  /// ```
  public func grouped<Key: ColumnContent>(
    by key: (R.Columns.Type) throws -> Column<R, Key>
  ) rethrows -> GroupedQuery<R, Key> { GroupedQuery(query: self, key: try key(R.Columns.self)) }
}

/// The records of a query, grouped by a column with ``Query/grouped(by:)``.
///
/// Groups are in ascending order of that column, `nil` first. Grouping by a to-one relationship gives one group for each target
/// record.
public struct GroupedQuery<R: Record, Key: ColumnContent>: Sendable, Hashable {
  let query: Query<R>
  let key: Column<R, Key>

  /// The number of records in each group.
  public func count() -> Read<[Grouping<Key, Int>]> {
    let none: Column<R, Int>? = nil
    return aggregate("count", none) { (count: Int?) in count ?? 0 }
  }

  /// The sum of a column in each group; see ``Query/sum(_:)``.
  public func sum<Value: ColumnContent>(
    _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) rethrows -> Read<[Grouping<Key, Value.Present>]> where Value.Present: NumericValue {
    aggregate(Value.Present.sumFunction, try column(R.Columns.self)) { $0 ?? .zero }
  }

  /// The average of a column in each group; see ``Query/average(_:)``.
  public func average<Value: ColumnContent>(
    _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) rethrows -> Read<[Grouping<Key, Value.Present.Average?>]> where Value.Present: NumericValue {
    aggregate(Value.Present.averageFunction, try column(R.Columns.self)) { $0 }
  }

  /// The minimum of a column in each group; `nil` if no record has a value.
  public func min<Value: ColumnContent>(
    _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) rethrows -> Read<[Grouping<Key, Value.Present?>]> where Value.Present: Comparable {
    aggregate("min", try column(R.Columns.self)) { $0 }
  }

  /// The maximum of a column in each group; `nil` if no record has a value.
  public func max<Value: ColumnContent>(
    _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) rethrows -> Read<[Grouping<Key, Value.Present?>]> where Value.Present: Comparable {
    aggregate("max", try column(R.Columns.self)) { $0 }
  }

  private func aggregate<Value, Stored: RecordKey, Output: Sendable>(
    _ function: String, _ column: Column<R, Value>?, _ output: @escaping @Sendable (Stored?) -> Output
  ) -> Read<[Grouping<Key, Output>]> {
    let aggregate = ReadQuestion.Aggregate(function: function, column: column?.term)
    return Read(.groups(query.node, by: key.term, aggregate)) { db in
      return try query.summing(aggregate, db) { function -> [Grouping<Key, Output>] in
        let select = try QueryCompiler.group(
          by: key.term, function, of: column?.term, query.node, mapping: db.mapping())
        return try db.rows(select, entity: R.entityName) { row in
          Grouping(
            key: try Key(row: row, at: 0), value: output(try Stored?(row: row, at: Key.columnCount)))
        }
      }
    }
  }
}

/// A group of records: the value that they share, and their aggregate.
public struct Grouping<Key: Sendable, Value: Sendable>: Sendable {
  /// The value of the grouping column.
  public let key: Key
  /// The count, sum, average, minimum or maximum of the group.
  public let value: Value

  /// Creates a group.
  public init(key: Key, value: Value) {
    self.key = key
    self.value = value
  }
}

extension Grouping: Equatable where Key: Equatable, Value: Equatable {}

extension Grouping: Hashable where Key: Hashable, Value: Hashable {}
