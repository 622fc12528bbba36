import RowsmithSchema

/// Finds the rows to delete: those whose deletion was requested, what they own, and the orphans that nothing keeps.
///
/// An orphan is kept if the document names it, or if a row that stays refers to it, other than itself and what it owns.
/// Orphans that are referred to only by each other are all deleted.
struct OrphanRemoval {
  let deletion: Deletion
  private var mapping: Mapping { deletion.mapping }
  private var connection: Connection { deletion.connection }
  private static let judged = Deletion.Kind.judged.rawValue
  /// From how many owners of an item on they are not asked one by one.
  private static let many = 9

  init(deletion: Deletion) { self.deletion = deletion }

  /// Completes the marks of the deletion.
  func gather() throws {
    let owning = mapping.relationships.filter(\.ownsItems)
    // Orphans of the app's writes are not judged when rows are deleted on request.
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
    } while try keepReferred(owning)
  }

  private func kept(_ table: String, _ row: String) -> String {
    "SELECT 1 FROM temp._rowsmith_staying k WHERE k.table_index = \(table) AND k.row = \(row)"
  }

  /// Marks what marked rows own, transitively.
  private func spread(_ owning: [RelationshipMapping]) throws {
    var round = 0
    var added = owning.isEmpty ? 0 : 1
    while added > 0 {
      added = 0
      for relationship in owning {
        let target = relationship.target.table
        let row = target.rowIDName
        let ownersOfRound = " AND round = ?1"
        // On request, `Cascade` always deletes its items; in an import they are judged.
        let isJudged = !deletion.writers.isEmpty || relationship.schema.deleteRule != .cascade
        let kind = isJudged ? Deletion.Kind.judged : .owned
        added += try connection.run(
          "INSERT OR IGNORE INTO temp._rowsmith_deletions "
            + "SELECT \(target.index), \(row), \(kind.rawValue), ?1 + 1 FROM \(DDL.quoted(target.name)) AS t "
            + "WHERE \(deletion.isItem(relationship, only: ownersOfRound)) "
            + "AND NOT EXISTS (\(kept("\(target.index)", "t.\(row)")))", [.integer(Int64(round))])
      }
      round += 1
      if added > 0 { try keepNamed(round: round) }
    }
  }

  /// Keeps the rows of a round that the document names. A long chain has a round for each row: the statement is kept, and
  /// reads no others.
  private func keepNamed(round: Int) throws {
    for writer in deletion.writers where writer.named != nil || writer.leftOut != nil {
      let table = writer.mapping.index
      let list = try connection.prepareForReuse(
        "SELECT row FROM temp._rowsmith_deletions WHERE table_index = \(table) AND round = ?1 "
          + "AND kind = \(OrphanRemoval.judged)")
      list.bind(Int64(round), at: 1)
      defer { list.reset() }
      var named: [Int64] = []
      while try list.step() {
        if try writer.isKept(list.integer(at: 0)) { named.append(list.integer(at: 0)) }
      }
      for row in named {
        try connection.run("INSERT INTO temp._rowsmith_staying VALUES (\(table), ?1, 0)", [.integer(row)])
        try connection.run(
          "DELETE FROM temp._rowsmith_deletions WHERE table_index = \(table) AND row = ?1", [.integer(row)])
      }
    }
  }

  /// Keeps rows that staying rows refer to, transitively; returns whether there were any.
  ///
  /// The first step asks all staying rows, each later step only the rows of the last hop: a long chain costs one step a
  /// row. What a kept row alone owns is kept with it: a chain through what rows own is then not gathered anew for each.
  private func keepReferred(_ owning: [RelationshipMapping]) throws -> Bool {
    let last = max(try connection.integer("SELECT max(hop) FROM temp._rowsmith_staying") ?? 0, 0)
    var hop = last + 1
    var count = try mapping.tables.reduce(0) { try $0 + keepReferred(in: $1, by: references(to: $1), hop) }
    guard count > 0 else { return false }
    while count > 0 {
      for table in mapping.tables {
        try connection.run(
          "DELETE FROM temp._rowsmith_deletions WHERE table_index = \(table.index) AND row IN "
            + "(SELECT row FROM temp._rowsmith_staying WHERE table_index = \(table.index) AND hop = ?1)",
          [.integer(hop)])
      }
      hop += 1
      count = try mapping.tables.reduce(0) { count, table in
        try references(to: table).reduce(count) { try $0 + keepReferred(in: table, by: $1, after: hop - 1) }
      }
      count = try owning.reduce(count) { try $0 + keepOwned(by: $1, of: owning, after: hop - 1) }
    }
    return true
  }

  /// Keeps the items of rows kept in the last hop that are marked only for being theirs. Items that own each other are
  /// left to the next gathering, and so are those that many rows own: asking for each row whether another of them is still
  /// marked would take time with the square of their number.
  private func keepOwned(
    by relationship: RelationshipMapping, of owning: [RelationshipMapping], after hop: Int64
  ) throws -> Int {
    let (owner, target) = (relationship.table, relationship.target.table)
    let others = owning.filter { $0.target.table === target }.map { other in
      let (link, condition) = deletion.items(other, of: "m", link: "y")
      let owners = DDL.quoted(other.table.name) + " m" + (link.map { " JOIN \($0)" } ?? "")
      return " AND (SELECT count(*) < \(OrphanRemoval.many) AND total(is_marked) = 0 FROM "
        + "(SELECT \(deletion.isMarked(other.table, "m")) AS is_marked FROM \(owners) WHERE \(condition) "
        + "LIMIT \(OrphanRemoval.many)))"
    }
    let (link, condition) = deletion.items(relationship, of: "o", link: "x")
    let links = link.map { " CROSS JOIN \($0)" } ?? ""
    return try connection.run(
      "INSERT OR IGNORE INTO temp._rowsmith_staying SELECT \(target.index), t.\(target.rowIDName), ?1 + 1 "
        + "FROM temp._rowsmith_staying k CROSS JOIN \(DDL.quoted(owner.name)) o ON o.\(owner.rowIDName) = k.row"
        + "\(links) CROSS JOIN \(DDL.quoted(target.name)) t ON \(condition) "
        + "CROSS JOIN temp._rowsmith_deletions d ON d.table_index = \(target.index) "
        + "AND d.row = t.\(target.rowIDName) AND d.kind = \(OrphanRemoval.judged) "
        + "WHERE k.table_index = \(owner.index) AND k.hop = ?1 "
        + "AND NOT EXISTS (SELECT 1 FROM temp._rowsmith_orphans p WHERE p.table_index = \(target.index) "
        + "AND p.row = d.row)\(others.joined())",
      [.integer(hop)])
  }

  /// Keeps the rows of a table that any unmarked row refers to.
  private func keepReferred(in table: TableMapping, by references: [Reference], _ hop: Int64) throws -> Int {
    if references.isEmpty { return 0 }
    return try connection.run(
      "INSERT OR IGNORE INTO temp._rowsmith_staying SELECT \(table.index), d.row, ?1 "
        + "FROM temp._rowsmith_deletions d JOIN \(DDL.quoted(table.name)) t ON t.\(table.rowIDName) = d.row "
        + "WHERE d.table_index = \(table.index) AND d.kind = \(OrphanRemoval.judged) "
        + "AND (\(references.map(isReferredTo).joined(separator: " OR ")))", [.integer(hop)])
  }

  /// Keeps the rows of a table that a row kept in the last hop refers to.
  private func keepReferred(in table: TableMapping, by reference: Reference, after hop: Int64) throws -> Int {
    let holder = reference.holder
    let link = reference.link.map { " CROSS JOIN \(DDL.quoted($0.name)) r ON \(reference.toHolder)" } ?? ""
    return try connection.run(
      "INSERT OR IGNORE INTO temp._rowsmith_staying SELECT \(table.index), t.\(table.rowIDName), ?1 + 1 "
        + "FROM temp._rowsmith_staying k CROSS JOIN \(DDL.quoted(holder.name)) o ON o.\(holder.rowIDName) = k.row"
        + "\(link) CROSS JOIN \(DDL.quoted(table.name)) t ON \(reference.toTarget) "
        + "CROSS JOIN temp._rowsmith_deletions d ON d.table_index = \(table.index) "
        + "AND d.row = t.\(table.rowIDName) AND d.kind = \(OrphanRemoval.judged) "
        + "WHERE k.table_index = \(holder.index) AND k.hop = ?1\(reference.condition)",
      [.integer(hop)])
  }

  /// One way in which rows `o` of a table refer to rows `t`: by a column, or by a link `r`.
  private struct Reference {
    var holder: TableMapping
    var link: LinkTableMapping?
    /// The condition that a link belongs to `o`.
    var toHolder = ""
    /// The condition that the column, or the link, names `t`.
    var toTarget: String
    /// A further condition, beginning with `AND`: a row is not kept by itself or by what it owns.
    var condition: String
  }

  private func references(to table: TableMapping) -> [Reference] {
    var references = table.referrers.map { referrer in
      Reference(
        holder: referrer.table, toTarget: match("o", referrer.columnNames, table),
        condition: isOther(referrer.table, than: table) + isNotOwned(referrer.table, "o", by: table))
    }
    for link in table.links {
      if link.target === table { references.append(reference(link, isSource: false, link.source, to: table)) }
      if link.source === table, link.layout.inverse != nil {
        references.append(reference(link, isSource: true, link.target, to: table))
      }
    }
    return references
  }

  private func reference(
    _ link: LinkTableMapping, isSource: Bool, _ holder: TableMapping, to table: TableMapping
  ) -> Reference {
    let end = link.end(isSource: isSource)
    let ends = zip(end.other, holder.layout.key).map { "r.\(DDL.quoted($0)) = o.\(DDL.quoted($1))" }
    return Reference(
      holder: holder, link: link, toHolder: ends.joined(separator: " AND "),
      toTarget: match("r", end.own, table),
      condition: isOther(holder, than: table) + isNotOwned(holder, "o", by: table))
  }

  private func isOther(_ holder: TableMapping, than table: TableMapping) -> String {
    holder === table ? " AND o.\(holder.rowIDName) <> t.\(table.rowIDName)" : ""
  }

  /// The condition that an unmarked row refers to the row `t`.
  private func isReferredTo(_ reference: Reference) -> String {
    let holder = "\(DDL.quoted(reference.holder.name)) o"
    let from = reference.link.map { "\(DDL.quoted($0.name)) r JOIN \(holder) ON \(reference.toHolder)" }
    return "EXISTS (SELECT 1 FROM \(from ?? holder) WHERE \(reference.toTarget)\(reference.condition) "
      + "AND NOT \(deletion.isMarked(reference.holder, "o")))"
  }

  /// The condition that the row `t` does not own a row, beginning with `AND`.
  private func isNotOwned(_ other: TableMapping, _ alias: String, by table: TableMapping) -> String {
    mapping.relationships.filter { $0.ownsItems && $0.table === table && $0.target.table === other }.map {
      relationship in
      // Rows of other entities in the family own nothing by it, and are not owned by it.
      let ends = [
        mapping.entity(relationship.entityName)?.familyCondition(alias: "t"),
        relationship.target.familyCondition(alias: alias),
      ]
      let family = ends.compactMap(\.self).map { "\($0) AND " }.joined()
      switch relationship.storage {
      case .columns:
        let equal = zip(relationship.columnNames, other.layout.key)
          .map { "t.\(DDL.quoted($0)) = \(alias).\(DDL.quoted($1))" }
        let linked = deletion.isLinked(relationship, "t.\(table.rowIDName)")
        return " AND (\(family)\(equal.joined(separator: " AND "))\(linked)) IS NOT 1"
      case .inverse(let inverse, _):
        let linked = deletion.isLinked(inverse, "\(alias).\(other.rowIDName)")
        return " AND (\(family)\(match(alias, inverse.columnNames, table))\(linked)) IS NOT 1"
      case .link(let link, let isSource):
        let end = link.end(isSource: isSource)
        let ends = zip(end.other, other.layout.key)
          .map { "x.\(DDL.quoted($0)) = \(alias).\(DDL.quoted($1))" }
        return " AND NOT (\(family)EXISTS (SELECT 1 FROM \(DDL.quoted(link.name)) x "
          + "WHERE \(match("x", end.own, table)) AND \(ends.joined(separator: " AND "))))"
      }
    }.joined()
  }

  private func match(_ alias: String, _ columns: [String], _ table: TableMapping) -> String {
    zip(columns, table.layout.key).map { "\(alias).\(DDL.quoted($0)) = t.\(DDL.quoted($1))" }
      .joined(separator: " AND ")
  }
}
