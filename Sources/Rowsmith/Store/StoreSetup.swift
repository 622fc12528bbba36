import Foundation
import RowsmithSchema

/// Creates the tables of a model that are not there yet.
struct StoreSetup {
  let connection: Connection
  let schema: Schema
  let layout: Layout

  func run() throws {
    if try isNew() {
      try connection.transaction {
        // Another process may have been faster.
        if try isNew() { try create() }
        return ((), .commit)
      }
      // Only now: a database that is not ours is left as it is.
      try connection.run("PRAGMA journal_mode = WAL")
    }
    try check()
  }

  /// The same for a file that must have the tables already.
  func runOnExisting(_ path: String) throws {
    if try isNew() {
      throw StoreError(
        message: "'\(path)' holds no records of Rowsmith; import into it first, or name another file")
    }
    try check()
  }

  private func isNew() throws -> Bool {
    try connection.integer("SELECT 1 FROM sqlite_master WHERE name = '_rowsmith_meta'") == nil
  }

  /// What the database remembers of its model.
  private var statements: [String] { DDL.statements(for: layout) }
  private var fingerprint: String { statements.joined(separator: ";\n") }

  private func create() throws {
    try connection.execute(
      """
      CREATE TABLE _rowsmith_meta (key TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID;
      CREATE TABLE _rowsmith_pending (
        relationship TEXT NOT NULL, target NOT NULL, source NOT NULL, position INTEGER,
        PRIMARY KEY (relationship, target)) WITHOUT ROWID;
      CREATE INDEX _rowsmith_pending_source ON _rowsmith_pending (relationship, source);
      CREATE TABLE _rowsmith_unresolved (
        reference TEXT NOT NULL, key NOT NULL, PRIMARY KEY (reference, key)) WITHOUT ROWID;
      """)
    for table in layout.tables.map(\.name) + layout.linkTables.map(\.name) {
      let exists = try connection.integer(
        "SELECT 1 FROM sqlite_master WHERE lower(name) = lower(?1)", [.text(table)])
      if exists != nil {
        throw StoreError(
          message: "the database has a table '\(table)' that Rowsmith did not make; use another file")
      }
    }
    for statement in statements { try connection.execute(statement) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try connection.run(
      "INSERT INTO _rowsmith_meta VALUES ('layout', ?1), ('schema', ?2), ('version', 1)",
      [.text(fingerprint), .text(String(decoding: try encoder.encode(schema), as: UTF8.self))])
  }

  private func check() throws {
    let statement = try connection.prepare("SELECT value FROM _rowsmith_meta WHERE key = 'layout'")
    guard try statement.step(), statement.text(at: 0) != fingerprint else { return }
    throw StoreError(
      .modelChanged,
      "the database was made by another version of the model '\(schema.name)': its tables differ; "
        + "import into a new file")
  }
}
