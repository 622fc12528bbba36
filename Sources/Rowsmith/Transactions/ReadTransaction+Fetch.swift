import RowsmithSchema

extension ReadTransaction {
  /// Reads what a request asks for.
  ///
  /// ```swift
  /// let (bands, count) = try store.read { db in
  ///   (try db.fetch(Band.all), try db.fetch(Album.all.count()))
  /// }
  /// ```
  ///
  /// - Throws: ``RowDecodingError`` where a column holds what the model does not allow, ``StoreError`` where the
  ///   database cannot be read or the type belongs to another model; what a request of the app's own throws.
  public func fetch<Request: ReadRequest>(_ request: Request) throws -> Request.Output {
    try request.fetch(self)
  }

  /// Reads the records of a query one after another, so that memory does not grow with their number.
  ///
  /// - Throws: as ``fetch(_:)``, and what the body throws, which ends the reading.
  public func forEach<R: Record>(_ query: Query<R>, _ body: (R) throws -> Void) throws {
    let select = try QueryCompiler.select(R.columnNames, query.node, mapping: mapping())
    try connection().withCached(select.sql) { statement in
      statement.bind(select.values)
      let row = Row(statement: statement.handle, entity: R.entityName)
      while try statement.step() { try body(try R(row: row)) }
    }
  }
}

extension EntityMapping {
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
