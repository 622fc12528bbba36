import RowsmithSchema

// What other programs made in the database.
extension Migrator {
  /// Rows of an entity that the old model does not have, in tables that are replaced: no new table takes them.
  func strayRows() throws -> [MigrationPlan.Finding] {
    let dropped = Set(migration.droppedTables)
    return try old.tables.filter { $0.entities.count > 1 && dropped.contains($0.name) }.compactMap { table in
      let from =
        "FROM \(DDL.quoted(table.name)) WHERE \"entityName\" NOT IN (\(SQL.texts(table.entities)))"
      return try count(
        Migration.Check(
          subject: table.name, noun: "row", remark: " of an entity that the model does not have",
          count: "SELECT count(*) \(from)", examples: "SELECT \"entityName\" \(from) ORDER BY 1 LIMIT 3"))
    }
  }

  /// Values in columns that another program added to tables that are replaced.
  func strayValues() throws -> [MigrationPlan.Finding] {
    var findings: [MigrationPlan.Finding] = []
    let dropped = Set(migration.droppedTables)
    for table in tables where dropped.contains(table) {
      for name in try strayColumns(of: table) {
        let from = "FROM \(DDL.quoted(table))"
        // A computed column may need a function of another program: then each row may have a value.
        let known = try? connection.integer("SELECT count(\(DDL.quoted(name))) \(from)")
        guard let count = try known ?? connection.integer("SELECT count(*) \(from)"), count > 0 else {
          continue
        }
        findings.append(
          MigrationPlan.Finding(
            subject: "\(table).\(name)", count: Int(count),
            text: "\(count) value\(count == 1 ? "" : "s") in a column that Rowsmith did not make"))
      }
    }
    return findings
  }

  /// What stops the migration: objects with names that the model needs, or that cannot be kept. Writes nothing.
  func objectsInTheWay() throws -> [MigrationPlan.Finding] {
    let now = Layout(new)
    let unmanaged = try UnmanagedObjects(connection, old: old)
    let indexes = now.tables.flatMap { $0.indexes.map(\.name) } + now.linkTables.map(\.targetIndex.name)
    var found = unmanaged.findings(
      named: migration.rebuiltNames + migration.renamedTables.map(\.new), indexes: indexes,
      dropped: migration.droppedTables)
    var strays: [String: [String]] = [:]
    for column in migration.newColumns {
      let others = try strays[column.table] ?? strayColumns(of: column.table)
      strays[column.table] = others
      for stray in others where stray.lowercased() == column.name.lowercased() {
        found.append(.named("the column '\(column.table).\(stray)'", canBeRenamed: true))
      }
    }
    if !found.isEmpty { return found }
    let dropped = Set(migration.droppedTables)
    let columns = try tables.filter { !dropped.contains($0) }.flatMap { table in
      try strayColumns(of: table).map { (table: table, name: $0) }
    }
    if unmanaged.isEmpty, columns.isEmpty { return [] }
    return try MigrationRehearsal(migration, connection, old: old)
      .findings(indexes: unmanaged.indexes, columns: columns)
  }

  /// The names of the old tables.
  private var tables: [String] { old.tables.map(\.name) + old.linkTables.map(\.name) }

  /// The columns that another program added to an old table, computed ones included.
  private func strayColumns(of name: String) throws -> [String] {
    var own: [String] = []
    var computed: [String] = []
    if let table = old.table(of: name) {
      own = table.columns.map(\.name) + ["_rowsmith_id"]
      computed = table.computed
    } else if let link = old.linkTable(name) {
      own = (link.sourceColumns + link.targetColumns).map(\.name) + ["position"]
      if link.isInverseOrdered { own.append("source_position") }
    }
    let known = Set(own.map { $0.lowercased() })
    return try connection.columnNames(of: name, withComputed: true).filter { column in
      !known.contains(column.lowercased()) && !computed.contains { $0.hasPrefix("\(DDL.quoted(column)) AS ") }
    }
  }
}
