#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// Records which rows a transaction changes, and their old values. Triggers fill temporary tables of the writing connection.
///
/// The tables are part of the transaction, so a rollback also removes their entries, even the rollback of a savepoint or of a
/// failed statement. They are in a temporary file, not in memory. SQLite's update and preupdate hooks offer neither, and they
/// miss tables without a rowid or do not exist on every platform.
struct ChangeJournal {
  let connection: Connection
  let model: StoredModel
  let scope: JournalScope
  /// The tables in the order of the layout, then the link tables.
  let sources: [JournalSource]

  init(connection: Connection, model: StoredModel, scope: JournalScope) {
    self.connection = connection
    self.model = model
    self.scope = scope
    sources = JournalSource.all(model, scope)
  }

  /// The number of columns that hold keys.
  var keyWidth: Int { sources.map(\.identity.count).max() ?? 1 }
  var keyColumns: [String] { (0..<keyWidth).map { "k\($0)" } }
  var formerKeyColumns: [String] { (0..<keyWidth).map { "f\($0)" } }

  /// Starts recording. Called outside transactions.
  func begin() throws {
    try adaptToTriggers()
    let oldColumns = (0..<(sources.filter { $0.detail == .values }.map(\.columns.count).max() ?? 0)).map {
      "c\($0)"
    }
    try connection.snapshot {
      try connection.execute(
        """
        CREATE TEMP TABLE _rowsmith_changes (
          sequence INTEGER PRIMARY KEY, source INTEGER, change INTEGER, entity, origin INTEGER,
          \((keyColumns + formerKeyColumns).joined(separator: ", ")));
        CREATE TEMP TABLE _rowsmith_old_values (
          \((["sequence INTEGER PRIMARY KEY"] + oldColumns).joined(separator: ", ")));
        CREATE TEMP TABLE _rowsmith_rekeying (isRekeying INTEGER);
        """)
      for source in sources {
        for (name, definition) in source.triggers() {
          try connection.execute("CREATE TEMP TRIGGER _rowsmith_\(name)_\(source.index) AFTER \(definition)")
        }
      }
    }
  }

  /// Makes triggers fire for rows that REPLACE deletes. SQLite then also lets them fire themselves, which a trigger of the
  /// app that writes to its own table would do without end. So where the app has triggers, only its statements that may
  /// replace rows are run that way, unless a trigger may replace rows, too.
  ///
  /// Called again when there may be other triggers.
  func adaptToTriggers() throws {
    let triggers = try connection.prepare(
      """
      SELECT sql FROM (
        SELECT type, name, sql FROM main.sqlite_master UNION ALL SELECT type, name, sql FROM sqlite_temp_master)
      WHERE type = 'trigger' AND name NOT GLOB '_rowsmith_*'
      """)
    var (hasTriggers, mayReplace) = (false, false)
    while try triggers.step() {
      hasTriggers = true
      if ForeignSQL.mayReplaceRows(triggers.text(at: 0) ?? "") { mayReplace = true }
    }
    try connection.execute("PRAGMA recursive_triggers = \(hasTriggers && !mayReplace ? "OFF" : "ON")")
  }

  /// Stops recording. Called outside transactions.
  func end() throws {
    try connection.snapshot {
      for source in sources {
        for (name, _) in source.triggers() {
          try connection.execute("DROP TRIGGER temp._rowsmith_\(name)_\(source.index)")
        }
      }
      try connection.execute(
        """
        DROP TABLE temp._rowsmith_changes;
        DROP TABLE temp._rowsmith_old_values;
        DROP TABLE temp._rowsmith_rekeying;
        """)
    }
    // The tables are gone: whoever heard of a failure would end this again.
    connection.restore("PRAGMA recursive_triggers = OFF")
  }

  /// The number of the last entry; 0 if there is none.
  func lastSequence() throws -> Int64 {
    try connection.integer("SELECT max(sequence) FROM temp._rowsmith_changes") ?? 0
  }

  /// Whether an entry belongs to one of these entities, or to a link from or to them.
  func hasEntries(of entities: Set<String>?) throws -> Bool {
    guard let entities else {
      return try connection.integer("SELECT 1 FROM temp._rowsmith_changes LIMIT 1") != nil
    }
    let wanted = JournalScope(
      .init(tables: false, rows: false, values: false), participants: [entities], model: model
    ).all
    let indices = wanted.indices.filter { wanted[$0] != .nothing }.map(String.init)
    return try connection.integer(
      "SELECT 1 FROM temp._rowsmith_changes WHERE source IN (\(indices.joined(separator: ", "))) LIMIT 1")
      != nil
  }

  /// Deletes all entries. Called inside the transaction, at its end.
  func clear() throws {
    try connection.run("DELETE FROM temp._rowsmith_changes")
    try connection.run("DELETE FROM temp._rowsmith_old_values")
  }
}
