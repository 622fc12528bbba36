import RowsmithSchema

/// One export: rows of one entity, in order, in one read transaction.
struct ExportSession {
  /// Which rows.
  enum Rows {
    case all
    /// The rows with these keys, in this order.
    case keys([[StoredValue]])
    /// The rows of a statement whose columns are the table's.
    case query(CompiledQuery)

    var isAll: Bool { if case .all = self { true } else { false } }
    /// Whether the caller may have named a record twice.
    var mayRepeat: Bool { if case .keys = self { true } else { false } }
  }

  let mapping: Mapping
  let connection: Connection
  let options: ExportOptions

  func run(_ name: String, _ rows: Rows, output: JSONOutput) throws -> ExportReport {
    try run(name, rows, try shapeBuilder(), output: output)
  }

  /// The builder of the shapes of one export.
  func shapeBuilder() throws -> ExportShapeBuilder {
    ExportShapeBuilder(
      mapping: mapping, connection: connection, options: options,
      impliedKeys: try ImpliedKeys.all(in: connection))
  }

  func run(_ name: String, _ rows: Rows, _ builder: ExportShapeBuilder, output: JSONOutput) throws
    -> ExportReport
  {
    let entity = try mapping.exportedEntity(name)
    let family = try builder.family(entity, at: .init(tree: ExportTree(options)))
    var report = ExportReport()
    let writer = try RootWriter(
      entity: entity, family: family, options: options, output: output, graph: mapping.graph,
      dateLoss: builder.dateLoss)
    writer.notes.forEach(builder.note)
    if options.condition != nil, !rows.isAll {
      throw ExportError(
        .badCondition,
        "a condition applies to all records of an entity; it cannot be used with keys or a query")
    }
    if writer.needsCheck || rows.mayRepeat && writer.isMap {
      var seen: Set<[UInt8]> = []
      try forEachRow(rows, of: entity) { try writer.check($0, &seen) }
    }
    writer.begin()
    try forEachRow(rows, of: entity) { try writer.write($0) }
    try writer.end()
    builder.lateNotes.forEach(builder.note)
    report.records = writer.count
    report.bytes = output.written
    report.notes = builder.notes
    return report
  }

  private func forEachRow(_ rows: Rows, of entity: EntityMapping, _ body: (Row) throws -> Void) throws {
    switch rows {
    case .all: try forEachRow(of: entity) { try body(Row($0, of: entity)) }
    case .keys(let keys): try forEachRow(of: entity, keys) { try body(Row($0, of: entity)) }
    case .query(let query): try forEachRow(of: query) { try body(Row($0, of: entity)) }
    }
  }

  private func select(_ table: TableMapping, from source: String? = nil) -> String {
    // An entity may have no columns.
    let columns = table.columnCount == 0 ? "NULL" : DDL.list(table.layout.columns.map(\.name))
    return "SELECT \(columns) FROM \(source ?? DDL.quoted(table.name))"
  }

  /// The table as a condition sees it: decimals, which are text, are compared by value. A key is not, as the records are in
  /// its order.
  private func conditionSource(_ table: TableMapping) -> String {
    let name = DDL.quoted(table.name)
    let decimals = table.layout.columns.compactMap { column -> String? in
      guard case .attribute(let entity, let attribute) = column.source,
        !table.layout.key.contains(column.name)
      else { return nil }
      let collation = mapping.entity(entity)?.collation(of: attribute) ?? ""
      return collation.isEmpty ? nil : "\(DDL.quoted(column.name))\(collation) AS \(DDL.quoted(column.name))"
    }
    if decimals.isEmpty { return name }
    let identifiers = table.layout.freeRowIDNames.map { "\(DDL.quoted($0)) AS \(DDL.quoted($0))" }
    // Of two columns with one name, SQLite takes the first. The others are those of the table, also what a program has added.
    return "(SELECT \((decimals + identifiers).joined(separator: ", ")), * FROM \(name)) AS \(name)"
  }

  private func forEachRow(of entity: EntityMapping, _ body: (Statement) throws -> Void) throws {
    let table = entity.table
    let sql: String
    let condition = try options.condition.map(ExportCondition.init)
    if let condition {
      let select = select(table, from: conditionSource(table))
      sql = try condition.sql(select, on: connection) + (entity.familyCondition.map { " AND \($0)" } ?? "")
    } else {
      sql = select(table) + (entity.familyCondition.map { " WHERE \($0)" } ?? "")
    }
    let order = table.layout.key.isEmpty ? [table.rowIDName] : table.layout.key
    let statement = try connection.prepare("\(sql) ORDER BY \(DDL.list(order))")
    while try condition?.step(statement) ?? statement.step() { try body(statement) }
  }

  private func forEachRow(of query: CompiledQuery, _ body: (Statement) throws -> Void) throws {
    let statement = try connection.prepare(query.sql)
    statement.bind(query.values)
    while try statement.step() { try body(statement) }
  }

  /// Calls `body` with the rows in the order of the keys. Looks all of them up before the first is written.
  private func forEachRow(
    of entity: EntityMapping, _ keys: [[StoredValue]], _ body: (Statement) throws -> Void
  ) throws {
    let table = entity.table
    if table.layout.key.isEmpty {
      throw ExportError(.unknownKey, "\(entity.name) has no key; export all of it")
    }
    let condition = [table.keyCondition(), entity.familyCondition].compactMap { $0 }.joined(
      separator: " AND ")
    let statement = try connection.prepare("\(select(table)) WHERE \(condition)")
    func find(_ key: [StoredValue]) throws -> Bool {
      statement.reset()
      for (index, value) in key.enumerated() { statement.bind(value, at: index + 1) }
      return try statement.step()
    }
    for key in keys where key.count != table.layout.key.count {
      throw ExportError(
        .unknownKey,
        "a key of \(entity.name) has the parts \(table.layout.key.joined(separator: ", ")), found "
          + "\(key.count == 1 ? "1 value" : "\(key.count) values"): \(key.map(DDL.literal).joined(separator: ", "))"
      )
    }
    for key in keys where try !find(key) {
      throw ExportError(
        .unknownKey, "there is no \(entity.name) with the key \(key.map(DDL.literal).joined(separator: ", "))"
      )
    }
    for key in keys where try find(key) { try body(statement) }
  }
}

extension Mapping {
  /// The entity with a name.
  func exportedEntity(_ name: String) throws -> EntityMapping {
    if let entity = entity(name) { return entity }
    let known = entities.map(\.name).sorted().joined(separator: ", ")
    throw ExportError(.unknownTarget, "the model has no entity '\(name)'; it has \(known)")
  }
}
