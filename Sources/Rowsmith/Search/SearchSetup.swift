import RowsmithSchema

/// Creates the full-text indexes of a model in a database, and the triggers that keep them current.
struct SearchSetup {
  let connection: Connection
  let layout: Layout

  private var tables: InternalTables { InternalTables(registered: [.lateTriggers]) }

  /// Throws if the model needs full-text search and SQLite was built without it.
  func requireModule() throws {
    guard let table = layout.searchTables.first else { return }
    if try connection.integer("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'") == nil {
      throw StoreError(
        .misuse,
        "the model has 'search' for '\(table.entity)', and this SQLite was built without FTS5; link one that has it, "
          + "or leave 'search' out")
    }
  }

  /// Whether the full-text indexes and triggers are those of the model. `true` for a model without search: removing a search is
  /// part of a migration.
  func isCurrent() throws -> Bool {
    if layout.searchTables.isEmpty { return true }
    let found = try Self.objects(in: connection)
    return try tables.areCurrent(in: connection)
      && layout.searchTables.allSatisfy { table in
        found[table.name] == table.create && table.triggers.allSatisfy { found[$0.name] == $0.sql }
      }
  }

  /// Creates what is missing, in the open transaction. Writes may have been missed without triggers, so an index with a missing
  /// trigger is rebuilt.
  func establish() throws {
    if layout.searchTables.isEmpty { return }
    try tables.bringUpToDate(in: connection)
    let found = try Self.objects(in: connection)
    for table in layout.searchTables {
      if found[table.name] == table.create, table.triggers.allSatisfy({ found[$0.name] == $0.sql }) {
        try register(table)
        continue
      }
      for trigger in table.triggers {
        try connection.execute("DROP TRIGGER IF EXISTS \(DDL.quoted(trigger.name))")
      }
      try connection.execute("DROP TABLE IF EXISTS \(DDL.quoted(table.name))")
      try connection.execute(table.create)
      try connection.execute(table.rebuild)
      for trigger in table.triggers { try connection.execute(trigger.sql) }
      try register(table)
    }
  }

  private func register(_ table: Layout.SearchTable) throws {
    for trigger in table.triggers {
      try connection.run(
        "INSERT OR REPLACE INTO _rowsmith_late_triggers (name, entity, statement) VALUES (?1, ?2, ?3)",
        [.text(trigger.name), .text(table.table), .text(trigger.late)])
    }
  }

  /// Drops the indexes and triggers before a change of the tables.
  ///
  /// - Parameter kept: the indexes that do not change, which stay.
  func removeAll(except kept: [Layout.SearchTable]) throws {
    let keptNames = Set(kept.flatMap { [$0.name] + $0.triggers.map(\.name) })
    let names = try Self.objects(in: connection).keys.filter { !keptNames.contains($0) }.sorted()
    if names.isEmpty { return }
    for name in names where name.hasPrefix(Layout.SearchTable.triggerPrefix) {
      try connection.execute("DROP TRIGGER \(DDL.quoted(name))")
      try connection.run("DELETE FROM _rowsmith_late_triggers WHERE name = ?1", [.text(name)])
    }
    for name in names where !name.hasPrefix(Layout.SearchTable.triggerPrefix) {
      try connection.execute("DROP TABLE \(DDL.quoted(name))")
    }
  }

  /// The full-text indexes and their triggers in the database: SQL by name.
  private static func objects(in connection: Connection) throws -> [String: String] {
    let list = try connection.prepare(
      """
      SELECT name, sql FROM main.sqlite_master
      WHERE type = 'trigger' AND name GLOB '\(Layout.SearchTable.triggerPrefix)*'
      OR type = 'table' AND name GLOB '_rowsmith_*_search' AND sql LIKE 'CREATE VIRTUAL TABLE%'
      """)
    var objects: [String: String] = [:]
    while try list.step() { objects[list.text(at: 0) ?? ""] = list.text(at: 1) ?? "" }
    return objects
  }
}
