import RowsmithSchema

/// Checks the result of a migration: counts before it, and compares after it.
struct MigrationVerification {
  private let migration: Migration
  private let connection: Connection
  private let plannedRows: [Int64]
  private let looseLinks: [Int64]

  /// Counts before the migration.
  init(_ migration: Migration, _ connection: Connection) throws {
    self.migration = migration
    self.connection = connection
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
    let wanted = try DatabaseStructure(of: layout).lines
    let found = try DatabaseStructure(connection, layout: layout).lines
    if let line = zip(wanted, found).first(where: { $0 != $1 }) {
      throw failure("expected '\(line.0)', found '\(line.1)'")
    }
    if wanted.count != found.count {
      throw failure("expected \(wanted.count) parts of tables, found \(found.count)")
    }
    for table in migration.rebuiltNames {
      let check = try connection.prepare("PRAGMA quick_check(\(DDL.quoted(table)))")
      if try check.step(), let text = check.text(at: 0), text != "ok" { throw failure("'\(table)': \(text)") }
    }
    return rows
  }

  private func failure(_ text: String) -> MigrationError {
    MigrationError(
      .verification, "the result of the migration was not as planned, so it was rolled back: \(text)")
  }
}
