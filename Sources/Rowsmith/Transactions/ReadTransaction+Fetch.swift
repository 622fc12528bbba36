import RowsmithSchema

extension ReadTransaction {
  /// Reads the records of a query, all into memory.
  ///
  /// - Throws: ``RowDecodingError`` where a column holds what the model does not allow, ``StoreError`` where the
  ///   database cannot be read or the type belongs to another model.
  public func fetchAll<R: Record>(_ query: Query<R>) throws -> [R] {
    var records: [R] = []
    try forEach(query) { records.append($0) }
    return records
  }

  /// Reads every record of an entity, in the order of the key.
  ///
  /// - Throws: as ``fetchAll(_:)-(Query<R>)``.
  public func fetchAll<R: Record>(_ type: R.Type = R.self) throws -> [R] { try fetchAll(R.all) }

  /// Reads the records of a query one after another, so that memory does not grow with their number.
  ///
  /// - Throws: as ``fetchAll(_:)-(Query<R>)``, and what the body throws, which ends the reading.
  public func forEach<R: Record>(_ query: Query<R>, _ body: (R) throws -> Void) throws {
    let select = try QueryCompiler.select(R.columnNames, query.node, mapping: mapping())
    try connection().withCached(select.sql) { statement in
      statement.bind(select.values)
      let row = Row(statement: statement.handle, entity: R.entityName)
      while try statement.step() { try body(try R(row: row)) }
    }
  }

  /// Reads the first record of a query; nil where there is none.
  ///
  /// - Throws: as ``fetchAll(_:)-(Query<R>)``.
  public func fetchFirst<R: Record>(_ query: Query<R>) throws -> R? {
    let first = query.node.limit == 0 ? query : query.limit(1, offset: query.node.offset)
    return try fetchAll(first).first
  }

  /// Counts the records of a query.
  public func count<R: Record>(_ query: Query<R>) throws -> Int {
    let count = try QueryCompiler.count(query.node, mapping: mapping())
    return Int(try connection().integer(count.sql, count.values) ?? 0)
  }

  /// Counts the records of an entity.
  public func count<R: Record>(_ type: R.Type) throws -> Int { try count(R.all) }

  /// Whether the query has a record.
  public func exists<R: Record>(_ query: Query<R>) throws -> Bool {
    var compiler = try QueryCompiler(mapping: mapping())
    let rows = try compiler.select(query.node, isOrdered: false) { _ in "1" }
    return try connection().integer("SELECT EXISTS (\(rows))", compiler.values) == 1
  }

  /// Reads the record with that key; nil where there is none.
  ///
  /// - Throws: as ``fetchAll(_:)-(Query<R>)``.
  public func fetch<R: Record>(_ type: R.Type = R.self, key: R.Key) throws -> R? {
    _ = try connection()
    let statement = try session.lookup(R.self)
    defer { statement.forget() }
    statement.bind(key.storedValues)
    guard try statement.step() else { return nil }
    return try R(row: Row(statement: statement.handle, entity: R.entityName))
  }

  /// Reads the records with those keys, in the order of the key; a key that no record has gives none.
  ///
  /// - Throws: as ``fetchAll(_:)-(Query<R>)``.
  public func fetchAll<R: Record>(_ type: R.Type = R.self, keys: some Sequence<R.Key>) throws -> [R] {
    try mapping().requireEntity(R.entityName).requireKey(R.Key.columnCount)
    return try fetchAll(Query<R>().filter(.hasKey(in: keys)))
  }

  /// Reads the record that a link leads to; nil where it has not arrived.
  ///
  /// - Throws: as ``fetchAll(_:)-(Query<R>)``.
  public func fetch<R: Record>(_ reference: Reference<R>) throws -> R? {
    try fetch(R.self, key: reference.key)
  }

  /// Reads the record that a link leads to; nil where there is no link, or it has not arrived.
  ///
  /// - Throws: as ``fetchAll(_:)-(Query<R>)``.
  public func fetch<R: Record>(_ reference: Reference<R>?) throws -> R? {
    try reference.flatMap { try fetch($0) }
  }
}

extension EntityPlan {
  /// Refuses a key that is not one of the table's.
  func requireKey(_ count: Int) throws {
    if table.layout.key.isEmpty {
      throw StoreError(.misuse, "'\(name)' has no key: nothing tells its records apart")
    }
    guard table.layout.key.count == count else {
      throw StoreError(
        .unknownEntity,
        "a key of '\(name)' has \(table.layout.key.count) columns, the record type's has \(count); "
          + "it belongs to another version of the model")
    }
  }
}
