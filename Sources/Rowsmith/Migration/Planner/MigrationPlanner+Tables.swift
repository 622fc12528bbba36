import RowsmithSchema

extension MigrationPlanner {
  /// The name a table has until it takes the place of the old one.
  static func temporaryName(of table: String) -> String { "_rowsmith_new_\(table)" }

  /// The steps that build tables anew, or for the first time.
  func buildTables() {
    for table in match.newLayout.tables where rebuilt.contains(table.name) {
      let flows = flows(to: table)
      let name = MigrationPlanner.temporaryName(of: table.name)
      var work: [(Migration.Phase, String)] = [(.build, DDL.create(table, named: name))]
      work += flows.map { (.build, fill(name, like: table, from: $0, flows)) }
      work += numbering(of: table, named: name, flows: flows).map { (.build, $0) }
      work.append((.place, "ALTER TABLE \(DDL.quoted(name)) RENAME TO \(DDL.quoted(table.name))"))
      work += flows.compactMap { drop($0.table.name) }
      work += table.indexes.map { (.index, DDL.create($0, on: table.name)) }
      addStep(description(of: table, flows: flows), work)
      let planned = flows.map { "SELECT count(*) FROM \($0.source)" }
      migration.rebuiltTables.append(
        Migration.RebuiltTable(
          name: table.name, temporaryName: name, formerNames: Set(flows.map(\.table.name)).sorted(),
          plannedRows: planned.isEmpty ? "SELECT 0" : SQL.sum(planned)))
    }
  }

  private func fill(_ name: String, like table: Layout.Table, from flow: RowFlow, _ flows: [RowFlow])
    -> String
  {
    var columns = table.columns.map(\.name)
    var values = table.columns.map {
      value(of: $0, flow: flow) { SQL.column($0, of: RowFlow.alias) } ?? "NULL"
    }
    // Rows without a key of their own are read in the order of their arrival.
    if table.columns.isEmpty
      || (!table.isKeyedByRowID && flows.allSatisfy { $0.table.name == flow.table.name })
    {
      columns.append(table.columns.isEmpty ? "_rowsmith_id" : table.rowIDName)
      values.append(flow.column(flow.table.columns.isEmpty ? "_rowsmith_id" : flow.table.rowIDName))
    }
    return "INSERT INTO \(DDL.quoted(name)) (\(DDL.list(columns))) SELECT \(values.joined(separator: ", ")) "
      + "FROM \(flow.source)"
  }

  /// Whether the column is the place in a list that was not ordered before.
  func needsNumbers(_ column: Layout.Column, flows: [RowFlow]) -> Bool {
    guard case .position(let entity, let name) = column.source,
      let list = match.new.relationship(name, of: entity), let inverse = list.inverse,
      let declarer = match.new.declarer(of: inverse, in: list.target)
    else { return false }
    switch origins["\(declarer.name).\(inverse)"] ?? .none {
    case .none, .linkTable: return false
    case .sameRow:
      return !flows.contains { flow in
        match.new.relationship(inverse, of: flow.entity).map { formerPosition(of: $0, flow: flow) != nil }
          ?? false
      }
    case .collected(let index, let isReversed):
      return !(isReversed ? collections[index].hasPositions : collections[index].hasSourcePositions)
    }
  }

  /// Gives the rows of lists that become ordered the order of their keys.
  private func numbering(of table: Layout.Table, named name: String, flows: [RowFlow]) -> [String] {
    table.columns.filter { needsNumbers($0, flows: flows) }.compactMap { column in
      guard case .position(let entity, let list) = column.source,
        let inverse = match.new.relationship(list, of: entity).flatMap(match.new.inverse)
      else { return nil }
      let columns = match.new.columnNames(of: inverse)
      let row = table.rowIDName
      return """
        UPDATE \(DDL.quoted(name)) SET \(DDL.quoted(column.name)) = p.n FROM (SELECT \(DDL.quoted(row)) AS id, \
        row_number() OVER (PARTITION BY \(DDL.list(columns)) ORDER BY \(DDL.list(table.identity))) - 1 AS n \
        FROM \(DDL.quoted(name)) WHERE \(SQL.notNull(columns.map(DDL.quoted)))) AS p \
        WHERE p.id = \(DDL.quoted(name)).\(DDL.quoted(row))
        """
    }
  }

