import RowsmithSchema

/// The tables that Rowsmith keeps in a database besides those of the model: the runtime's own, and registered ones.
struct InternalTables: Sendable {
  let tables: [InternalTable]

  init(registered: [InternalTable] = []) { tables = InternalTables.own + registered }

  /// Creates every table in a new database.
  func create(in connection: Connection) throws {
    for table in tables { try create(table, in: connection) }
  }

  /// Whether every table exists in its current version.
  ///
  /// - Throws: ``MigrationError`` if one is of a later version.
  func areCurrent(in connection: Connection) throws -> Bool {
    try areCurrent(in: connection, MetaValues(of: connection))
  }

  /// - Parameter meta: the database's `_rowsmith_meta`.
  func areCurrent(in connection: Connection, _ meta: MetaValues) throws -> Bool {
    let notes = try InternalTableNote.all(in: connection, meta, as: tables)
    var areCurrent = true
    for table in tables {
      let version = notes[table.name]?.version ?? unnoted(table)
      if version > table.version {
        throw MigrationError(
          .unknownVersion,
          "a later version of Rowsmith made the table '\(table.name)' of '\(connection.path)' (it has version "
            + "\(version), expected at most \(table.version)); use that version")
      }
      if version < table.version || notes[table.name].map({ $0 != InternalTableNote(table) }) == true {
        areCurrent = false
      }
    }
    return areCurrent
  }

  /// Creates missing tables and upgrades the others step by step, in the open transaction.
  func bringUpToDate(in connection: Connection) throws {
    let meta = try MetaValues(of: connection)
    if try areCurrent(in: connection, meta) { return }
    let notes = try InternalTableNote.all(in: connection, meta)
    for table in tables {
      let version = notes[table.name]?.version ?? unnoted(table)
      if version == 0 {
        try create(table, in: connection)
        continue
      }
      for step in table.versions.dropFirst(version) {
        for statement in step.upgrade { try connection.execute(statement) }
      }
      try note(table, in: connection)
    }
  }

  /// Deletes rows that have become worthless, even from tables that this process knows only by their notes.
  static func clear(_ occasion: InternalTable.Occasion, in connection: Connection) throws {
    var names = own.filter { $0.clearedBy.contains(occasion) }.map(\.name)
    let notes = try InternalTableNote.all(in: connection, MetaValues(of: connection))
    names += notes.filter { $0.value.clearedBy.contains(occasion) }.map(\.key).filter { !names.contains($0) }
      .sorted()
    for name in names { try connection.run("DELETE FROM main.\(DDL.quoted(name))") }
  }

  /// Drops views whose tables do not exist: SQLite renames no table while there is one.
  static func dropViewsWithoutTable(in connection: Connection) throws {
    let list = try connection.prepare(
      """
      SELECT name FROM main.sqlite_master AS o WHERE type = 'view' AND name GLOB '_rowsmith_*_view'
        AND NOT EXISTS (
          SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name || '_view' = o.name)
      """)
    var names: [String] = []
    while try list.step() { if let name = list.text(at: 0) { names.append(name) } }
    for name in names { try connection.execute("DROP VIEW main.\(DDL.quoted(name))") }
  }

  private func create(_ table: InternalTable, in connection: Connection) throws {
    // Earlier versions left the view without its table if a fetch failed in another program's database.
    try connection.execute("DROP VIEW IF EXISTS \(DDL.quoted("\(table.name)_view"))")
    for statement in table.versions.last?.create ?? [] { try connection.execute(statement) }
    try note(table, in: connection)
  }

  /// The version of a table that has no note in the database.
  private func unnoted(_ table: InternalTable) -> Int { InternalTables.unnoted.contains(table) ? 1 : 0 }

  private func note(_ table: InternalTable, in connection: Connection) throws {
    if table.version == unnoted(table) { return }
    try InternalTableNote(table).write(table.name, in: connection)
  }
}
