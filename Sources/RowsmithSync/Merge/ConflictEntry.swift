import Rowsmith
import RowsmithAPI
import RowsmithClient

/// An entry in the log of conflicts.
struct ConflictEntry: Sendable {
  /// What the two sides did.
  enum Kind: String, Sendable {
    /// Both changed the record.
    case edit
    /// Both created it.
    case create
    /// One side deleted it, the other changed it.
    case delete
  }

  /// The key of the record.
  var key: StoredValue
  /// The attribute or relationship; `nil` for a whole record.
  var name: String?
  /// What the two sides did.
  var kind: Kind
  /// The value that both sides last agreed on, the local one and the server's. Of a whole record there is no base, and the
  /// others are its JSON, or NULL where it is deleted.
  var base, mine, theirs: StoredValue
  /// The name of the policy that decided.
  var policy: String
  /// Which side won; `.open` if the app decides later.
  var winner: ThreeWay.Winner
}

extension WriteTransaction {
  /// Logs a conflict. An entry that is open already is updated.
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

  /// Closes the open conflicts of a row, as nothing is left to decide.
  func closeConflicts(
    of key: StoredValue, named name: String? = nil, in table: SyncedTable, winner: ThreeWay.Winner
  ) throws {
    try run(
      """
      UPDATE _rowsmith_conflicts SET winner = ?3 WHERE entity = ?1 AND key = ?2 AND winner IS NULL AND (?4 IS NULL OR name = ?4)
      """,
      [.text(table.name), key, .text(winner.rawValue), name.map(StoredValue.text) ?? .null])
  }

  /// Closes an open conflict about a row's deletion, as the server has the row again.
  func closeDeletionConflicts(of key: StoredValue, in table: SyncedTable) throws {
    try run(
      "UPDATE _rowsmith_conflicts SET winner = 'both' WHERE entity = ? AND key = ? AND winner IS NULL AND name IS NULL",
      [.text(table.name), key])
  }
}

extension ReadTransaction {
  /// The bases of values with an open conflict, as both sides last agreed on them.
  func openBases(of key: StoredValue, in table: SyncedTable) throws -> [String: StoredValue] {
    let found = try rows(
      "SELECT name, base FROM _rowsmith_conflicts WHERE entity = ? AND key = ? AND winner IS NULL AND name IS NOT NULL",
      [.text(table.name), key])
    return Dictionary(
      found.compactMap { row in row.text("name").map { ($0, row["base"] ?? .null) } },
      uniquingKeysWith: { first, _ in first })
  }
}
