import RowsmithSchema

/// Checks the result of a migration: counts before it, and compares after it.
struct MigrationVerification {
  private let migration: Migration
  private let connection: Connection
  private let plannedRows: [Int64]
  private let looseLinks: [Int64]
  /// The layout before the migration, and the tables that the database has of it.
  private let old: Layout
  private let formerTables: [DatabaseStructure.Table]

  /// Counts before the migration. `old` is the layout that Rowsmith made.
  init(_ migration: Migration, _ connection: Connection, old: Layout) throws {
    self.migration = migration
    self.connection = connection
    self.old = old
    formerTables = try DatabaseStructure(connection, layout: old).tables
    plannedRows = try migration.rebuiltTables.map { try connection.integer($0.plannedRows) ?? 0 }
    looseLinks = try migration.linkChecks.map { try connection.integer($0.before) ?? 0 }
  }

  /// Compares the result with the counts. Returns the number of rows of each rebuilt table.
  func verify(layout: Layout) throws -> [String: Int] {
    var rows: [String: Int] = [:]
    for (table, planned) in zip(migration.rebuiltTables, plannedRows) {
      let count = try connection.integer("SELECT count(*) FROM \(DDL.quoted(table.name))") ?? 0
      if count != planned {
        throw failure("the table '\(table.name)' has \(count) rows instead of \(planned)")
      }
      rows[table.name] = Int(count)
    }
    for (check, before) in zip(migration.linkChecks, looseLinks) {
      let after = try connection.integer(check.after) ?? 0
      if after > before {
        throw failure(
          "of the links of \(check.subject), \(after) would name no row; before, it was \(before)")
      }
    }
    try verifyTables(of: layout)
    for table in migration.rebuiltNames {
      let check = try connection.prepare("PRAGMA quick_check(\(DDL.quoted(table)))")
      if try check.step(), let text = check.text(at: 0), text != "ok" { throw failure("'\(table)': \(text)") }
    }
    return rows
  }

  private func verifyTables(of layout: Layout) throws {
    let wanted = try DatabaseStructure(of: layout).tables
    let found = try DatabaseStructure(connection, layout: layout).tables
    let differing = zip(wanted, found).filter { $0 != $1 }
    if differing.isEmpty { return }
    let altered = try alteredTables()
    for (wanted, found) in differing {
      let now = found.differences(from: wanted)
      if let before = altered[wanted.name], now.allSatisfy({ $0.value <= before[$0.key] ?? 0 }) { continue }
      if let line = zip(wanted.lines, found.lines).first(where: { $0 != $1 }) {
        throw failure("expected '\(line.0)' in the table '\(wanted.name)', found '\(line.1)'")
      }
      throw failure(
        "expected \(wanted.lines.count) parts of the table '\(wanted.name)', found \(found.lines.count)")
    }
  }

  /// The tables that have kept their rows in place and already differed from the model before, by their new names, with these
  /// differences. Another program has built them anew, perhaps without their references; what a store can be opened with is no
  /// reason to refuse, but the migration must add nothing to it.
  private func alteredTables() throws -> [String: [Substring: Int]] {
    let names = Dictionary(
      migration.renamedTables.map { ($0.old, $0.new) }, uniquingKeysWith: { first, _ in first })
    let dropped = Set(migration.droppedTables)
    var altered: [String: [Substring: Int]] = [:]
    for (planned, former) in zip(try DatabaseStructure(of: old).tables, formerTables)
    where planned != former && !dropped.contains(planned.name) {
      altered[names[planned.name] ?? planned.name] = former.differences(from: planned)
    }
    return altered
  }

  private func failure(_ text: String) -> MigrationError {
    MigrationError(
      .verification, "the result of the migration was not as planned, so it was rolled back: \(text)")
  }
}
