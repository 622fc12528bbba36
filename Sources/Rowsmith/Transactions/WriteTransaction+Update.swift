import RowsmithSchema

extension WriteTransaction {
  /// Sets columns of all records of a query. Writes only records that differ.
  ///
  /// ```swift
  /// try db.update(Album.filter { $0.label == "Virgin" }) { [$0.label.set("EMI")] }
  /// ```
  ///
  /// A value may depend on what the record held before: see ``Assignment``. Of two values for a column the last one counts.
  ///
  /// - Returns: the number of records that were written.
  /// - Throws: ``StoreError`` with ``StoreError/Reason/misuse`` for a column of the key, which cannot be changed, or of another
  ///   record, and if a value of several parts would lack one that it requires; otherwise as ``upsert(_:)`` does. Nothing is
  ///   written then.
  @discardableResult
  public func update<R: Record>(
    _ query: Query<R>, _ assignments: (R.Columns.Type) throws -> [Assignment<R>]
  ) throws -> Int {
    let writer = try writer()
    let entity = try writer.entity(R.entityName)
    let change = try Change(assignments(R.Columns.self), of: entity, writer.mapping.graph)
    guard !change.slots.isEmpty else { return 0 }
    return try atomically(writer, entity: entity.name) {
      for group in entity.groups where group.slots.contains(where: change.slots.contains) {
        try requireParts(of: group, query.node, change, writer)
      }
      return try change.isPlain
        ? updateRows(query.node, change, writer) : applyToRows(query.node, change, writer)
    }
  }

  /// The new values, by slot.
  private struct Change {
    let entity: EntityMapping
    var slots: [Int] = []
    var values: [NewValue] = []
    /// Whether no unique index and no link contains one of the columns.
    var isPlain = true

    init<R: Record>(
      _ assignments: [Assignment<R>], of entity: EntityMapping, _ graph: SchemaGraph
    ) throws {
      self.entity = entity
      for column in assignments.map(\.column) where !column.path.isEmpty {
        let owner = column.path.last?.target ?? ""
        throw StoreError(
          .misuse,
          "'\(owner).\(column.names.joined(separator: ", "))' is a column of the record that "
            + "'\(entity.name)' leads to; update the records of '\(owner)'", entity: entity.name)
      }
      for (name, value) in assignments.flatMap({ zip($0.column.names, $0.values) }) {
        guard let slot = entity.table.slots[name] else {
          throw StoreError(.unknownEntity, "'\(entity.name)' has no column '\(name)'", entity: entity.name)
        }
        if entity.table.keySlots.contains(slot) {
          throw StoreError(
            .misuse,
            "'\(entity.name).\(name)' is part of the key, which cannot be changed; "
              + "insert another record and delete this one", entity: entity.name)
        }
        if slot == entity.entityNameSlot {
          throw StoreError(
            .misuse,
            "which entity a record of '\(entity.name)' is cannot be changed; "
              + "insert another record and delete this one", entity: entity.name)
        }
        if case .value(let value) = value, entity.isListOfNumbers(slot) {
          try entity.requireNumbers(value, in: slot, graph)
        }
        if case .value(let value) = value, value.isNothing, entity.isRequiredNumber(slot) {
          throw entity.noNumber(name)
        }
        if let known = slots.firstIndex(of: slot) {
          values[known] = value
          continue
        }
        slots.append(slot)
        values.append(value)
        let isUnique = entity.table.layout.indexes.contains { $0.isUnique && $0.columns.contains(name) }
        let isLink = entity.table.references.contains { $0.slots.contains(slot) }
        if isUnique || isLink { isPlain = false }
      }
      // In a table with several entities, none of its columns can be NOT NULL.
      for choice in entity.choices where choice.isRequired && isEmptied(choice) {
        throw StoreError(
          .misuse,
          "'\(choice.first.modelName)' must lead to a record; set it to another one, or delete what leads nowhere",
          entity: entity.name)
      }
    }

    /// Whether a link to one of several entities would lead to none.
    private func isEmptied(_ choice: ChoiceMapping) -> Bool {
      choice.slots.allSatisfy { slot in
        guard let index = slots.firstIndex(of: slot), case .value(let value) = values[index] else {
          return false
        }
        return value.isNothing
      }
    }

    /// The new values as SQL. A decimal number that equals the old one stays as it is spelled.
    func sql(_ alias: String, _ compiler: inout QueryCompiler) throws -> [String] {
      try slots.indices.map { try sql(at: $0, alias, &compiler) }
    }

    /// One of them.
    func sql(at index: Int, _ alias: String, _ compiler: inout QueryCompiler) throws -> String {
      let column = entity.table.layout.columns[slots[index]].name
      let name = DDL.quoted(column)
      let new = try values[index].sql(of: name, alias, &compiler)
      let collation = entity.collation(of: column)
      if collation.isEmpty { return new }
      let old = "\(alias).\(name)"
      return "CASE WHEN \(old)\(collation) IS \(new) THEN \(old) ELSE \(new) END"
    }
  }

