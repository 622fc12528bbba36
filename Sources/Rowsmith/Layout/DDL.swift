import RowsmithSchema

/// The SQL that creates a layout.
package enum DDL {
  /// One statement per table, index and search trigger, in executable order, without semicolons.
  package static func statements(for layout: Layout) -> [String] {
    var statements: [String] = []
    for table in layout.tables {
      statements.append(create(table))
      statements += table.indexes.map { create($0, on: table.name) }
    }
    for link in layout.linkTables {
      statements.append(create(link, layout: layout))
      statements.append(create(link.targetIndex, on: link.name))
    }
    for search in layout.searchTables {
      statements.append(search.create)
      statements += search.triggers.map(\.sql)
    }
    return statements
  }

  /// The name as a quoted SQL identifier.
  package static func quoted(_ name: String) -> String {
    "\"\(name.replacing(scalar: "\"", with: "\"\""))\""
  }

  /// The names as a comma-separated list of SQL identifiers.
  package static func list(_ names: [String]) -> String { names.map(quoted).joined(separator: ", ") }

  /// The conditions joined by an operator, as a balanced tree: SQLite limits the depth of an expression to 1 000, and
  /// `a OR b OR c` is as deep as it is long.
  package static func joined(_ conditions: some RandomAccessCollection<String>, _ separator: String) -> String
  {
    guard conditions.count > 100 else { return "(\(conditions.joined(separator: separator)))" }
    let half = conditions.count / 2
    return
      "(\(joined(conditions.prefix(half), separator))\(separator)\(joined(conditions.dropFirst(half), separator)))"
  }

  /// The value as an SQL literal.
  package static func literal(_ value: StoredValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): "'\(text.replacing(scalar: "'", with: "''"))'"
    case .blob(let bytes):
      "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    }
  }

  /// The statement that creates a table, under another name if given.
  static func create(_ table: Layout.Table, named name: String? = nil) -> String {
    var lines = table.columns.map { column in
      define(column, isKey: table.key == [column.name])
    }
    lines += table.computed
    if table.key.count > 1 { lines.append("PRIMARY KEY (\(list(table.key)))") }
    lines += table.references.map { reference in
      foreignKey(reference.columns, table: reference.table, key: reference.key)
    }
    // SQLite requires at least one column; an entity may have none.
    if lines.isEmpty { lines = ["\"_rowsmith_id\" INTEGER PRIMARY KEY NOT NULL"] }
    return "CREATE TABLE \(quoted(name ?? table.name)) (\n  \(lines.joined(separator: ",\n  "))\n)"
  }

  /// The statement that creates a link table, under another name if given.
  static func create(_ link: Layout.LinkTable, layout: Layout, named name: String? = nil) -> String {
    var lines = (link.sourceColumns + link.targetColumns).map { define($0, isKey: false) }
    lines.append("\"position\" INTEGER")
    if link.isInverseOrdered { lines.append("\"source_position\" INTEGER") }
    let source = link.sourceColumns.map(\.name)
    let target = link.targetColumns.map(\.name)
    lines.append("PRIMARY KEY (\(list(source + target)))")
    for (columns, entity) in [(source, link.sourceEntity), (target, link.targetEntity)] {
      guard let table = layout.table(holding: entity) else { continue }
      lines.append(foreignKey(columns, table: table.name, key: table.key))
    }
    let body = lines.joined(separator: ",\n  ")
    return "CREATE TABLE \(quoted(name ?? link.name)) (\n  \(body)\n) WITHOUT ROWID"
  }

  /// The definition of a column in a CREATE TABLE or ALTER TABLE.
  static func define(_ column: Layout.Column, isKey: Bool) -> String {
    var sql = "\(quoted(column.name)) \(column.type.rawValue)"
    if isKey { sql += " PRIMARY KEY" }
    if column.isRequired { sql += " NOT NULL" }
    if let value = column.defaultValue { sql += " DEFAULT \(literal(value))" }
    return sql
  }

  /// Deferred, and not enforced unless a program turns enforcement on: a foreign key may arrive before its row.
  private static func foreignKey(_ columns: [String], table: String, key: [String]) -> String {
    "FOREIGN KEY (\(list(columns))) REFERENCES \(quoted(table)) (\(list(key))) DEFERRABLE INITIALLY DEFERRED"
  }

  /// The statement that creates an index.
  static func create(_ index: Layout.Index, on table: String) -> String {
    "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(quoted(index.name)) ON \(quoted(table)) (\(list(index.columns)))"
  }
}
