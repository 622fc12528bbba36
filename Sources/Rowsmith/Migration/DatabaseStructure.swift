import RowsmithSchema

/// The tables of a layout as SQLite reports them.
struct DatabaseStructure {
  struct Table: Equatable {
    var name: String
    /// Its columns, indices and references, one line each.
    var lines: [String]

    /// How many lines only one of two tables has, by their kinds. Their names may change in a migration, not these numbers.
    func differences(from other: Table) -> [Substring: Int] {
      let differing = Set(lines).symmetricDifference(other.lines)
      return Dictionary(grouping: differing) { line in line.prefix { $0 != " " } }.mapValues(\.count)
    }
  }

  /// The tables, in the order of the layout.
  let tables: [Table]

  /// Reads what the layout names and ignores the rest of the database.
  init(_ connection: Connection, layout: Layout) throws {
    var tables: [Table] = []
    for table in layout.tables {
      let columns = table.columns.isEmpty ? ["_rowsmith_id"] : table.columns.map(\.name)
      let indexes = table.indexes.map(\.name)
      tables.append(try DatabaseStructure.read(table.name, columns, indexes: indexes, connection))
    }
    for link in layout.linkTables {
      var columns = (link.sourceColumns + link.targetColumns).map(\.name) + ["position"]
      if link.isInverseOrdered { columns.append("source_position") }
      let indexes = [link.targetIndex.name]
      tables.append(try DatabaseStructure.read(link.name, columns, indexes: indexes, connection))
    }
    self.tables = tables
  }

  /// The structure of a new database.
  init(of layout: Layout) throws {
    let fresh = try Connection(path: ":memory:")
    for statement in DDL.statements(for: layout) { try fresh.execute(statement) }
    try self.init(fresh, layout: layout)
  }

  private static func read(
    _ table: String, _ columns: [String], indexes: [String], _ connection: Connection
  ) throws -> Table {
    var lines: [String] = []
    let known = Set(columns)
    // By name: a program that removed a column and added it again, or rebuilt the table, may have changed their order.
    lines += try rows(
      "SELECT name, type, \"notnull\", dflt_value, pk, hidden FROM pragma_table_xinfo(?1) ORDER BY name",
      table,
      connection
    ).filter { known.contains($0[0]) }.map { column in
      var column = column
      // A tool that rebuilt the table may spell its types differently.
      if let type = Layout.ColumnType(declared: column[1]) { column[1] = type.rawValue }
      return "column " + column.joined(separator: " ")
    }
    lines += try rows(
      "SELECT \"table\", \"from\", \"to\", seq FROM pragma_foreign_key_list(?1) ORDER BY \"table\", id, seq",
      table,
      connection
    ).map { "reference " + $0.joined(separator: " ") }.sorted()
    lines += try rows(
      "SELECT name, \"unique\", partial FROM pragma_index_list(?1) WHERE origin = 'c' ORDER BY name", table,
      connection
    ).filter { indexes.contains($0[0]) }.map { index in
      let columns = try rows("SELECT name FROM pragma_index_info(?1) ORDER BY seqno", index[0], connection)
      return "index " + (index + columns.map { $0[0] }).joined(separator: " ")
    }
    return Table(name: table, lines: lines)
  }

  private static func rows(_ sql: String, _ argument: String, _ connection: Connection) throws -> [[String]] {
    let statement = try connection.prepare(sql)
    statement.bind(.text(argument), at: 1)
    var rows: [[String]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.text(at: $0) ?? "NULL" })
    }
    return rows
  }
}