  /// Throws if a value of several columns would have a part in a record without all that it requires: it could not be read
  /// again.
  private func requireParts(
    of group: GroupMapping, _ query: QueryNode, _ change: Change, _ writer: ModelWriter
  ) throws {
    let required = group.requiredSlots
    let columns = change.entity.table.layout.columns
    // What is never NULL, SQLite checks itself.
    if required.allSatisfy({ columns[$0].isRequired }) { return }
    var compiler = try QueryCompiler(mapping: mapping())
    let rows = try compiler.select(query, isOrdered: false) { compiler, alias in
      try group.slots.map { slot in
        let old = "\(alias).\(DDL.quoted(columns[slot].name))"
        let new = try change.slots.firstIndex(of: slot).map { try change.sql(at: $0, alias, &compiler) }
        return "\(new ?? old) AS v\(slot)"
      }.joined(separator: ", ")
    }
    let lacks = required.map { "v\($0) IS NULL" }.joined(separator: " OR ")
    let has = group.slots.map { "v\($0) IS NOT NULL" }.joined(separator: " OR ")
    let found = try writer.connection.integer(
      "SELECT 1 FROM (\(rows)) WHERE (\(lacks)) AND (\(has)) LIMIT 1", compiler.values)
    if found == nil { return }
    throw StoreError(
      .misuse,
      "'\(change.entity.name).\(group.path)' would lack a part that it requires; set the whole value, or update only "
        + "records that have one", entity: change.entity.name)
  }

  /// Updates all rows with one statement. All new values are there before the first row changes, of the query's rows alone.
  private func updateRows(_ query: QueryNode, _ change: Change, _ writer: ModelWriter) throws -> Int {
    let table = change.entity.table
    let names = change.slots.map { DDL.quoted(table.layout.columns[$0].name) }
    var compiler = try QueryCompiler(mapping: mapping())
    let rows = try compiler.select(query, isOrdered: false) { compiler, alias in
      let values = try change.sql(alias, &compiler)
      let results = values.enumerated().map { "\($1) AS v\($0)" }
      return (["\(alias).\(table.rowIDName) AS r"] + results).joined(separator: ", ")
    }
    let alias = compiler.makeAlias()
    let assignments = names.enumerated().map { "\($1) = new.v\($0)" }.joined(separator: ", ")
    let differences = names.enumerated().map { "\(alias).\($1) IS NOT new.v\($0)" }.joined(separator: " OR ")
    let sql =
      "WITH _rowsmith_new AS MATERIALIZED (\(rows)) UPDATE \(DDL.quoted(table.name)) AS \(alias) SET \(assignments) "
      + "FROM _rowsmith_new AS new WHERE \(alias).\(table.rowIDName) = new.r AND (\(differences))"
    return try writer.connection.run(sql, compiler.values)
  }

  /// Writes row by row, because other ends of links change, too. Unique values are checked after the last row.
  private func applyToRows(_ query: QueryNode, _ change: Change, _ writer: ModelWriter) throws -> Int {
    let table = change.entity.table
    guard !table.keySlots.isEmpty else {
      throw StoreError(
        .misuse, "'\(change.entity.name)' has no key; its links and unique columns cannot be updated",
        entity: change.entity.name)
    }
    var compiler = try QueryCompiler(mapping: mapping())
    let select = try compiler.select(query) { compiler, alias in
      let values = try change.sql(alias, &compiler)
      return (table.layout.key.map { "\(alias).\(DDL.quoted($0))" } + values).joined(separator: ", ")
    }
    let keyCount = table.keySlots.count
    let rows = try writer.connection.withCached(select) { statement in
      statement.bind(compiler.values)
      var rows: [[StoredValue]] = []
      while try statement.step() {
        rows.append((0..<keyCount + change.slots.count).map { statement.value(at: $0) })
      }
      return rows
    }
    let before = writer.totals(of: change.entity).updated
    for row in rows {
      try writer.apply(
        key: Array(row[..<keyCount]), change.slots, Array(row[keyCount...]), of: change.entity)
    }
    return writer.totals(of: change.entity).updated - before
  }
}

extension NewValue {
  /// The value as SQL, for a row of the table with the alias.
  fileprivate func sql(of column: String, _ alias: String, _ compiler: inout QueryCompiler) throws -> String {
    switch self {
    case .value(let value): compiler.bind(value)
    case .column(let term): try compiler.firstColumn(term, alias)
    case .sum(let number): "rowsmith_sum(\(alias).\(column), \(compiler.bind(number)))"
    }
  }
}
