import RowsmithSchema

extension TableWork {
  /// The steps that build link tables, or rename them.
  mutating func buildLinkTables() {
    // Two relationships that were each other's inverse may both take the rows of one table.
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
    let pendingLists = translation.pendingLists(
      of: match.newLayout.linkTables.filter { !kept.contains($0.name) })
    for link in match.newLayout.linkTables where !kept.contains(link.name) {
      let origin = origin(of: link)
      let name = TableWork.temporaryName(of: link.name)
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
      let waiting = pendingLists[link.name] ?? []
      if let pending = translation.pendingLinks(of: waiting, for: link, named: name) {
        work.append((.build, pending))
      }
      add("\(fill == nil ? "create" : "build") the table of links \(link.name)\(from)", work)
      noteRebuilt(links: link.name)
    }
  }

  private func origin(of link: Layout.LinkTable) -> LinkOrigin {
    translation.origins["\(link.sourceEntity).\(link.relationship)"]
  }

  private func columns(of link: Layout.LinkTable) -> [String] {
    (link.sourceColumns + link.targetColumns).map(\.name) + ["position"]
      + (link.isInverseOrdered ? ["source_position"] : [])
  }

  /// Keeps the rows of a link table in place. Returns `false` if that is impossible.
  private mutating func keep(_ link: Layout.LinkTable, _ old: OldLinks) -> Bool {
    guard !old.isReversed, old.condition == nil,
      let table = match.oldLayout.linkTable(old.store),
      let keys = translation.translate(old, from: link.sourceEntity, to: link.targetEntity),
      keys.source.isIdentity,
      keys.target.isIdentity, table.isOrdered == link.isOrdered,
      table.isInverseOrdered == link.isInverseOrdered,
      !rebuilds(table.sourceEntity, link.sourceEntity), !rebuilds(table.targetEntity, link.targetEntity)
    else { return false }
    let definition = DDL.create(link, layout: match.newLayout)
    let former = DDL.create(table, layout: match.oldLayout, named: link.name)
    // SQLite updates references to renamed tables and columns.
    let isAlike = columns(of: link) == columns(of: table)
    guard former == definition || isAlike else { return false }
    if table.name == link.name { return true }
    // Tables of entities get their names first, and references to these would be renamed with the links.
    guard !match.hadTable(link.name), !match.hasTable(table.name) else { return false }
    add(
      "rename the table of links \(table.name) to \(link.name)",
      [
        (.drop, "DROP INDEX IF EXISTS \(DDL.quoted(table.targetIndex.name))"),
        (.alter, "ALTER TABLE \(DDL.quoted(table.name)) RENAME TO \(DDL.quoted(link.name))"),
        (.index, DDL.create(link.targetIndex, on: link.name)),
      ])
    noteRenamed(table.name, to: link.name)
    return true
  }

  /// Whether a table that links refer to is rebuilt under another name or with another key.
  private func rebuilds(_ former: String, _ entity: String) -> Bool {
    guard let old = match.oldTable(of: former), let new = match.newTable(of: entity) else { return true }
    if let alteration = choices.altered[new.name] { return alteration.old.name != old.name }
    return old.name != new.name || old.key != new.key
  }

  /// The SELECT that fills a link table, its source for the description, and the positions it provides.
  private func contents(
    of link: Layout.LinkTable, _ origin: LinkOrigin
  ) -> (sql: String?, from: String, isNumbered: (position: Bool, source: Bool)) {
    let list = { (source: TranslatedKey, target: TranslatedKey, position: String?, sourcePosition: String?) in
      (source.columns + target.columns + [link.isOrdered ? position ?? "NULL" : "NULL"]
        + (link.isInverseOrdered ? [sourcePosition ?? "NULL"] : [])).joined(separator: ", ")
    }
    switch origin {
    case .linkTable(let old):
      guard let keys = translation.translate(old, from: link.sourceEntity, to: link.targetEntity) else {
        break
      }
      let conditions = [keys.source, keys.target].filter { !$0.isIdentity }.map { SQL.notNull($0.columns) }
      return (
        "SELECT \(list(keys.source, keys.target, old.position, old.sourcePosition)) \(old.from(where: conditions))",
        " from \(old.store)", (old.position != nil, old.sourcePosition != nil)
      )
    case .collected(let index, let isReversed):
      let collection = translation.origins.collections[index]
      var links = collection.links
      if isReversed { links = links.reversed }
      guard let keys = translation.translate(links, from: link.sourceEntity, to: link.targetEntity) else {
        break
      }
      let isNumbered: (position: Bool, source: Bool) =
        isReversed
        ? (collection.hasSourcePositions, collection.hasPositions)
        : (collection.hasPositions, collection.hasSourcePositions)
      return (
        "SELECT \(list(keys.source, keys.target, links.position, links.sourcePosition)) FROM \(collection.table)",
        " from \(collection.places.map(\.store).joined(separator: ", "))", isNumbered
      )
    case .none, .sameRow: break
    }
    return (nil, "", (true, true))
  }

  /// Numbers the links that have no position, in the order of their keys, after those that have one.
  private func number(_ link: Layout.LinkTable, _ name: String, isInverse: Bool) -> String {
    let source = link.sourceColumns.map(\.name)
    let target = link.targetColumns.map(\.name)
    let (owner, item) = isInverse ? (target, source) : (source, target)
    let both = source + target
    let position = DDL.quoted(isInverse ? "source_position" : "position")
    return """
      UPDATE \(DDL.quoted(name)) SET \(position) = p.n FROM (SELECT \(DDL.list(both)), \
      \(SQL.positions(position, per: DDL.list(owner), orderedBy: DDL.list(item))) AS n \
      FROM \(DDL.quoted(name))) AS p WHERE \
      \(SQL.equal(both.map { "p.\(DDL.quoted($0))" }, both.map { "\(DDL.quoted(name)).\(DDL.quoted($0))" }))
      """
  }
}
