import RowsmithSchema

/// Rows that left a place during an import. What becomes of them is judged when the document has ended.
final class Orphans {
  private let connection: Connection
  /// The statements, made when first needed.
  private var insertOrphan: Statement?
  private var insertUnlinked: Statement?
  /// Whether there is anything to judge.
  private(set) var isEmpty = true
  /// Whether rows were noted that cannot be without the link they lost.
  private(set) var hasUnlinked = false

  init(connection: Connection) { self.connection = connection }

  /// Forgets all of them.
  func forget() throws {
    if isEmpty { return }
    try connection.run("DELETE FROM temp._rowsmith_orphans")
    try connection.run("DELETE FROM temp._rowsmith_unlinked")
    (isEmpty, hasUnlinked) = (true, false)
  }

  /// Notes a row that goes unless something keeps it.
  ///
  /// - Parameter blame: where in the document the record stands that made it leave.
  func add(_ row: Int64, of table: TablePlan, blame: Int64) throws {
    isEmpty = false
    let insert =
      try insertOrphan
      ?? connection.prepareForReuse("INSERT OR IGNORE INTO temp._rowsmith_orphans VALUES (?1, ?2, ?3)")
    insertOrphan = insert
    insert.bind(Int64(table.index), at: 1)
    insert.bind(row, at: 2)
    insert.bind(blame, at: 3)
    _ = try insert.step()
  }

  /// Notes a row that lost a required link, so that it must be gone or linked again in the end.
  func addUnlinked(_ row: Int64, via relationship: RelationshipPlan, blame: Int64) throws {
    isEmpty = false
    hasUnlinked = true
    let insert =
      try insertUnlinked
      ?? connection.prepareForReuse("INSERT OR REPLACE INTO temp._rowsmith_unlinked VALUES (?1, ?2, ?3)")
    insertUnlinked = insert
    insert.bind(Int64(relationship.index), at: 1)
    insert.bind(row, at: 2)
    insert.bind(blame, at: 3)
    _ = try insert.step()
  }

  /// Forgets that a row lost its required links, where the document gives it others.
  ///
  /// - Returns: the relationships that it had lost.
  func forgetUnlinked(
    _ row: Int64, of table: TablePlan, given cells: UnsafePointer<Cell>
  ) throws -> [RelationshipPlan] {
    try table.references.filter { relationship in
      try relationship.isRequired && cells[relationship.slots[0]].hasValue
        && forgetUnlinked(row, via: relationship)
    }
  }

  /// Forgets that a row lost a required link, where the document links it again.
  ///
  /// - Returns: whether it had lost it.
  @discardableResult
  func forgetUnlinked(_ row: Int64, via relationship: RelationshipPlan) throws -> Bool {
    guard hasUnlinked else { return false }
    return try connection.run(
      "DELETE FROM temp._rowsmith_unlinked WHERE relationship_index = ?1 AND row = ?2",
      [.integer(Int64(relationship.index)), .integer(row)]) > 0
  }

  /// The first row that is still there and lacks a required link.
  func firstUnlinked(_ plan: ImportPlan) throws -> (relationship: RelationshipPlan, blame: Int64)? {
    guard hasUnlinked else { return nil }
    for relationship in plan.relationships where relationship.isToOne && relationship.isRequired {
      let table = relationship.table
      let blame = try connection.integer(
        "SELECT u.blame FROM temp._rowsmith_unlinked u JOIN \(DDL.quoted(table.name)) t "
          + "ON t.\(table.rowIDName) = u.row WHERE u.relationship_index = \(relationship.index) LIMIT 1")
      if let blame { return (relationship, blame) }
    }
    return nil
  }
}
