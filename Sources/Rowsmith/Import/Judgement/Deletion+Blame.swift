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
      let (link, condition) = items(relationship, of: "o", link: "r")
      let links = link.map { " JOIN \($0)" } ?? ""
      // Not `IN`: the marked rows would be listed again for each row.
      let candidates = try connection.prepareForReuse(
        "SELECT o.\(table.rowIDName) FROM \(DDL.quoted(target.name)) t JOIN \(DDL.quoted(table.name)) o"
          + "\(links) WHERE t.\(target.rowIDName) = ?1 AND \(condition)\(isStillLinked(relationship)) "
          + "AND \(isMarked(table, "o"))")
      candidates.bind(row, at: 1)
      defer { candidates.reset() }
      while try candidates.step() { owners.append((table, candidates.integer(at: 0))) }
    }
    return owners
  }

  /// The condition that a row `o` has a relationship that can lead to `t`, and that the document has not removed its link to
  /// `t`, beginning with `AND`; empty if there can be no doubt.
  private func isStillLinked(_ relationship: RelationshipMapping) -> String {
    let ends = [
      mapping.entity(relationship.entityName)?.familyCondition(alias: "o"),
      relationship.target.familyCondition(alias: "t"),
    ]
    let family = ends.compactMap(\.self).map { " AND \($0)" }.joined()
    switch relationship.storage {
    case .columns: return family + isLinked(relationship, "o.\(relationship.table.rowIDName)")
    case .inverse(let inverse, _):
      return family + isLinked(inverse, "t.\(relationship.target.table.rowIDName)")
    case .link: return family
    }
  }

  /// The condition that rows `t` are items of a row of a relationship's table, also by a link that the document has
  /// removed and a required column still holds; and the links to join, if they are in a table of their own.
  func items(
    _ relationship: RelationshipMapping, of owner: String, link alias: String
  ) -> (link: String?, condition: String) {
    let (own, target) = (relationship.table, relationship.target.table)
    func equal(_ one: String, _ columns: [String], _ other: String, _ key: [String]) -> String {
      zip(columns, key).map { "\(one).\(DDL.quoted($0)) = \(other).\(DDL.quoted($1))" }
        .joined(separator: " AND ")
    }
    switch relationship.storage {
    case .columns: return (nil, equal(owner, relationship.columnNames, "t", target.layout.key))
    case .inverse(let inverse, _): return (nil, equal("t", inverse.columnNames, owner, own.layout.key))
    case .link(let link, let isSource):
      let end = link.end(isSource: isSource)
      return (
        "\(DDL.quoted(link.name)) \(alias) ON \(equal(alias, end.own, owner, own.layout.key))",
        equal(alias, end.other, "t", target.layout.key)
      )
    }
  }

  /// The condition that a row is marked to be deleted.
  func isMarked(_ table: TableMapping, _ alias: String) -> String {
    "EXISTS (SELECT 1 FROM temp._rowsmith_deletions q WHERE q.table_index = \(table.index) "
      + "AND q.row = \(alias).\(table.rowIDName))"
  }
}
