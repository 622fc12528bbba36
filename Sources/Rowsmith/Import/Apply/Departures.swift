import RowsmithSchema

/// Rows that a relationship no longer names and that may have to go when the import ends.
final class Departures {
  private let connection: Connection
  private let insertCandidate: Statement
  private let insertLeaving: Statement
  /// Whether there is anything to look at when the import ends.
  private(set) var isEmpty = true
  /// Whether rows were noted that cannot be unlinked.
  private(set) var hasLeaving = false

  init(connection: Connection) throws {
    self.connection = connection
    // What is left of a failed import is dropped with it; a store may have made them before.
    try connection.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_candidates (
        table_index INTEGER NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (table_index, row)) WITHOUT ROWID;
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_leaving (
        relationship_index INTEGER NOT NULL, row INTEGER NOT NULL, parent INTEGER NOT NULL,
        PRIMARY KEY (relationship_index, row)) WITHOUT ROWID;
      DELETE FROM temp._rowsmith_candidates;
      DELETE FROM temp._rowsmith_leaving;
      """)
    insertCandidate = try connection.prepareForReuse(
      "INSERT OR IGNORE INTO temp._rowsmith_candidates VALUES (?1, ?2)")
    insertLeaving = try connection.prepareForReuse(
      "INSERT OR REPLACE INTO temp._rowsmith_leaving VALUES (?1, ?2, ?3)")
  }

  /// Notes a row that is to be deleted unless something refers to it or the document names it.
  func add(_ row: Int64, of table: TablePlan) throws {
    isEmpty = false
    insertCandidate.bind(Int64(table.index), at: 1)
    insertCandidate.bind(row, at: 2)
    _ = try insertCandidate.step()
  }

  /// Notes a row that cannot be unlinked from its parent, so that it must be gone or elsewhere in the end.
  func addLeaving(_ row: Int64, via relationship: RelationshipPlan, from parent: Int64) throws {
    isEmpty = false
    hasLeaving = true
    insertLeaving.bind(Int64(relationship.index), at: 1)
    insertLeaving.bind(row, at: 2)
    insertLeaving.bind(parent, at: 3)
    _ = try insertLeaving.step()
  }

  /// Forgets that a row must leave its parent, where the document gives it one again.
  func forgetLeaving(_ row: Int64, of table: TablePlan, given cells: UnsafePointer<Cell>) throws {
    for relationship in table.references
    where relationship.isRequired && cells[relationship.slots[0]].hasValue {
      try forgetLeaving(row, via: relationship)
    }
  }

  /// Forgets that a row must leave its parent, where the document links it again.
  func forgetLeaving(_ row: Int64, via relationship: RelationshipPlan) throws {
    guard hasLeaving else { return }
    try connection.run(
      "DELETE FROM temp._rowsmith_leaving WHERE relationship_index = ?1 AND row = ?2",
      [.integer(Int64(relationship.index)), .integer(row)])
  }
}
