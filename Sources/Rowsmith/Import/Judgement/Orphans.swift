import RowsmithSchema

/// Rows that lost their place during an import. What happens to them is decided at the end of the document.
final class Orphans {
  private let connection: Connection
  /// The statements, prepared lazily.
  private var insertOrphan: Statement?
  private var insertUnlinked: Statement?
  /// Whether nothing is noted.
  private(set) var isEmpty = true
  /// Whether rows were noted that lost a required link.
  private(set) var hasUnlinked = false
  /// Whether rows were noted that keys have unlinked.
  private(set) var hasFormer = false

  init(connection: Connection) { self.connection = connection }

  /// Forgets all notes.
  func forget() throws {
    if isEmpty { return }
    try connection.run("DELETE FROM temp._rowsmith_orphans")
    try connection.run("DELETE FROM temp._rowsmith_unlinked")
    try connection.run("DELETE FROM temp._rowsmith_former")
    (isEmpty, hasUnlinked, hasFormer) = (true, false, false)
  }

  /// Notes a row that is deleted unless something keeps it.
  ///
  /// - Parameter blame: the offset in the document of the record that orphaned it.
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

  /// Notes a row that the document says is deleted; this wins over a note that it lost its place.
  func addDeleted(_ row: Int64, of table: TableMapping, blame: Int64) throws {
    isEmpty = false
    try connection.run(
      "INSERT OR REPLACE INTO temp._rowsmith_orphans VALUES (?1, ?2, ?3)",
      [.integer(Int64(table.index)), .integer(row), .integer(blame)])
  }

  /// Whether a row is noted.
  func contains(_ row: Int64, of table: TableMapping) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM temp._rowsmith_orphans WHERE table_index = ?1 AND row = ?2",
      [.integer(Int64(table.index)), .integer(row)]) != nil
  }

  /// Forgets that a row lost its place.
  func forget(_ row: Int64, of table: TableMapping) throws {
    try connection.run(
      "DELETE FROM temp._rowsmith_orphans WHERE table_index = ?1 AND row = ?2",
      [.integer(Int64(table.index)), .integer(row)])
  }

  /// Notes a row that a key, or a list of keys, has unlinked from its holder.
  func addFormer(_ row: Int64, via relationship: RelationshipMapping, holder: Int64) throws {
    isEmpty = false
    hasFormer = true
    try connection.run(
      "INSERT OR IGNORE INTO temp._rowsmith_former VALUES (?1, ?2, ?3)",
      [.integer(Int64(relationship.index)), .integer(holder), .integer(row)])
  }

  /// Orphans the rows that keys have unlinked from a holder: the document now gives records, or null, in their place.
  func judgeFormer(
    via relationship: RelationshipMapping, holder: Int64, table: TableMapping, blame: Int64
  ) throws {
    guard hasFormer else { return }
    try connection.run(
      "INSERT OR IGNORE INTO temp._rowsmith_orphans SELECT \(table.index), row, ?1 FROM temp._rowsmith_former "
        + "WHERE relationship_index = \(relationship.index) AND holder = ?2",
      [.integer(blame), .integer(holder)])
  }

  /// Notes a row that lost a required link: at the end it must be deleted or linked again.
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

  /// Whether a row has lost a required link and has no new one.
  func isUnlinked(_ row: Int64, via relationship: RelationshipMapping) throws -> Bool {
    guard hasUnlinked else { return false }
    return try connection.integer(
      "SELECT 1 FROM temp._rowsmith_unlinked WHERE relationship_index = ?1 AND row = ?2",
      [.integer(Int64(relationship.index)), .integer(row)]) != nil
  }

  /// Forgets that a row lost required links, if the cells give them.
  ///
  /// - Parameter only: if not `nil`, only this relationship.
  /// - Returns: the relationships that the row had lost.
  func forgetUnlinked(
    _ row: Int64, of table: TableMapping, given cells: UnsafePointer<Cell>, only: RelationshipMapping? = nil
  ) throws -> [RelationshipMapping] {
    try table.references.filter { relationship in
      try relationship.isRequired && (only ?? relationship) === relationship
        && cells[relationship.slots[0]].hasValue
        && forgetUnlinked(row, via: relationship)
    }
  }

  /// Forgets that a row lost the other parts of a link to one of several entities: this part is set.
  private func forgetOthers(_ row: Int64, of relationship: RelationshipMapping) throws {
    for other in relationship.others { try forget(row, via: other) }
  }

  @discardableResult
  private func forget(_ row: Int64, via relationship: RelationshipMapping) throws -> Bool {
    try connection.run(
      "DELETE FROM temp._rowsmith_unlinked WHERE relationship_index = ?1 AND row = ?2",
      [.integer(Int64(relationship.index)), .integer(row)]) > 0
  }

  /// Forgets that a row lost a required link, because the document links it again.
  ///
  /// - Returns: whether the row had lost it.
  @discardableResult
  func forgetUnlinked(_ row: Int64, via relationship: RelationshipMapping) throws -> Bool {
    guard hasUnlinked else { return false }
    try forgetOthers(row, of: relationship)
    return try forget(row, via: relationship)
  }

  /// The required relationships that staying rows lack, with the offsets of the records that removed the links, and
  /// words that name the first of the rows.
  func unlinked(
    _ mapping: Mapping
  ) throws -> [(relationship: RelationshipMapping, blame: [Int64], row: String)] {
    guard hasUnlinked else { return [] }
    return try mapping.relationships.filter { $0.isToOne && $0.isRequired }.compactMap { relationship in
      let table = relationship.table
      let named = NamedRow(of: table, alias: "t")
      let list = try connection.prepare(
        "SELECT u.blame, min(u.row)\(named.columns) FROM temp._rowsmith_unlinked u "
          + "JOIN \(DDL.quoted(table.name)) t ON t.\(table.rowIDName) = u.row "
          + "WHERE u.relationship_index = \(relationship.index) "
          + "AND u.row NOT IN (SELECT row FROM temp._rowsmith_deletions WHERE table_index = \(table.index)) "
          + "GROUP BY u.blame ORDER BY u.blame")
      var blame: [Int64] = []
      var row = ""
      while try list.step() {
        if blame.isEmpty { row = named.text("the one with the key", list, after: 2) }
        blame.append(list.integer(at: 0))
      }
      return blame.isEmpty ? nil : (relationship, blame, row)
    }
  }
}
