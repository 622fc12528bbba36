import RowsmithSchema

/// Rows that a relationship no longer names and that may have to go when the import ends.
final class Departures {
  private let connection: Connection
  /// The statements, made when first needed.
  private var insertCandidate: Statement?
  private var insertLeaving: Statement?
  /// Whether there is anything to look at when the import ends.
  private(set) var isEmpty = true
  /// Whether rows were noted that cannot be unlinked.
  private(set) var hasLeaving = false

  init(connection: Connection) { self.connection = connection }

  /// Forgets all of them.
  func forget() throws {
    if isEmpty { return }
    try connection.run("DELETE FROM temp._rowsmith_candidates")
    try connection.run("DELETE FROM temp._rowsmith_leaving")
    (isEmpty, hasLeaving) = (true, false)
  }

  /// Notes a row that is to be deleted unless something refers to it or the document names it.
  func add(_ row: Int64, of table: TablePlan) throws {
    isEmpty = false
    let insert =
      try insertCandidate
      ?? connection.prepareForReuse("INSERT OR IGNORE INTO temp._rowsmith_candidates VALUES (?1, ?2)")
    insertCandidate = insert
    insert.bind(Int64(table.index), at: 1)
    insert.bind(row, at: 2)
    _ = try insert.step()
  }

  /// Notes a row that cannot be unlinked from its parent, so that it must be gone or elsewhere in the end.
  func addLeaving(_ row: Int64, via relationship: RelationshipPlan, from parent: Int64) throws {
    isEmpty = false
    hasLeaving = true
    let insert =
      try insertLeaving
      ?? connection.prepareForReuse("INSERT OR REPLACE INTO temp._rowsmith_leaving VALUES (?1, ?2, ?3)")
    insertLeaving = insert
    insert.bind(Int64(relationship.index), at: 1)
    insert.bind(row, at: 2)
    insert.bind(parent, at: 3)
    _ = try insert.step()
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