  /// The steps that build tables of links, or rename them.
  func buildLinkTables() {
    // Two relationships that were one another's inverse may both take the rows of one table.
    var keptStores: Set<String> = []
    var kept: Set<String> = []
    for link in match.newLayout.linkTables {
      guard case .linkTable(let old) = origin(of: link), !keptStores.contains(old.store), keep(link, old)
      else {
        continue
      }
      keptStores.insert(old.store)
      kept.insert(link.name)
    }
    for link in match.newLayout.linkTables where !kept.contains(link.name) {
      let origin = origin(of: link)
      let name = MigrationPlanner.temporaryName(of: link.name)
      var work: [(Migration.Phase, String)] = [
        (.build, DDL.create(link, layout: match.newLayout, named: name))
      ]
      let (fill, from, isNumbered) = contents(of: link, origin)
      if let fill {
        work.append((.build, "INSERT INTO \(DDL.quoted(name)) (\(DDL.list(columns(of: link)))) \(fill)"))
      }
      if link.isOrdered, !isNumbered.position { work.append((.build, number(link, name, isInverse: false))) }
      if link.isInverseOrdered, !isNumbered.source {
        work.append((.build, number(link, name, isInverse: true)))
      }
      work.append((.place, "ALTER TABLE \(DDL.quoted(name)) RENAME TO \(DDL.quoted(link.name))"))
      work.append((.index, DDL.create(link.targetIndex, on: link.name)))
      if case .linkTable(let old) = origin, !keptStores.contains(old.store), let drop = drop(old.store) {
        work.append(drop)
      }
      if let waiting = waitingLinks(for: link, named: name) { work.append((.build, waiting)) }
      addStep("\(fill == nil ? "create" : "build") the table of links \(link.name)\(from)", work)
      rebuilt.insert(link.name)
    }
  }

  private func origin(of link: Layout.LinkTable) -> LinkOrigin {
    origins["\(link.sourceEntity).\(link.relationship)"] ?? .none
  }

  private func columns(of link: Layout.LinkTable) -> [String] {
    (link.sourceColumns + link.targetColumns).map(\.name) + ["position"]
      + (link.isInverseOrdered ? ["source_position"] : [])
  }

  /// Keeps the rows of a table of links in place, if that can be.
  private func keep(_ link: Layout.LinkTable, _ old: OldLinks) -> Bool {
    guard !old.isReversed, let table = match.oldLayout.linkTables.first(where: { $0.name == old.store }),
      let keys = translate(old, from: link.sourceEntity, to: link.targetEntity), keys.source.isIdentity,
      keys.target.isIdentity, table.isOrdered == link.isOrdered,
      table.isInverseOrdered == link.isInverseOrdered,
      !rebuilds(table.sourceEntity, link.sourceEntity), !rebuilds(table.targetEntity, link.targetEntity)
    else { return false }
    let definition = DDL.create(link, layout: match.newLayout)
    let former = DDL.create(table, layout: match.oldLayout, named: link.name)
    // References follow tables and columns that are renamed.
    let isAlike = columns(of: link) == columns(of: table)
    guard former == definition || isAlike else { return false }
    if table.name == link.name { return true }
    guard !match.oldLayout.hasTable(link.name) else { return false }
    addStep(
      "rename the table of links \(table.name) to \(link.name)",
      [
        (.drop, "DROP INDEX \(DDL.quoted(table.targetIndex.name))"),
        (.alter, "ALTER TABLE \(DDL.quoted(table.name)) RENAME TO \(DDL.quoted(link.name))"),
        (.index, DDL.create(link.targetIndex, on: link.name)),
      ])
    migration.renamedTables.append(Migration.Renaming(old: table.name, new: link.name))
    return true
  }

