package import RowsmithSchema

extension WriteTransaction {
  /// Deletes a record, by its key, as the delete rules of the model say.
  ///
  /// - Returns: whether there was one.
  /// - Throws: ``StoreError`` with ``StoreError/Reason/refused`` where a rule forbids it, or a required link leads to
  ///   it from a record that stays.
  @discardableResult
  public func delete<R: Record>(_ record: R) throws -> Bool {
    let writer = try writer()
    let shape = try writer.shape(of: R.self)
    return try delete(writer.key(in: record.storedValues, shape), of: shape.entity, writer)
  }

  /// Deletes the record with that key; otherwise like ``delete(_:)``.
  @discardableResult
  public func delete<R: Record>(_ type: R.Type, key: R.Key) throws -> Bool {
    let writer = try writer()
    return try delete(key.storedValues, of: try writer.entity(R.entityName), writer)
  }

  /// Deletes the record of an entity with that key; otherwise like ``delete(_:)``.
  @discardableResult
  package func delete(entity name: String, key: [StoredValue]) throws -> Bool {
    let writer = try writer()
    return try delete(key, of: try writer.entity(name), writer)
  }

  private func delete(_ key: [StoredValue], of entity: EntityMapping, _ writer: ModelWriter) throws -> Bool {
    guard let row = try writer.findRow(key, of: entity) else { return false }
    return try atomically(writer, entity: entity.name, key: key) {
      let deletion = Deletion(mapping: writer.mapping, connection: writer.connection)
      try deletion.add(row, of: entity.table)
      return try deletion.carryOut() > 0
    }
  }

  /// Deletes the records of a query together: a delete rule may allow that though it forbids deleting one of them alone.
  ///
  /// - Returns: how many rows were deleted, including those that were deleted with them.
  /// - Throws: as ``delete(_:)``. Nothing is deleted then.
  @discardableResult
  public func deleteAll<R: Record>(_ query: Query<R>) throws -> Int {
    let writer = try writer()
    let entity = try writer.entity(R.entityName)
    var compiler = try QueryCompiler(mapping: mapping())
    let rows = try compiler.select(query.node, isOrdered: false) { "\($1).\(entity.table.rowIDName)" }
    return try atomically(writer, entity: entity.name) {
      let deletion = Deletion(mapping: writer.mapping, connection: writer.connection)
      try deletion.add(entity.table, rowsOf: rows, compiler.values)
      return try deletion.carryOut()
    }
  }

  /// Deletes every record of an entity, and of those that extend it; otherwise like ``deleteAll(_:)-(Query<R>)``.
  @discardableResult
  public func deleteAll<R: Record>(_ type: R.Type) throws -> Int { try deleteAll(R.all) }
}
