import RowsmithSchema

extension ReadTransaction {
  /// Reads the keys of the records of a query, in their order.
  ///
  /// - Throws: ``StoreError`` where the entity has no key.
  public func fetchKeys<R: Record>(_ query: Query<R>) throws -> [R.Key] {
    let entity = try mapping().requireEntity(R.entityName)
    try entity.requireKey(R.Key.columnCount)
    return try column(
      R.Key.self, try QueryCompiler.select(entity.table.layout.key, query.node, mapping: mapping()),
      entity: R.entityName)
  }

  /// Reads one column of the records of a query, in their order.
  ///
  /// ```swift
  /// let names = try db.values(Band.filter { $0.formed > 1970 }) { $0.name }
  /// let labels = try db.values(Album.all, distinct: true) { $0.label }
  /// ```
  ///
  /// - Parameters:
  ///   - query: the records.
  ///   - isDistinct: whether each value comes once only, from the least on, nil first.
  ///   - column: the column that is read.
  public func values<R: Record, Value: ColumnContent>(
    _ query: Query<R>, distinct isDistinct: Bool = false,
    _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) throws -> [Value] {
    let term = try column(R.Columns.self).term
    return try self.column(
      Value.self,
      try QueryCompiler.values(term, isDistinct: isDistinct, query.node, mapping: mapping()),
      entity: R.entityName)
  }

  private func column<Value: ColumnContent>(
    _ type: Value.Type, _ select: CompiledQuery, entity: String
  ) throws -> [Value] {
    try connection().withCached(select.sql) { statement in
      statement.bind(select.values)
      let row = Row(statement: statement.handle, entity: entity)
      var values: [Value] = []
      while try statement.step() { values.append(try Value(row: row, at: 0)) }
      return values
    }
  }
}
