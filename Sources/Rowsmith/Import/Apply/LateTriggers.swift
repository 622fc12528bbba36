#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// Drops the triggers of tables that were empty while a large document fills them, and does their work at the end: one
/// statement over all rows takes a fraction of the time of a trigger for each row.
///
/// All inside the import's transaction, and only triggers listed in `_rowsmith_late_triggers`, with the statement for each.
final class LateTriggers {
  private struct Entry {
    var name: String
    var sql: String
    var statement: String
  }

  private let connection: Connection
  private let writers: [TableWriter]
  private let linkWriters: [LinkWriter]
  private var hasBegun = false
  /// The dropped triggers.
  private var leftOut: [Entry] = []
  /// The entries of `leftOut` that do not exist now.
  private var missing: [Entry] = []

  init(connection: Connection, writers: [TableWriter], linkWriters: [LinkWriter]) {
    self.connection = connection
    self.writers = writers
    self.linkWriters = linkWriters
  }

  /// Drops the triggers on the first call. No statement may be running.
  func begin() throws {
    if hasBegun { return }
    hasBegun = true
    guard
      try connection.integer(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_rowsmith_late_triggers'")
        != nil
    else { return }
    let tables =
      try writers.filter { try $0.wasEmpty() }.map(\.mapping.name)
      + linkWriters.filter { try $0.wasEmpty() }.map(\.mapping.name)
    for table in tables {
      for entry in try entries(of: table) {
        do {
          try connection.execute("DROP TRIGGER \(DDL.quoted(entry.name))")
        } catch let error as StoreError where error.code?.primary == .locked {
          // The app is reading rows during the import; the triggers then run for each row.
          return
        }
        leftOut.append(entry)
        missing.append(entry)
      }
    }
  }

  private func entries(of table: String) throws -> [Entry] {
    let statement = try connection.prepare(
      """
      SELECT t.name, m.sql, t.statement FROM _rowsmith_late_triggers AS t JOIN sqlite_master AS m
      ON m.type = 'trigger' AND m.name = t.name WHERE t.entity = ?1 ORDER BY t.name
      """)
    statement.bind(.text(table), at: 1)
    var entries: [Entry] = []
    while try statement.step() {
      guard let name = statement.text(at: 0), let sql = statement.text(at: 1),
        let text = statement.text(at: 2)
      else {
        continue
      }
      entries.append(Entry(name: name, sql: sql, statement: text))
    }
    return entries
  }

  /// Creates every missing trigger, and does its work for all rows.
  func finish() throws {
    for entry in missing {
      // It exists if creating it was not rolled back.
      let exists = try connection.integer(
        "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = ?1", [.text(entry.name)])
      if exists == nil {
        try connection.execute(entry.sql)
        try connection.execute(entry.statement)
      }
    }
    missing.removeAll()
  }

  /// Treats all dropped triggers as missing: creating them may have been rolled back.
  func forgetMade() { missing = leftOut }
}
