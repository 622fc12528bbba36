/// What Rowsmith needs in a database besides the tables of the model: its internal tables, and its format version.
struct DatabaseFormat: Sendable {
  var tables = InternalTables()
  var ladder = FormatLadder.today

  /// Whether a database has the format of this version of Rowsmith.
  ///
  /// - Throws: ``MigrationError`` if a later version created it, or a table in it.
  func isCurrent(_ connection: Connection, _ meta: MetaValues, _ record: ModelRecord) throws -> Bool {
    try tables.areCurrent(in: connection, meta) && record.version == ladder.version
  }

  /// Upgrades a database of an earlier version, in the open transaction.
  func bringUpToDate(_ connection: Connection) throws {
    try tables.bringUpToDate(in: connection)
    try ladder.climb(connection)
  }
}
