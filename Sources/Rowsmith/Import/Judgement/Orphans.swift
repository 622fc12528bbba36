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
  /// Whether rows were noted that keys have unlinked.
  private(set) var hasFormer = false

  init(connection: Connection) { self.connection = connection }

  /// Forgets all of them.
  func forget() throws {
    if isEmpty { return }
    try connection.run("DELETE FROM temp._rowsmith_orphans")
    try connection.run("DELETE FROM temp._rowsmith_unlinked")
    try connection.run("DELETE FROM temp._rowsmith_former")
    (isEmpty, hasUnlinked, hasFormer) = (true, false, false)
  }

  /// Notes a row that goes unless something keeps it.
  ///
  /// - Parameter blame: where in the document the record stands that made it leave.
  func add(_ row: Int64, of table: TableMapping, blame: Int64) throws {
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

  /// Notes a row that goes because the document says that it is deleted: that counts more than a place that it left.
  func addDeleted(_ row: Int64, of table: TableMapping, blame: Int64) throws {
    isEmpty = false
    try connection.run(
      "INSERT OR REPLACE INTO temp._rowsmith_orphans VALUES (?1, ?2, ?3)",
      [.integer(Int64(table.index)), .integer(row), .integer(blame)])
  }

  /// Whether a row has been noted.
  func contains(_ row: Int64, of table: TableMapping) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM temp._rowsmith_orphans WHERE table_index = ?1 AND row = ?2",
      [.integer(Int64(table.index)), .integer(row)]) != nil
  }

  /// Forgets that a row left a place.
  func forget(_ row: Int64, of table: TableMapping) throws {
    try connection.run(
      "DELETE FROM temp._rowsmith_orphans WHERE table_index = ?1 AND row = ?2",
      [.integer(Int64(table.index)), .integer(row)])
  }

  /// Notes a row that a key, or a list of keys, has unlinked from a row.
  func addFormer(_ row: Int64, via relationship: RelationshipMapping, holder: Int64) throws {
    isEmpty = false
    hasFormer = true
    try connection.run(
      "INSERT OR IGNORE INTO temp._rowsmith_former VALUES (?1, ?2, ?3)",
      [.integer(Int64(relationship.index)), .integer(holder), .integer(row)])
  }

  /// Makes the rows leave that keys have unlinked from a row: the document has given records, or none, in their place.
  func judgeFormer(
    via relationship: RelationshipMapping, holder: Int64, table: TableMapping, blame: Int64
  ) throws {
    guard hasFormer else { return }
    try connection.run(
      "INSERT OR IGNORE INTO temp._rowsmith_orphans SELECT \(table.index), row, ?1 FROM temp._rowsmith_former "
        + "WHERE relationship_index = \(relationship.index) AND holder = ?2",
      [.integer(blame), .integer(holder)])
  }

  /// Notes a row that lost a required link, so that it must be gone or linked again in the end.
  func addUnlinked(_ row: Int64, via relationship: RelationshipMapping, blame: Int64) throws {
    isEmpty = false
    hasUnlinked = true
    let insert =
      try insertUnlinked
      ?? connection.prepareForReuse("INSERT OR IGNORE INTO temp._rowsmith_unlinked VALUES (?1, ?2, ?3)")
    insertUnlinked = insert
    insert.bind(Int64(relationship.index), at: 1)
    insert.bind(row, at: 2)
    insert.bind(blame, at: 3)
    _ = try insert.step()
  }

  /// Whether a row has lost a required link and has no other yet.
  func isUnlinked(_ row: Int64, via relationship: RelationshipMapping) throws -> Bool {
    guard hasUnlinked else { return false }
    return try connection.integer(
      "SELECT 1 FROM temp._rowsmith_unlinked WHERE relationship_index = ?1 AND row = ?2",
      [.integer(Int64(relationship.index)), .integer(row)]) != nil
  }

  /// Forgets that a row lost its required links, where the document gives it others.
  ///
  /// - Parameter only: where not nil, the one relationship that is meant.
  /// - Returns: the relationships that it had lost.
  func forgetUnlinked(
    _ row: Int64, of table: TableMapping, given cells: UnsafePointer<Cell>, only: RelationshipMapping? = nil
  ) throws -> [RelationshipMapping] {
    try table.references.filter { relationship in
      try relationship.isRequired && (only ?? relationship) === relationship
        && cells[relationship.slots[0]].hasValue
        && forgetUnlinked(row, via: relationship)
    }
  }

  /// Forgets that a row lost the link that others of what leads to one of several entities were: this one is there.
  private func forgetOthers(_ row: Int64, of relationship: RelationshipMapping) throws {
    for other in relationship.others { try forget(row, via: other) }
  }

  @discardableResult
  private func forget(_ row: Int64, via relationship: RelationshipMapping) throws -> Bool {
    try connection.run(
      "DELETE FROM temp._rowsmith_unlinked WHERE relationship_index = ?1 AND row = ?2",
      [.integer(Int64(relationship.index)), .integer(row)]) > 0
  }

  /// Forgets that a row lost a required link, where the document links it again.
  ///
  /// - Returns: whether it had lost it.
  @discardableResult
  func forgetUnlinked(_ row: Int64, via relationship: RelationshipMapping) throws -> Bool {
    guard hasUnlinked else { return false }
    try forgetOthers(row, of: relationship)
    return try forget(row, via: relationship)
  }

  /// The relationships that rows lack which stay and need them, and where the records stand that took them.
  func unlinked(_ mapping: Mapping) throws -> [(relationship: RelationshipMapping, blame: [Int64])] {
    guard hasUnlinked else { return [] }
    return try mapping.relationships.filter { $0.isToOne && $0.isRequired }.compactMap { relationship in
      let table = relationship.table
      let list = try connection.prepare(
        "SELECT DISTINCT u.blame FROM temp._rowsmith_unlinked u JOIN \(DDL.quoted(table.name)) t "
          + "ON t.\(table.rowIDName) = u.row WHERE u.relationship_index = \(relationship.index) "
          + "AND u.row NOT IN (SELECT row FROM temp._rowsmith_deletions WHERE table_index = \(table.index)) ORDER BY 1"
      )
      var blame: [Int64] = []
      while try list.step() { blame.append(list.integer(at: 0)) }
      return blame.isEmpty ? nil : (relationship, blame)
    }
  }
}
