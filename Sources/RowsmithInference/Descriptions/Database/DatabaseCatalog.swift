/// The content of a database: its tables with their columns, keys and indexes, and everything else.
struct DatabaseCatalog {
  var tables: [DatabaseTable] = []
  /// Objects that a model does not have, with their kind: views, triggers, virtual tables.
  var others: [DraftNote] = []
  /// Whether Rowsmith made the database.
  var isOwn = false

  /// Tables that tools use for their own records.
  private static let bookkeeping: Set<String> = [
    "schema_migrations", "ar_internal_metadata", "django_migrations", "alembic_version", "android_metadata",
    "room_master_table", "grdb_migrations", "flyway_schema_history", "knex_migrations",
    "knex_migrations_lock",
    "__efmigrationshistory", "migrations", "z_primarykey", "z_metadata", "z_modelcache",
  ]

  init(_ database: ForeignDatabase) throws(DescriptionError) {
    let objects = try database.rows("SELECT type, name, sql FROM sqlite_schema ORDER BY rowid")
    let names = objects.compactMap { $0[0].text == "table" ? $0[1].text?.lowercased() : nil }
    isOwn = names.contains("_rowsmith_meta")
    let kinds = (try? database.rows("PRAGMA main.table_list")) ?? []
    let shadows = Set(kinds.filter { $0.count > 2 && $0[2].text == "shadow" }.compactMap { $0[1].text })
    if names.contains("z_metadata") {
      others.append(
        DraftNote("Z_METADATA", "Core Data made this database; its model (.xcdatamodeld) has more details"))
    }
    for object in objects {
      guard let type = object[0].text, let name = object[1].text, !name.lowercased().hasPrefix("sqlite_")
      else { continue }
      let sql = object[2].text ?? ""
      switch type {
      case "table" where sql.uppercased().hasPrefix("CREATE VIRTUAL"):
        let module = sql.firstMatch(of: /(?i)\bUSING\s+(\w+)/).map { String($0.output.1) } ?? "a module"
        others.append(DraftNote(name, "a virtual table (\(module)); left out"))
      case "table" where shadows.contains(name) || name.lowercased().hasPrefix("_rowsmith"): continue
      case "table" where Self.bookkeeping.contains(name.lowercased()):
        others.append(DraftNote(name, "a table of a tool, not of the data; left out"))
      case "table": tables.append(try Self.table(name, sql, database))
      case "view": others.append(DraftNote(name, "a view; write it as a query of the app"))
      case "trigger": others.append(DraftNote(name, "a trigger; what it does is not carried over"))
      default: continue
      }
    }
  }

  private static func table(
    _ name: String, _ sql: String, _ database: ForeignDatabase
  ) throws(DescriptionError) -> DatabaseTable {
    var table = DatabaseTable(name: name, sql: sql)
    let quoted = ForeignDatabase.quoted(name)
    for row in try database.rows("PRAGMA main.table_xinfo(\(quoted))") {
      let hidden = row[6].integer ?? 0
      guard let name = row[1].text, hidden != 1 else { continue }
      table.columns.append(
        DatabaseTable.Column(
          name: name, declared: (row[2].text ?? "").uppercased(), isRequired: row[3].integer == 1,
          defaultValue: row[4].text, keyPlace: Int(row[5].integer ?? 0), isGenerated: hidden > 1))
    }
    var references: [Int64: DatabaseTable.Reference] = [:]
    for row in try database.rows("PRAGMA main.foreign_key_list(\(quoted))") {
      guard let id = row[0].integer, let target = row[2].text, let from = row[3].text else { continue }
      var reference = references[id] ?? DatabaseTable.Reference(table: target, from: [], to: [], onDelete: "")
      reference.from.append(from)
      if let to = row[4].text { reference.to.append(to) }
      reference.onDelete = row[6].text ?? ""
      references[id] = reference
    }
    // SQLite lists the last one first.
    table.references = references.sorted { $0.key > $1.key }.map(\.value)
    for row in try database.rows("PRAGMA main.index_list(\(quoted))") {
      guard let index = row[1].text, row[3].text != "pk" else { continue }
      let columns = try database.rows("PRAGMA main.index_info(\(ForeignDatabase.quoted(index)))").map {
        $0[2].text
      }
      table.indexes.append(
        DatabaseTable.Index(
          name: index, columns: columns, isUnique: row[2].integer == 1, isPartial: row[4].integer == 1))
    }
    table.indexes.sort { $0.name < $1.name }
    try sample(&table, database)
    if table.key.isEmpty { try compare(&table, database) }
    return table
  }

  /// The number of rows to compare.
  private static let comparedCount = 100_000

  /// Finds out whether `id`, `thing_id` and the like tell the rows of a table without a key apart.
  private static func compare(_ table: inout DatabaseTable, _ database: ForeignDatabase)
    throws(DescriptionError)
  {
    for index in table.columns.indices
    where table.columns[index].name.lowercased().hasSuffix("id") && !table.columns[index].isGenerated {
      let name = ForeignDatabase.quoted(table.columns[index].name)
      let rows = "SELECT \(name) FROM main.\(ForeignDatabase.quoted(table.name)) LIMIT \(comparedCount)"
      let counts = try database.rows(
        "SELECT count(*), count(\(name)), count(DISTINCT \(name)) FROM (\(rows))")
      table.columns[index].tellsRowsApart = counts.allSatisfy { $0[0] == $0[1] && $0[1] == $0[2] }
    }
  }

  /// The number of rows to read from each end of a table.
  private static let sampleCount = 300

  /// Reads some rows from the beginning and, if possible, from the end.
  private static func sample(_ table: inout DatabaseTable, _ database: ForeignDatabase)
    throws(DescriptionError)
  {
    let columns = table.columns.indices.filter { !table.columns[$0].isGenerated }
    if columns.isEmpty { return }
    // The beginning of a long value is enough.
    let list = columns.map { index in
      let name = ForeignDatabase.quoted(table.columns[index].name)
      return
        "iif(typeof(\(name)) = 'text', substr(\(name), 1, 4096), iif(typeof(\(name)) = 'blob', x'00', \(name)))"
    }.joined(separator: ", ")
    let from = "FROM main.\(ForeignDatabase.quoted(table.name))"
    var rows = try database.rows("SELECT \(list) \(from) LIMIT \(sampleCount)")
    if rows.count == sampleCount,
      let last = try? database.rows("SELECT \(list) \(from) ORDER BY rowid DESC LIMIT \(sampleCount)")
    {
      rows += last
    }
    for row in rows {
      for (place, index) in columns.enumerated() where row[place] != .null {
        table.columns[index].samples.append(row[place])
      }
    }
  }
}
