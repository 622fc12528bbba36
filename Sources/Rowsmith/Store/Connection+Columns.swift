#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

extension Connection {
  /// Refuses a database in which another program has removed or altered a column of the model.
  ///
  /// Uses the schema that SQLite has already read, so it costs next to nothing. Columns that another program has added are
  /// ignored.
  ///
  /// - Parameter schema: what the layout is derived from.
  /// - Throws: ``StoreError`` for the first table or column that is missing or differs.
  func requireColumns(of layout: Layout, _ schema: Schema) throws {
    for table in layout.tables {
      try requireTable(table.name)
      for column in table.columns where try !has(column.name, column.type, in: table.name) {
        let remedy = ColumnDefinition(column).addition(to: table.name, schema)
        throw lacks(column.name, in: table.name, remedy: remedy)
      }
    }
    for link in layout.linkTables {
      try requireTable(link.name)
      var columns = (link.sourceColumns + link.targetColumns).map { ($0.name, $0.type) }
      columns.append(("position", .integer))
      if link.isInverseOrdered { columns.append(("source_position", .integer)) }
      for (name, type) in columns where try !has(name, type, in: link.name) {
        throw lacks(name, in: link.name, remedy: nil)
      }
    }
  }

  private func requireTable(_ name: String) throws {
    if !hasTable(name) { throw altered("it has no table '\(name)'", advice: "restore a backup") }
  }

  /// Whether the table or view exists, in the schema as SQLite has read it.
  func hasTable(_ name: String) -> Bool {
    sqlite3_table_column_metadata(handle, "main", name, nil, nil, nil, nil, nil, nil) == SQLITE_OK
  }

  /// Whether the column exists. Throws if it has another type.
  private func has(_ name: String, _ type: Layout.ColumnType, in table: String) throws -> Bool {
    var found: UnsafePointer<CChar>?
    let code = sqlite3_table_column_metadata(handle, "main", table, name, &found, nil, nil, nil, nil)
    if code != SQLITE_OK { return false }
    // A tool that rebuilds a table may spell its types differently.
    let text = found.map { String(cString: $0) } ?? ""
    if text == type.rawValue || Layout.ColumnType(declared: text) == type { return true }
    throw altered(
      "the column '\(name)' of the table '\(table)' has the type '\(text)', expected '\(type.rawValue)'",
      advice: "restore a backup")
  }

  private func lacks(_ column: String, in table: String, remedy: String?) -> StoreError {
    altered(
      "the table '\(table)' has no column '\(column)'",
      advice: remedy.map { "restore a backup, or add the column: \($0)" } ?? "restore a backup")
  }

  private func altered(_ finding: String, advice: String) -> StoreError {
    StoreError(
      .altered, "'\(path)' does not match its model: \(finding). Another program has altered it; \(advice)")
  }
}

extension Layout.ColumnType {
  /// The type whose values a column of the declared type stores unchanged, by SQLite's rules of type affinity.
  init?(declared text: String) {
    let text = text.uppercased()
    let holds = { (names: [String]) in names.contains { text.contains($0) } }
    if holds(["INT"]) {
      self = .integer
    } else if holds(["CHAR", "CLOB", "TEXT"]) {
      self = .text
    } else if text.isEmpty || holds(["BLOB"]) {
      self = .blob
    } else if holds(["REAL", "FLOA", "DOUB"]) {
      self = .real
    } else {
      return nil
    }
  }
}

/// The SQL that adds a missing column to a table.
private struct ColumnDefinition {
  let column: Layout.Column

  init(_ column: Layout.Column) { self.column = column }

  /// `nil` if SQLite would refuse the column: it is required and has no default.
  func addition(to table: String, _ schema: Schema) -> String? {
    if column.isRequired, column.defaultValue == nil { return nil }
    let addition = "ALTER TABLE \(DDL.quoted(table)) ADD COLUMN \(DDL.define(column, isKey: false))"
    guard column.defaultValue != nil, let entity = column.source.entity, entity != table else {
      return addition
    }
    // The default fills the rows of other entities, too.
    let entities = SQL.texts(SchemaGraph(schema).descendants(of: entity).map(\.name))
    return "\(addition); UPDATE \(DDL.quoted(table)) SET \(DDL.quoted(column.name)) = NULL "
      + "WHERE \"entityName\" NOT IN (\(entities))"
  }
}
