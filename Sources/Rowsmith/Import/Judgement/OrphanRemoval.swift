import RowsmithSchema

/// Finds which rows go: those that were asked for, what they own, and those of the rows that left their places which
/// nothing keeps.
///
/// A row that left is kept where the document names it, or where a row that stays refers to it, other than itself and
/// what it owns. Rows that refer to none but each other go together: the largest set that holds itself is what goes.
struct OrphanRemoval {
  let deletion: Deletion
  private var plan: ImportPlan { deletion.plan }
  private var connection: Connection { deletion.connection }
  private static let judged = Deletion.Kind.judged.rawValue

  init(deletion: Deletion) { self.deletion = deletion }

  /// Completes the marks of the deletion.
  func gather() throws {
    let owning = plan.relationships.filter(\.ownsItems)
    // What writes left behind is not judged when something is deleted on request.
    let hasOrphans =
      try !deletion.writers.isEmpty
      && connection.integer("SELECT 1 FROM temp._rowsmith_orphans LIMIT 1") != nil
    guard hasOrphans || !owning.isEmpty else { return }
    repeat {
      try connection.run(
        "DELETE FROM temp._rowsmith_deletions WHERE kind <> \(Deletion.Kind.asked.rawValue)")
      try connection.run("UPDATE temp._rowsmith_deletions SET round = 0")
      if hasOrphans {
        try connection.run(
          "INSERT OR IGNORE INTO temp._rowsmith_deletions "
            + "SELECT o.table_index, o.row, \(OrphanRemoval.judged), 0 FROM temp._rowsmith_orphans o "
            + "WHERE NOT EXISTS (\(kept("o.table_index", "o.row")))")
      }
      try keepNamed(round: 0)
      try spread(owning)
    } while try keepReferred()
    try connection.run("DELETE FROM temp._rowsmith_staying")
  }

  private func kept(_ table: String, _ row: String) -> String {
    "SELECT 1 FROM temp._rowsmith_staying k WHERE k.table_index = \(table) AND k.row = \(row)"
  }

  /// Marks what marked rows own, and what that owns, until nothing is added.
  private func spread(_ owning: [RelationshipPlan]) throws {
    var round = 0
    var added = owning.isEmpty ? 0 : 1
    while added > 0 {
      added = 0
      for relationship in owning {
        let target = relationship.target.table
        let row = target.rowIDName
        let ownersOfRound = " AND round = \(round)"
        // On request `Cascade` deletes its items, come what may; in an import they are judged.
        let isJudged = !deletion.writers.isEmpty || relationship.schema.deleteRule != .cascade
        let kind = isJudged ? Deletion.Kind.judged : .owned
        added += try connection.run(
          "INSERT OR IGNORE INTO temp._rowsmith_deletions "
            + "SELECT \(target.index), \(row), \(kind.rawValue), \(round + 1) FROM \(DDL.quoted(target.name)) AS t "
            + "WHERE \(deletion.isItem(relationship, only: ownersOfRound)) "
            + "AND NOT EXISTS (\(kept("\(target.index)", "t.\(row)")))")
      }
      round += 1
      if added > 0 { try keepNamed(round: round) }
    }
  }

  /// Keeps the rows of a round that the document names.
  private func keepNamed(round: Int) throws {
    for writer in deletion.writers where writer.named != nil || writer.spared != nil {
      let table = writer.plan.index
      let list = try connection.prepare(
        "SELECT row FROM temp._rowsmith_deletions WHERE table_index = \(table) AND round = \(round) "
          + "AND kind = \(OrphanRemoval.judged)")
      var named: [Int64] = []
      while try list.step() {
        if try writer.isKept(list.integer(at: 0)) { named.append(list.integer(at: 0)) }
      }
      for row in named {
        try connection.run("INSERT INTO temp._rowsmith_staying VALUES (\(table), ?1)", [.integer(row)])
        try connection.run(
          "DELETE FROM temp._rowsmith_deletions WHERE table_index = \(table) AND row = ?1", [.integer(row)])
      }
    }
  }

