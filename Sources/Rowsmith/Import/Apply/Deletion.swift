import RowsmithSchema

/// Deletes rows as the model's delete rules say, all of one call together.
///
/// What is to go is first gathered in a temporary table, with everything that goes with it (`Cascade`); then it is
/// checked that nothing stands in the way (`Deny`, required links); only then is anything removed.
final class Deletion {
  let plan: ImportPlan
  let connection: Connection
  /// Rows deleted, per entity.
  private(set) var deleted: [String: Int] = [:]
  /// Links cleared.
  private(set) var linksRemoved = 0

  init(plan: ImportPlan, connection: Connection) {
    self.plan = plan
    self.connection = connection
  }

  /// Marks rows for deletion: those that the query returns.
  func doom(_ table: TablePlan, rowsOf query: String, _ values: [StoredValue] = []) throws {
    try connection.run(
      "INSERT OR IGNORE INTO temp._rowsmith_doomed SELECT \(table.index), * FROM (\(query))", values)
  }

  /// Marks one row for deletion.
  func doom(_ row: Int64, of table: TablePlan) throws {
    try connection.run(
      "INSERT OR IGNORE INTO temp._rowsmith_doomed VALUES (?1, ?2)",
      [.integer(Int64(table.index)), .integer(row)])
  }

  /// Deletes what is marked; returns how many rows went.
  @discardableResult
  func carryOut() throws -> Int {
    try spread()
    for relationship in plan.relationships where relationship.schema.deleteRule == .deny {
      try checkDenied(relationship)
    }
    for relationship in plan.relationships where relationship.isToOne { try clear(relationship) }
    for link in plan.links { try clear(link) }
    var count = 0
    for table in plan.tables { count += try delete(from: table) }
    try connection.run("DELETE FROM temp._rowsmith_doomed")
    return count
  }

  /// The rows of a table that are marked.
  private func doomed(_ table: TablePlan) -> String {
    "(SELECT row FROM temp._rowsmith_doomed WHERE table_index = \(table.index))"
  }

  /// The keys of the rows of a table that are marked.
  private func doomedKeys(_ table: TablePlan, _ condition: String = "") -> String {
    "(SELECT \(DDL.list(table.layout.key)) FROM \(DDL.quoted(table.name)) "
      + "WHERE \(table.rowIDName) IN \(doomed(table))\(condition))"
  }

  /// Marks the items of relationships that cascade, and theirs, until nothing is added.
  private func spread() throws {
    let cascades = plan.relationships.filter { $0.schema.deleteRule == .cascade }
    var added = cascades.isEmpty ? 0 : 1
    while added > 0 {
      added = 0
      for relationship in cascades {
        let target = relationship.target.table
        added += try connection.run(
          "INSERT OR IGNORE INTO temp._rowsmith_doomed SELECT \(target.index), \(target.rowIDName) FROM "
            + "\(DDL.quoted(target.name)) WHERE \(isItem(relationship))")
      }
    }
  }

  /// The condition on rows of the target's table to be items of a marked row.
  private func isItem(_ relationship: RelationshipPlan) -> String {
    let own = relationship.table
    let target = relationship.target.table
    let family = ofEntity(relationship)
    switch relationship.storage {
    case .columns:
      return "(\(DDL.list(target.layout.key))) IN (SELECT \(DDL.list(relationship.columnNames)) FROM "
        + "\(DDL.quoted(own.name)) WHERE \(own.rowIDName) IN \(doomed(own))\(family))"
    case .inverse(let inverse, _):
      return "(\(DDL.list(inverse.columnNames))) IN \(doomedKeys(own, family))"
    case .link(let link, let isSource):
      let (ownNames, otherNames) =
        isSource ? (link.sourceNames, link.targetNames) : (link.targetNames, link.sourceNames)
      return
        "(\(DDL.list(target.layout.key))) IN (SELECT \(DDL.list(otherNames)) FROM \(DDL.quoted(link.name)) "
        + "WHERE (\(DDL.list(ownNames))) IN \(doomedKeys(own, family)))"
    }
  }

