import RowsmithSchema

/// Makes a database keep its history, if its model asks for one.
struct HistorySetup {
  let connection: Connection
  let schema: Schema
  let layout: Layout

  private var tables: InternalTables { InternalTables(registered: HistoryTables.all) }

  /// Whether the database matches the model. If the model asks for no history, there never was one: a change of the model is
  /// a migration.
  func isCurrent() throws -> Bool {
    if schema.history == nil { return true }
    return try tables.areCurrent(in: connection) && triggers() == wanted && !isEmpty()
  }

  /// Creates what is missing, in the open transaction. Writes made while triggers were missing are unknown, so all readers
  /// must start over.
  func establish() throws {
    if schema.history == nil { return try forget() }
    try tables.bringUpToDate(in: connection)
    let there = try triggers()
    if try isEmpty() {
      // If there are rows already, the history does not know how they came.
      let start = try hasRows() ? 1 : 0
      try connection.run(
        "INSERT INTO _rowsmith_history_state "
          + "VALUES (1, lower(hex(randomblob(4))), \(start), \(start), 0, \(Self.external))")
    } else if there != wanted {
      try connection.run(
        "UPDATE _rowsmith_history_state SET token = token + 1, gone = token + 1, open = 0, origin = \(Self.external)"
      )
      try connection.run("DELETE FROM _rowsmith_history")
    }
    try Self.removeTriggers(in: connection)
    for trigger in HistoryTriggers(layout: layout).all {
      try connection.execute(trigger.sql)
      try connection.run(
        "INSERT INTO _rowsmith_late_triggers (name, entity, statement) VALUES (?1, ?2, ?3)",
        [.text(trigger.name), .text(trigger.table), .text(trigger.late)])
    }
  }

  /// Deletes the history of a model that asked for one. One that begins later is another history.
  private func forget() throws {
    for table in ["_rowsmith_history", "_rowsmith_history_state"] where connection.hasTable(table) {
      try connection.run("DELETE FROM main.\(table)")
    }
  }

  /// Gives the history of a copy a name of its own. Where the copy takes the place of the database, its next tokens would
  /// otherwise be those that the database has given to other changes.
  static func rename(in connection: Connection) throws {
    if connection.hasTable("_rowsmith_history_state") {
      try connection.run("UPDATE main._rowsmith_history_state SET name = lower(hex(randomblob(4)))")
    }
  }

  /// Whether writes of other programs are noted: some programs drop triggers when they rebuild a table.
  static func hasAllTriggers(of layout: Layout, in connection: Connection) throws -> Bool {
    let there = try all(connection)
    return HistoryTriggers(layout: layout).all.allSatisfy { there[$0.name] != nil }
  }

  /// Drops all triggers, before tables change.
  static func removeTriggers(in connection: Connection) throws {
    for name in try all(connection).keys.sorted() {
      try connection.execute("DROP TRIGGER \(DDL.quoted(name))")
    }
    let late = "type = 'table' AND name = '_rowsmith_late_triggers'"
    if try connection.integer("SELECT 1 FROM main.sqlite_master WHERE \(late)") != nil {
      try connection.run("DELETE FROM _rowsmith_late_triggers WHERE name GLOB '\(HistoryTriggers.prefix)*'")
    }
  }

  /// The origin of changes whose author does not set one.
  static let external = DDL.literal(.text(ChangeOrigin.external.name))

  private var wanted: [String: String] {
    Dictionary(HistoryTriggers(layout: layout).all.map { ($0.name, $0.sql) }) { first, _ in first }
  }

  private func triggers() throws -> [String: String] { try Self.all(connection) }

  private static func all(_ connection: Connection) throws -> [String: String] {
    let list = try connection.prepare(
      "SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger' AND name GLOB '\(HistoryTriggers.prefix)*'"
    )
    var triggers: [String: String] = [:]
    while try list.step() { triggers[list.text(at: 0) ?? ""] = list.text(at: 1) ?? "" }
    return triggers
  }

  private func hasRows() throws -> Bool {
    try layout.tables.contains { table in
      try connection.integer("SELECT 1 FROM \(DDL.quoted(table.name)) LIMIT 1") != nil
    }
  }

  private func isEmpty() throws -> Bool {
    try connection.integer("SELECT 1 FROM _rowsmith_history_state") == nil
  }
}
