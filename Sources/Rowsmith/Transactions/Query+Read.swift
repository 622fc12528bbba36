import RowsmithSchema

extension Query: ReadRequest {
  /// True.
  public var isOneStatement: Bool { true }

  /// Reads the records, all into memory. ``ReadTransaction/forEach(_:_:)`` reads one after another.
  public func fetch(_ db: ReadTransaction) throws -> [R] {
    let select = try QueryCompiler.select(R.columnNames, node, mapping: db.mapping())
    return try db.connection().withCached(select.sql) { statement in
      statement.bind(select.values)
      return try R.records(of: Rows(Row(statement: statement.handle, entity: R.entityName), statement))
    }
  }

  /// The first of the records; nil where there is none.
  public func first() -> Read<R?> {
    Read(.first(node)) { try short.fetch($0).first }
  }

  /// The same with its first record at most.
  var short: Query<R> { node.limit == 0 ? self : limit(1, offset: node.offset) }

  /// How many records there are.
  public func count() -> Read<Int> {
    Read(.count(node)) { db in
      let count = try QueryCompiler.count(node, mapping: db.mapping())
      return Int(try db.connection().integer(count.sql, count.values) ?? 0)
    }
  }

  /// Whether there is a record.
  public func exists() -> Read<Bool> {
    Read(.exists(node)) { db in
      var compiler = try QueryCompiler(mapping: db.mapping())
      let rows = try compiler.select(node, isOrdered: false) { _, _ in "1" }
      return try db.connection().integer("SELECT EXISTS (\(rows))", compiler.values) == 1
    }
  }

  /// The keys of the records, in their order.
  ///
  /// Fetching throws ``StoreError`` where the entity has no key.
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
  /// The first columns of the rows.
  fileprivate func column<Value: ColumnContent>(
    _ type: Value.Type, _ select: CompiledQuery, entity: String
  ) throws -> [Value] {
    try rows(select, entity: entity) { try Value(row: $0, at: 0) }
  }

  /// What the body makes of each row.
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