  /// Where a family shares the table, the condition that a row has the relationship.
  private func ofEntity(_ relationship: RelationshipPlan) -> String {
    guard relationship.table.entityNameSlot != nil else { return "" }
    let names = plan.graph.descendants(of: relationship.entityName).map { DDL.literal(.text($0.name)) }
    return " AND \"entityName\" IN (\(names.joined(separator: ", ")))"
  }

  private func checkDenied(_ relationship: RelationshipPlan) throws {
    let target = relationship.target.table
    let item = try connection.prepare(
      "SELECT \(target.rowIDName) FROM \(DDL.quoted(target.name)) WHERE \(isItem(relationship)) "
        + "AND \(target.rowIDName) NOT IN \(doomed(target)) LIMIT 1")
    guard try item.step() else { return }
    throw ImportError(
      .refused,
      "cannot delete a \(relationship.entityName) while '\(relationship.qualifiedName)' has items; its DeleteRule is Deny",
      entity: relationship.entityName)
  }

  /// Clears a to-one relationship of the rows that stay and name a row that goes.
  private func clear(_ relationship: RelationshipPlan) throws {
    let table = relationship.table
    let target = relationship.target.table
    guard !target.keySlots.isEmpty else { return }
    let condition =
      "(\(DDL.list(relationship.columnNames))) IN \(doomedKeys(target)) AND \(table.rowIDName) NOT IN \(doomed(table))"
    if relationship.isRequired {
      let item = try connection.prepare("SELECT 1 FROM \(DDL.quoted(table.name)) WHERE \(condition) LIMIT 1")
      guard try item.step() else { return }
      throw ImportError(
        .refused,
        "cannot delete a \(target.name) that a \(table.name) needs: '\(relationship.qualifiedName)' is required",
        entity: target.name)
    }
    var columns = relationship.columnNames
    if let position = relationship.positionSlot { columns.append(table.layout.columns[position].name) }
    let assignments = columns.map { "\(DDL.quoted($0)) = NULL" }.joined(separator: ", ")
    linksRemoved += try connection.run(
      "UPDATE \(DDL.quoted(table.name)) SET \(assignments) WHERE \(condition)")
  }

  private func clear(_ link: LinkPlan) throws {
    let ends = [(link.source, link.sourceNames), (link.target, link.targetNames)].map { table, names in
      "(\(DDL.list(names))) IN \(doomedKeys(table))"
    }
    linksRemoved += try connection.run(
      "DELETE FROM \(DDL.quoted(link.name)) WHERE \(ends.joined(separator: " OR "))")
  }

  private func delete(from table: TablePlan) throws -> Int {
    let condition = "\(table.rowIDName) IN \(doomed(table))"
    try forgetPending(table)
    let name = table.entityNameSlot == nil ? DDL.literal(.text(table.name)) : "\"entityName\""
    let counts = try connection.prepare(
      "SELECT \(name), count(*) FROM \(DDL.quoted(table.name)) WHERE \(condition) GROUP BY 1 ORDER BY 1")
    while try counts.step() {
      if let entity = counts.text(at: 0) { deleted[entity, default: 0] += Int(counts.integer(at: 1)) }
    }
    return try connection.run("DELETE FROM \(DDL.quoted(table.name)) WHERE \(condition)")
  }

  /// Forgets the lists of keys of parents that go.
  private func forgetPending(_ table: TablePlan) throws {
    let lists = plan.relationships.filter { $0.table === table && !$0.isToOne && $0.inverse?.isToOne == true }
    guard !lists.isEmpty, try connection.integer("SELECT 1 FROM _rowsmith_pending LIMIT 1") != nil else {
      return
    }
    let keys = try connection.prepare("SELECT * FROM \(doomedKeys(table))")
    while try keys.step() {
      let source = PendingSource.encode(table.layout.key.indices.map { keys.value(at: $0) })
      for list in lists {
        try connection.run(
          "DELETE FROM _rowsmith_pending WHERE relationship = ?1 AND source = ?2",
          [.text(list.qualifiedName), source])
      }
    }
  }
}
