import RowsmithSchema

/// The work of a migration on empty copies of the tables, in memory: it shows which objects of other programs stop it.
struct MigrationRehearsal {
  private struct Definition {
    var name: String
    var sql: String
  }

  private enum Outcome {
    /// The tables were changed. What is listed cannot be kept.
    case finished([MigrationPlan.Finding])
    /// A statement failed.
    case failed(String)
    /// The tables cannot be made here, for instance as a column needs a function of another program. Nothing is judged.
    case unknown
  }

  private let migration: Migration
  private let connection: Connection
  private let old: Layout
  private var definitions: [Definition] = []

  /// Reads the definitions of everything in the database. `old` is the layout that Rowsmith made.
  init(_ migration: Migration, _ connection: Connection, old: Layout) throws {
    self.migration = migration
    self.connection = connection
    self.old = old
    let list = try connection.prepare(
      """
      SELECT type, name, sql FROM main.sqlite_master WHERE sql IS NOT NULL
      ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'index' THEN 1 WHEN 'view' THEN 2 ELSE 3 END, rowid
      """)
    while try list.step() {
      guard let type = list.text(at: 0), let name = list.text(at: 1), let sql = list.text(at: 2),
        !name.hasPrefix("sqlite_")
      else { continue }
      // Rowsmith's own triggers and full-text indexes are dropped before tables change, and so are views whose
      // tables are gone.
      let isRenewed = ["trigger", "view"].contains(type) || sql.hasPrefix("CREATE VIRTUAL TABLE")
      if name.hasPrefix("_rowsmith_"), isRenewed { continue }
      definitions.append(Definition(name: name, sql: sql))
    }
  }

  /// What stops the migration or cannot be kept.
  ///
  /// - Parameters:
  ///   - indexes: the indexes that other programs made on tables of the model.
  ///   - columns: the columns that they added to those tables.
  func findings(
    indexes: [String], columns: [(table: String, name: String)]
  ) throws -> [MigrationPlan.Finding] {
    switch try run() {
    case .finished(let unkept): return unkept
    case .unknown: return []
    case .failed: break
    }
    var found: [MigrationPlan.Finding] = []
    if case .finished(let unkept) = try run(without: indexes) {
      // Each index is judged alone.
      for index in indexes {
        if case .failed(let reason) = try run(without: indexes.filter { $0 != index }) {
          found.append(.unkept("the index '\(index)'", reason))
        }
      }
      return found + unkept
    }
    // If it fails even without all these, something else is to blame.
    guard case .finished = try run(without: indexes, columns) else { return [] }
    for (number, column) in columns.enumerated() {
      var others = columns
      others.remove(at: number)
      if case .failed(let reason) = try run(without: indexes, others) {
        found.append(.unkept("the column '\(column.table).\(column.name)'", reason))
      }
    }
    return found
  }

  /// Does the work without some objects, and without some columns.
  private func run(
    without names: [String] = [], _ columns: [(table: String, name: String)] = []
  ) throws -> Outcome {
    guard let copy = try emptyCopy(without: names) else { return .unknown }
    let functions = try ConversionFunctions(migration.conversions, on: copy)
    defer { functions.remove() }
    var unmanaged = try UnmanagedObjects(copy, old: old)
    try unmanaged.probe()
    do {
      try unmanaged.remove()
      // A computed column may need those before it.
      for column in columns.reversed() {
        try copy.execute(
          "ALTER TABLE \(DDL.quoted(column.table)) DROP COLUMN \(DDL.quoted(column.name))")
      }
      for statement in migration.preparations + migration.statements {
        try copy.checkStop()
        try copy.execute(statement)
      }
    } catch let error as StoreError where !error.canComeOfCancelling {
      return .failed(MigrationRehearsal.reason(error.message))
    }
    return .finished(try unmanaged.restore())
  }

  /// The tables without rows and without some objects; `nil` if a table of the model cannot be made.
  private func emptyCopy(without names: [String]) throws -> Connection? {
    let copy = try Connection(path: ":memory:")
    // The rehearsal is stopped between its statements, as each takes no time.
    copy.busyWait.isStopped = connection.busyWait.isStopped
    try copy.execute("PRAGMA foreign_keys = OFF")
    try copy.register(connection.appFunctions, connection.appCollations)
    // What else cannot be made here, for instance a table of a module that is missing, is not judged.
    for definition in definitions where !names.contains(definition.name) {
      try copy.checkStop()
      try? copy.execute(definition.sql)
    }
    let needed = old.tables.map(\.name) + old.linkTables.map(\.name)
    return needed.allSatisfy(copy.hasTable) ? copy : nil
  }

  /// SQLite's message without its beginning: `error in index mine after drop column: no such column: hiatus`.
  private static func reason(_ message: String) -> String {
    guard message.hasPrefix("error in "), let place = message.firstRange(of: " column: ") else {
      return message
    }
    return String(message[place.upperBound...])
  }
}
