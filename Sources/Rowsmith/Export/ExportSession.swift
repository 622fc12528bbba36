import RowsmithSchema

/// One export: the rows of one entity, one after another, in one read transaction.
struct ExportSession {
  let plan: ImportPlan
  let connection: Connection
  let options: ExportOptions

  func run(_ name: String, keys: [[StoredValue]]?, output: JSONOutput) throws -> ExportReport {
    guard let entity = plan.entity(name) else {
      let known = plan.entities.map(\.name).sorted().joined(separator: ", ")
      throw ExportError(.unknownTarget, "the model has no entity '\(name)'; it has \(known)")
    }
    let builder = ExportShapeBuilder(plan: plan, connection: connection)
    let family = try builder.family(entity, embedding: EmbedTree(options.embedded))
    var report = ExportReport()
    let writer = try RootWriter(entity: entity, family: family, options: options, output: output)
    writer.notes.forEach(builder.note)
    writer.begin()
    if let keys {
      try forEachRow(of: entity, keys) { try writer.write($0) }
    } else {
      try forEachRow(of: entity) { try writer.write($0) }
    }
    try writer.end()
    report.records = writer.count
    report.bytes = output.written
    report.notes = builder.notes
    return report
  }

  private func select(_ table: TablePlan) -> String {
    "SELECT \(DDL.list(table.layout.columns.map(\.name))) FROM \(DDL.quoted(table.name))"
  }

  private func forEachRow(of entity: EntityPlan, _ body: (Statement) throws -> Void) throws {
    let table = entity.table
    let condition = entity.familyCondition.map { " WHERE \($0)" } ?? ""
    let order = table.layout.key.isEmpty ? [table.rowIDName] : table.layout.key
    // An entity may have no column at all.
    let select = table.columnCount == 0 ? "SELECT NULL FROM \(DDL.quoted(table.name))" : select(table)
    let statement = try connection.prepare("\(select)\(condition) ORDER BY \(DDL.list(order))")
    while try statement.step() { try body(statement) }
  }

  /// The rows in the order of the keys. All are looked for before the first is written.
  private func forEachRow(
    of entity: EntityPlan, _ keys: [[StoredValue]], _ body: (Statement) throws -> Void
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
    for key in keys where try !find(key) {
      throw ExportError(
        .unknownKey, "there is no \(entity.name) with the key \(key.map(DDL.literal).joined(separator: ", "))"
      )
    }
    for key in keys where try find(key) { try body(statement) }
  }
}
