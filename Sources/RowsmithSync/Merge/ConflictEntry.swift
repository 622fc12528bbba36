import Rowsmith
import RowsmithAPI
import RowsmithClient

/// What is written down of a conflict.
struct ConflictEntry: Sendable {
  /// What both sides had done.
  enum Kind: String, Sendable {
    /// Both changed it.
    case edit
    /// Both made it.
    case create
    /// One deleted it, the other changed it.
    case delete
  }

  var key: StoredValue
  /// The attribute or relationship; nil for a whole record.
  var name: String?
  var kind: Kind
  var base, mine, theirs: StoredValue
  var policy: String
  var winner: ThreeWay.Winner
}

extension WriteTransaction {
  /// Writes a conflict down. One that is open already has what the server says now.
  ///
  /// - Parameter time: by the server's clock, in milliseconds since 1970.
  func note(_ conflict: ConflictEntry, in table: SyncedTable, at time: Int64) throws {
    let name = conflict.name.map(StoredValue.text) ?? .null
    if conflict.winner == .open {
      let changed = try run(
        """
        UPDATE _rowsmith_conflicts SET mine = ?4, theirs = ?5, at = ?6
        WHERE entity = ?1 AND key = ?2 AND name IS ?3 AND winner IS NULL
        """, [.text(table.name), conflict.key, name, conflict.mine, conflict.theirs, .integer(time)])
      if changed > 0 { return }
    }
    try run(
      """
      INSERT INTO _rowsmith_conflicts (entity, key, name, kind, base, mine, theirs, policy, winner, at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(table.name), conflict.key, name, .text(conflict.kind.rawValue), conflict.base, conflict.mine,
        conflict.theirs, .text(conflict.policy),
        conflict.winner == .open ? .null : .text(conflict.winner.rawValue), .integer(time),
      ])
  }

  /// Closes the open conflicts of a row, of which nothing is left to decide.
  func closeConflicts(
    of key: StoredValue, named name: String? = nil, in table: SyncedTable, winner: ThreeWay.Winner
  ) throws {
    try run(
      """
      UPDATE _rowsmith_conflicts SET winner = ?3 WHERE entity = ?1 AND key = ?2 AND winner IS NULL AND (?4 IS NULL OR name = ?4)
      """,
      [.text(table.name), key, .text(winner.rawValue), name.map(StoredValue.text) ?? .null])
  }

  /// Closes what is open of a row's deletion, as the server has it again.
  func closeDeletionConflicts(of key: StoredValue, in table: SyncedTable) throws {
    try run(
      "UPDATE _rowsmith_conflicts SET winner = 'both' WHERE entity = ? AND key = ? AND winner IS NULL AND name IS NULL",
      [.text(table.name), key])
  }
}

extension ReadTransaction {
  /// What both sides had agreed on of values whose conflicts somebody has to decide.
  func openBases(of key: StoredValue, in table: SyncedTable) throws -> [String: StoredValue] {
    let found = try rows(
      "SELECT name, base FROM _rowsmith_conflicts WHERE entity = ? AND key = ? AND winner IS NULL AND name IS NOT NULL",
      [.text(table.name), key])
    return Dictionary(
      found.compactMap { row in row.text("name").map { ($0, row["base"] ?? .null) } },
      uniquingKeysWith: { first, _ in first })
  }
}
