import RowsmithSchema

extension ReadTransaction {
  /// Fetches the result of a request.
  ///
  /// ```swift
  /// let (bands, count) = try store.read { db in
  ///   (try db.fetch(Band.all), try db.fetch(Album.all.count()))
  /// }
  /// ```
  ///
  /// - Throws: ``RowDecodingError`` if a column holds a value that the model does not allow; ``StoreError`` if the database
  ///   cannot be read or the type belongs to another model; what an app's own request throws.
  public func fetch<Request: ReadRequest>(_ request: Request) throws -> Request.Output {
    try request.fetch(self)
  }

  /// Reads the records of a query one by one, so that memory use does not grow with their number.
  ///
  /// In a write transaction the body may write. It gets the records as they were before its first call: none that it
  /// inserts, and each once, whatever it changes. They are kept in a temporary file meanwhile. If the database is
  /// encrypted, they are kept in memory: then read many in parts, with a limit.
  ///
  /// - Throws: as ``fetch(_:)`` does. An error of the body ends the loop and is rethrown.
  public func forEach<R: Record>(_ query: Query<R>, _ body: (R) throws -> Void) throws {
    // SQLite would also reach a row that is inserted further on in the index it reads, or moved there: again and again.
    let select =
      try self is WriteTransaction
      ? QueryCompiler.selectAhead(R.columnNames, query.node, mapping: mapping())
      : QueryCompiler.select(R.columnNames, query.node, mapping: mapping())
    try connection().withCached(select.sql) { statement in
      statement.bind(select.values)
      let row = Row(statement: statement.handle, entity: R.entityName)
      while try statement.step() { try body(try R(row: row)) }
    }
  }
}

extension EntityMapping {
  /// Throws if the entity has no key, or one with another number of columns.
  func requireKey(_ count: Int) throws {
    if table.layout.key.isEmpty {
      throw StoreError(.misuse, "'\(name)' has no key to find a record by")
    }
    guard table.layout.key.count == count else {
      throw StoreError(
        .unknownEntity,
        "a key of '\(name)' has \(table.layout.key.count) columns, the record type's has \(count); "
          + "it belongs to another version of the model")
    }
  }
}
