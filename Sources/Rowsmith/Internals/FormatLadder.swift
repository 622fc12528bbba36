import RowsmithSchema

/// The versions of what Rowsmith writes into a database, and how a database of each is brought to the next.
///
/// The version is a number in `_rowsmith_meta`. A change of an internal table alone is a version of that table
/// (``InternalTable``); a step here is for what takes the model to do, or changes the tables of the model. Steps find the
/// internal tables in their version of today.
struct FormatLadder: Sendable {
  /// From one version to the next.
  struct Step: Sendable {
    /// What it does, for readers of the list.
    let summary: String
    /// Whether a read-only store cannot use the database before it is done.
    let isNeededToRead: Bool
    /// Does it, in the transaction that is open. The schema is the one that made the database.
    let run: @Sendable (Connection, Schema) throws -> Void
  }

  /// The first one makes version 2 of version 1. None is ever changed or taken away.
  let steps: [Step]

  /// The ladder of this version of Rowsmith.
  static let today = FormatLadder(steps: [joinedKeys])

  /// The version of a new database.
  var version: Int64 { Int64(steps.count) + 1 }

  /// Whether a read-only store can use a database of that version.
  func isReadable(_ version: Int64) -> Bool {
    !steps.dropFirst(Int(version) - 1).contains(where: \.isNeededToRead)
  }

  /// Brings a database up, step by step, in the transaction that is open.
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
