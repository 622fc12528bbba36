package import RowsmithSchema

extension ReadTransaction {
  /// The records in runs of rows, in order. Skips deleted rows and rows of other entities.
  ///
  /// - Parameter limit: the maximum number of records.
  package func records<R: Record>(
    _ type: R.Type, in runs: [RootRows.Run], limit: Int = .max
  ) throws -> [R] {
    let entity = try mapping().requireEntity(R.entityName)
    var records: [R] = []
    for run in runs where records.count < limit {
      var sql =
        "SELECT \(R.columnNames.isEmpty ? "NULL" : DDL.list(R.columnNames)) FROM \(DDL.quoted(entity.table.name)) "
        + "WHERE \(entity.table.rowIDName) BETWEEN ?1 AND ?2"
      if let condition = entity.familyCondition { sql += " AND \(condition)" }
      sql += " ORDER BY \(entity.table.rowIDName) LIMIT ?3"
      records += try self.records(
        type, sql,
        [.integer(run.first), .integer(run.last), .integer(Int64(clamping: limit - records.count))])
    }
    return records
  }

  /// Calls the body with the keys of rows, in order, one value per column.
  package func forEachKey(
    in runs: [RootRows.Run], _ body: (_ entity: String, _ key: [StoredValue]) throws -> Void
  ) throws {
    for run in runs {
      let table = try mapping().requireEntity(run.entity).table
      let sql =
        "SELECT \(DDL.list(table.layout.key)) FROM \(DDL.quoted(table.name)) "
        + "WHERE \(table.rowIDName) BETWEEN ?1 AND ?2 ORDER BY \(table.rowIDName)"
      for row in try rows(sql, [.integer(run.first), .integer(run.last)]) {
        try body(run.entity, row.values)
      }
    }
  }

  /// The maximum of a column in runs of rows, and of another value; `nil` if there is none. Decimals are compared by value.
  package func greatest(
    _ column: String, in runs: [RootRows.Run], and other: StoredValue? = nil
  ) throws -> StoredValue? {
    var greatest = other
    for run in runs {
      let entity = try mapping().requireEntity(run.entity)
      let table = entity.table
      let sql =
        "SELECT max(\(DDL.quoted(column))\(entity.collation(of: column))) FROM (SELECT \(DDL.quoted(column)) FROM \(DDL.quoted(table.name)) "
        + "WHERE \(table.rowIDName) BETWEEN ?1 AND ?2 UNION ALL SELECT ?3)"
      let values = [.integer(run.first), .integer(run.last), greatest ?? .null] as [StoredValue]
      if let value = try rows(sql, values).first?.values.first, value != .null { greatest = value }
    }
    return greatest
  }

  /// The records whose columns have these values, in the order of their rowids. Decimals are compared by value, except in
  /// keys.
  package func records<R: Record>(
    _ type: R.Type, having columns: [(name: String, value: StoredValue)], limit: Int = .max
  ) throws -> [R] {
    let entity = try mapping().requireEntity(R.entityName)
    var conditions = columns.map { name, _ in
      let isKey = entity.table.layout.key.contains(name)
      return "\(DDL.quoted(name)) IS ?\(isKey ? "" : entity.collation(of: name))"
    }
    if let condition = entity.familyCondition { conditions.append(condition) }
    let sql =
      "SELECT \(R.columnNames.isEmpty ? "NULL" : DDL.list(R.columnNames)) FROM \(DDL.quoted(entity.table.name)) "
      + (conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND ")) ")
      + "ORDER BY \(entity.table.rowIDName) LIMIT ?"
    return try records(type, sql, columns.map(\.value) + [.integer(Int64(clamping: limit))])
  }

  /// The items of a record's to-many relationship, in their order.
  package func records<R: Record>(
    _ type: R.Type, relatedTo parent: String, key: [StoredValue], by relationship: String, limit: Int = .max
  ) throws -> [R] {
    let select = try QueryCompiler.items(
      R.columnNames, of: relationship, source: parent, keys: [StoredKey(key)], .always, mapping: mapping())
    var records: [R] = []
    try connection().withCached(select.sql) { statement in
      statement.bind(select.values)
      let row = Row(statement: statement.handle, entity: R.entityName)
      while records.count < limit, try statement.step() { records.append(try R(row: row)) }
    }
    return records
  }
}

extension ReadTransaction {
  /// The records with these keys, each with its key, in any order.
  package func records<R: Record>(
    _ type: R.Type, withKeys keys: [[StoredValue]]
  ) throws -> [(key: [StoredValue], record: R)] {
    var query = QueryNode(entity: R.entityName)
    query.condition = .keyIsIn(keys)
    let columns = try mapping().requireEntity(R.entityName).table.layout.key
    let indices = columns.compactMap { R.columnNames.firstIndex(of: $0) }
    return try fetch(Query<R>(query)).map { record in
      let values = record.storedValues
      return (indices.map { values[$0] }, record)
    }
  }
}