  /// Whether a table that links refer to is built anew under another name or with another key.
  private func rebuilds(_ former: String, _ entity: String) -> Bool {
    guard let old = match.oldTable(of: former), let new = match.newTable(of: entity) else { return true }
    if let alteration = altered[new.name] { return alteration.old.name != old.name }
    return old.name != new.name || old.key != new.key
  }

  /// The SELECT that fills a table of links, what to say of it, and which places it gives.
  private func contents(
    of link: Layout.LinkTable, _ origin: LinkOrigin
  ) -> (sql: String?, from: String, isNumbered: (position: Bool, source: Bool)) {
    let list = { (source: TranslatedKey, target: TranslatedKey, position: String?, sourcePosition: String?) in
      (source.columns + target.columns + [link.isOrdered ? position ?? "NULL" : "NULL"]
        + (link.isInverseOrdered ? [sourcePosition ?? "NULL"] : [])).joined(separator: ", ")
    }
    switch origin {
    case .linkTable(let old):
      guard let keys = translate(old, from: link.sourceEntity, to: link.targetEntity) else { break }
      let conditions = [keys.source, keys.target].filter { !$0.isIdentity }.map { SQL.notNull($0.columns) }
      return (
        "SELECT \(list(keys.source, keys.target, old.position, old.sourcePosition)) \(old.from(where: conditions))",
        " from \(old.store)", (old.position != nil, old.sourcePosition != nil)
      )
    case .collected(let index, let isReversed):
      let collection = collections[index]
      var links = collection.links
      if isReversed { links = links.reversed }
      guard let keys = translate(links, from: link.sourceEntity, to: link.targetEntity) else { break }
      return (
        "SELECT \(list(keys.source, keys.target, links.position, links.sourcePosition)) FROM \(collection.table)",
        " from \(collection.places.map(\.store).joined(separator: ", "))",
        (links.position != nil, links.sourcePosition != nil)
      )
    case .none, .sameRow: break
    }
    return (nil, "", (true, true))
  }

  /// Gives links their places in the order of the keys.
  private func number(_ link: Layout.LinkTable, _ name: String, isInverse: Bool) -> String {
    let source = link.sourceColumns.map(\.name)
    let target = link.targetColumns.map(\.name)
    let (owner, item) = isInverse ? (target, source) : (source, target)
    let both = source + target
    return """
      UPDATE \(DDL.quoted(name)) SET \(isInverse ? "source_position" : "position") = p.n FROM \
      (SELECT \(DDL.list(both)), row_number() OVER (PARTITION BY \(DDL.list(owner)) ORDER BY \(DDL.list(item))) - 1 \
      AS n FROM \(DDL.quoted(name))) AS p WHERE \
      \(SQL.equal(both.map { "p.\(DDL.quoted($0))" }, both.map { "\(DDL.quoted(name)).\(DDL.quoted($0))" }))
      """
  }

  /// The steps that drop what is left of the old tables.
  func dropTables() {
    let kept = altered.values.map(\.old.name) + migration.droppedTables
    for table in match.oldLayout.tables where !kept.contains(table.name) {
      migration.droppedTables.append(table.name)
      addStep("drop the table \(table.name)", [(.drop, "DROP TABLE \(DDL.quoted(table.name))")])
    }
    let keptLinks =
      match.newLayout.linkTables.filter { !rebuilt.contains($0.name) }.map { link in
        migration.renamedTables.first { $0.new == link.name }?.old ?? link.name
      } + migration.droppedTables
    for link in match.oldLayout.linkTables where !keptLinks.contains(link.name) {
      migration.droppedTables.append(link.name)
      addStep("drop the table of links \(link.name)", [(.drop, "DROP TABLE \(DDL.quoted(link.name))")])
    }
  }

  /// Drops an old table when its rows have been taken, once.
  private func drop(_ table: String) -> (Migration.Phase, String)? {
    if migration.droppedTables.contains(table) { return nil }
    migration.droppedTables.append(table)
    return (.drop, "DROP TABLE \(DDL.quoted(table))")
  }
}
