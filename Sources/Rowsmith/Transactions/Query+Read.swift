import RowsmithSchema

extension Query: ReadRequest {
  /// `true`.
  public var isOneStatement: Bool { true }

  /// Fetches all records into memory. ``ReadTransaction/forEach(_:_:)`` reads them one by one.
  public func fetch(_ db: ReadTransaction) throws -> [R] {
    let select = try QueryCompiler.select(R.columnNames, node, mapping: db.mapping())
    return try db.connection().withCached(select.sql) { statement in
      statement.bind(select.values)
      return try R.records(of: Rows(Row(statement: statement.handle, entity: R.entityName), statement))
    }
  }

  /// The first record; `nil` if there is none.
  public func first() -> Read<R?> {
    Read(.first(node)) { try short.fetch($0).first }
  }

  /// The same query, limited to its first record.
  var short: Query<R> { node.limit == 0 ? self : limit(1, offset: node.offset) }

  /// The number of records.
  public func count() -> Read<Int> {
    Read(.count(node)) { db in
      let count = try QueryCompiler.count(node, mapping: db.mapping())
      return Int(try db.connection().integer(count.sql, count.values) ?? 0)
    }
  }

  /// Whether the query finds a record.
  public func exists() -> Read<Bool> {
    Read(.exists(node)) { db in
      var compiler = try QueryCompiler(mapping: db.mapping())
      let rows = try compiler.select(node, isOrdered: false) { _, _ in "1" }
      return try db.connection().integer("SELECT EXISTS (\(rows))", compiler.values) == 1
    }
  }

  /// The keys of the records, in the order of the query.
  ///
  /// Fetching throws ``StoreError`` if the entity has no key.
  public func keys() -> Read<[R.Key]> {
    Read(.keys(node), short: { short.keys() }) { db in
      let entity = try db.mapping().requireEntity(R.entityName)
      try entity.requireKey(R.Key.columnCount)
      return try db.column(
        R.Key.self, try QueryCompiler.select(entity.table.layout.key, node, mapping: db.mapping()),
        entity: R.entityName)
    }
  }
}

extension ReadTransaction {
  /// The first column of each row.
  fileprivate func column<Value: ColumnContent>(
    _ type: Value.Type, _ select: CompiledQuery, entity: String
  ) throws -> [Value] {
    try rows(select, entity: entity) { try Value(row: $0, at: 0) }
  }

  /// The results of the body, which is called with each row.
  func rows<Value>(
    _ select: CompiledQuery, entity: String, _ body: (Row) throws -> Value
  ) throws -> [Value] {
    try connection().withCached(select.sql) { statement in
      statement.bind(select.values)
      let row = Row(statement: statement.handle, entity: entity)
      var values: [Value] = []
      while try statement.step() { values.append(try body(row)) }
      return values
    }
  }
}
