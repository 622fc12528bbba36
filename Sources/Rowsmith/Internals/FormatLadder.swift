import RowsmithSchema

/// The format versions of what Rowsmith writes to a database, and the upgrade from each to the next.
///
/// The version is a number in `_rowsmith_meta`. If only an internal table changes, that is a version of the table
/// (``InternalTable``). A step here is for changes that need the model or alter its tables. Steps run after the internal
/// tables are upgraded.
struct FormatLadder: Sendable {
  /// The upgrade from one version to the next.
  struct Step: Sendable {
    /// What the step does, for readers of this list.
    let summary: String
    /// Whether a read-only store cannot use the database before this step.
    let isNeededToRead: Bool
    /// Runs the step in the open transaction. The schema is the one that made the database.
    let run: @Sendable (Connection, Schema) throws -> Void
  }

  /// The first step upgrades version 1 to version 2. Steps are never changed or removed.
  let steps: [Step]

  /// The ladder of this version of Rowsmith.
  static let today = FormatLadder(steps: [joinedKeys])

  /// The version of a new database.
  var version: Int64 { Int64(steps.count) + 1 }

  /// Whether a read-only store can use a database of a version.
  func isReadable(_ version: Int64) -> Bool {
    !steps.dropFirst(Int(version) - 1).contains(where: \.isNeededToRead)
  }

  /// Upgrades a database step by step, in the open transaction.
  func climb(_ connection: Connection) throws {
    let record = try ModelRecord(from: connection, ladder: self)
    if record.version == version { return }
    let schema = try record.decoded()
    for (index, step) in steps.enumerated().dropFirst(Int(record.version) - 1) {
      try step.run(connection, schema)
      try connection.run(
        "UPDATE main._rowsmith_meta SET value = ?1 WHERE key = 'version'", [.integer(Int64(index) + 2)])
    }
  }
}