  /// Keeps rows to which a row that stays refers, and those to which they refer; whether there were any.
  private func keepReferred() throws -> Bool {
    var hasKept = false
    while true {
      var count = 0
      for table in plan.tables {
        let references = references(to: table)
        guard !references.isEmpty else { continue }
        count += try connection.run(
          "INSERT OR IGNORE INTO temp._rowsmith_staying SELECT \(table.index), d.row FROM temp._rowsmith_deletions d "
            + "JOIN \(DDL.quoted(table.name)) t ON t.\(table.rowIDName) = d.row "
            + "WHERE d.table_index = \(table.index) AND d.kind = \(OrphanRemoval.judged) "
            + "AND (\(references.joined(separator: " OR ")))")
      }
      guard count > 0 else { return hasKept }
      hasKept = true
      try connection.run(
        "DELETE FROM temp._rowsmith_deletions WHERE kind = \(OrphanRemoval.judged) "
          + "AND EXISTS (\(kept("_rowsmith_deletions.table_index", "_rowsmith_deletions.row")))")
    }
  }

  /// The conditions on a row `t` of a table that a row which stays refers to it, one for each way to refer.
  private func references(to table: TablePlan) -> [String] {
    var conditions: [String] = []
    for referrer in table.referrers {
      let other = referrer.table
      let isOther = other === table ? " AND r.\(other.rowIDName) <> t.\(table.rowIDName)" : ""
      conditions.append(
        "EXISTS (SELECT 1 FROM \(DDL.quoted(other.name)) r WHERE \(match("r", referrer.columnNames, table))\(isOther) "
          + "AND NOT EXISTS (\(isMarked(other, "r")))\(isNotOwned(other, "r", by: table)))")
    }
    for link in table.links {
      if link.target === table {
        conditions.append(
          reference(link, own: link.targetNames, table, other: link.source, named: link.sourceNames))
      }
      if link.source === table, link.layout.inverse != nil {
        conditions.append(
          reference(link, own: link.sourceNames, table, other: link.target, named: link.targetNames))
      }
    }
    return conditions
  }

  /// Whether a row at the other end of a link table stays.
  private func reference(
    _ link: LinkPlan, own: [String], _ table: TablePlan, other: TablePlan, named: [String]
  ) -> String {
    let ends = zip(named, other.layout.key).map { "r.\(DDL.quoted($0)) = o.\(DDL.quoted($1))" }
    let isOther = other === table ? " AND o.\(other.rowIDName) <> t.\(table.rowIDName)" : ""
    return "EXISTS (SELECT 1 FROM \(DDL.quoted(link.name)) r JOIN \(DDL.quoted(other.name)) o "
      + "ON \(ends.joined(separator: " AND ")) WHERE \(match("r", own, table))\(isOther) "
      + "AND NOT EXISTS (\(isMarked(other, "o")))\(isNotOwned(other, "o", by: table)))"
  }

  /// The condition that a row is none of those which the row `t` owns, with `AND` before it.
  private func isNotOwned(_ other: TablePlan, _ alias: String, by table: TablePlan) -> String {
    plan.relationships.filter { $0.ownsItems && $0.table === table && $0.target.table === other }.map {
      relationship in
      switch relationship.storage {
      case .columns:
        let equal = zip(relationship.columnNames, other.layout.key)
          .map { "t.\(DDL.quoted($0)) = \(alias).\(DDL.quoted($1))" }
        return " AND (\(equal.joined(separator: " AND "))) IS NOT TRUE"
      case .inverse(let inverse, _):
        return " AND (\(match(alias, inverse.columnNames, table))) IS NOT TRUE"
      case .link(let link, let isSource):
        let (own, others) =
          isSource ? (link.sourceNames, link.targetNames) : (link.targetNames, link.sourceNames)
        let ends = zip(others, other.layout.key)
          .map { "x.\(DDL.quoted($0)) = \(alias).\(DDL.quoted($1))" }
        return " AND NOT EXISTS (SELECT 1 FROM \(DDL.quoted(link.name)) x WHERE \(match("x", own, table)) "
          + "AND \(ends.joined(separator: " AND ")))"
      }
    }.joined()
  }

  private func match(_ alias: String, _ columns: [String], _ table: TablePlan) -> String {
    zip(columns, table.layout.key).map { "\(alias).\(DDL.quoted($0)) = t.\(DDL.quoted($1))" }
      .joined(separator: " AND ")
  }

  private func isMarked(_ table: TablePlan, _ alias: String) -> String {
    "SELECT 1 FROM temp._rowsmith_deletions q WHERE q.table_index = \(table.index) AND q.row = \(alias).\(table.rowIDName)"
  }
}
