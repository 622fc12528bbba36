package import RowsmithSchema

extension WriteTransaction {
  /// Deletes a record, found by its key. The delete rules of the model apply.
  ///
  /// - Returns: `true` if the record existed.
  /// - Throws: ``StoreError`` with ``StoreError/Reason/refused`` if a rule forbids it, or if a record that stays requires its
  ///   link to this one; with ``StoreError/Reason/misuse`` if the entity has no key.
  @discardableResult
  public func delete<R: Record>(_ record: R) throws -> Bool {
    let writer = try writer()
    let shape = try writer.shape(of: R.self)
    let key = writer.key(in: record.storedValues, shape)
    if key.isEmpty {
      throw StoreError(
        .misuse,
        "'\(shape.entity.name)' has no key to find a record by; delete what a query finds with `deleteAll`",
        entity: shape.entity.name)
    }
    return try delete(key, of: shape.entity, writer)
  }

  /// Deletes the record with a key; see ``delete(_:)``.
  @discardableResult
  public func delete<R: Record>(_ type: R.Type, key: R.Key) throws -> Bool {
    let writer = try writer()
    return try delete(key.storedValues, of: try writer.entity(R.entityName), writer)
  }

  /// Deletes the record of an entity with a key; see ``delete(_:)``.
  @discardableResult
  package func delete(entity name: String, key: [StoredValue]) throws -> Bool {
    let writer = try writer()
    return try delete(key, of: try writer.entity(name), writer)
  }

  private func delete(_ key: [StoredValue], of entity: EntityMapping, _ writer: ModelWriter) throws -> Bool {
    guard let row = try writer.findRow(key, of: entity) else { return false }
    writer.hasRemovedLinks = true
    return try atomically(writer, entity: entity.name, key: key) {
      let deletion = Deletion(mapping: writer.mapping, connection: writer.connection)
      try deletion.add(row, of: entity.table)
      return try deletion.carryOut() > 0
    }
  }

  /// Deletes the records of a query together. A delete rule may allow that even if it forbids deleting one of them alone.
  ///
  /// - Returns: the number of deleted rows, including those that a delete rule deleted.
  /// - Throws: as ``delete(_:)`` does. Nothing is deleted then.
  @discardableResult
  public func deleteAll<R: Record>(_ query: Query<R>) throws -> Int {
    let writer = try writer()
    let entity = try writer.entity(R.entityName)
    var compiler = try QueryCompiler(mapping: mapping())
    let rows = try compiler.select(query.node, isOrdered: false) { "\($1).\(entity.table.rowIDName)" }
    writer.hasRemovedLinks = true
    return try atomically(writer, entity: entity.name) {
      let deletion = Deletion(mapping: writer.mapping, connection: writer.connection)
      try deletion.add(entity.table, rowsOf: rows, compiler.values)
      return try deletion.carryOut()
    }
  }

  /// Deletes every record of an entity and of the entities that extend it; see ``deleteAll(_:)-(Query<R>)``.
  @discardableResult
  public func deleteAll<R: Record>(_ type: R.Type) throws -> Int { try deleteAll(R.all) }
}
