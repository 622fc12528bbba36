/// What Rowsmith wants of a database beside the tables of the model: its internal tables, and the version of what it
/// writes.
struct DatabaseFormat: Sendable {
  var tables = InternalTables()
  var ladder = FormatLadder.today

  /// Whether a database is as this version of Rowsmith leaves one.
  ///
  /// - Throws: ``MigrationError`` where a later version has made it, or a table in it.
  func isCurrent(_ connection: Connection, _ meta: MetaValues, _ record: ModelRecord) throws -> Bool {
    try tables.areCurrent(in: connection, meta) && record.version == ladder.version
  }

  /// Brings a database of an earlier version up to date, in the transaction that is open.
  func bringUpToDate(_ connection: Connection) throws {
    try tables.bringUpToDate(in: connection)
    try ladder.climb(connection)
  }
}
