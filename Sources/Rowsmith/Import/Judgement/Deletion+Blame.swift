import RowsmithSchema

extension Deletion {
  /// Finds the records to blame for deleting rows that other rows need: those that orphaned the rows, or their owners.
  ///
  /// - Parameter condition: SQL that selects the rows which need them by the relationship.
  func blameLeaving(_ relationship: RelationshipMapping, _ condition: String) throws {
    let target = relationship.target.table
    let needed = try connection.prepare(
      "SELECT \(target.rowIDName) FROM \(DDL.quoted(target.name)) WHERE (\(DDL.list(target.layout.key))) IN "
        + "(SELECT \(DDL.list(relationship.columnNames)) FROM \(DDL.quoted(relationship.table.name)) "
        + "WHERE \(condition))")
    var queue: [(table: TableMapping, row: Int64)] = []
    while try needed.step() { queue.append((target, needed.integer(at: 0))) }
    var known: [Int: Set<Int64>] = [:]
    var blames: Set<Int64> = []
    while let (table, row) = queue.popLast() {
      guard known[table.index, default: []].insert(row).inserted else { continue }
      let blame = try connection.integer(
        "SELECT blame FROM temp._rowsmith_orphans WHERE table_index = ?1 AND row = ?2",
        [.integer(Int64(table.index)), .integer(row)])
      if let blame { blames.insert(blame) } else { queue += try owners(of: row, in: table) }
    }
    refusedBecauseOf = blames.sorted()
  }

  /// The marked rows that own a row.
  private func owners(of row: Int64, in target: TableMapping) throws -> [(table: TableMapping, row: Int64)] {
    var owners: [(table: TableMapping, row: Int64)] = []
    for relationship in mapping.relationships
    where relationship.ownsItems && relationship.target.table === target {
      let table = relationship.table
      let candidates = try connection.prepare(
        "SELECT o.\(table.rowIDName) FROM \(DDL.quoted(table.name)) o, \(DDL.quoted(target.name)) t "
          + "WHERE t.\(target.rowIDName) = ?1 AND o.\(table.rowIDName) IN \(marked(table)) AND "
          + owns(relationship, "o", "t"))
      candidates.bind(row, at: 1)
      while try candidates.step() { owners.append((table, candidates.integer(at: 0))) }
    }
    return owners
  }

  /// The SQL condition that a row owns another by a relationship.
  private func owns(_ relationship: RelationshipMapping, _ owner: String, _ item: String) -> String {
    let (table, target) = (relationship.table, relationship.target.table)
    func equal(_ one: String, _ columns: [String], _ other: String, _ key: [String]) -> String {
      zip(columns, key).map { "\(one).\(DDL.quoted($0)) = \(other).\(DDL.quoted($1))" }
        .joined(separator: " AND ")
    }
    let family =
      mapping.entity(relationship.entityName)?.familyCondition(alias: owner).map { " AND \($0)" } ?? ""
    switch relationship.storage {
    case .columns:
      return equal(owner, relationship.columnNames, item, target.layout.key) + family
        + isLinked(relationship, "\(owner).\(table.rowIDName)")
    case .inverse(let inverse, _):
      return equal(item, inverse.columnNames, owner, table.layout.key) + family
        + isLinked(inverse, "\(item).\(target.rowIDName)")
    case .link(let link, let isSource):
      let end = link.end(isSource: isSource)
      return "EXISTS (SELECT 1 FROM \(DDL.quoted(link.name)) r WHERE "
        + "\(equal("r", end.own, owner, table.layout.key)) AND \(equal("r", end.other, item, target.layout.key)))"
        + family
    }
  }
}
