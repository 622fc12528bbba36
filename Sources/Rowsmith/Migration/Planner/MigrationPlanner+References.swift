import RowsmithSchema

extension MigrationPlanner {
  /// The links from lists of keys whose rows have not arrived, as the old database has them.
  private static let waiting = "main._rowsmith_pending"
  private static let kept = "temp._rowsmith_kept"

  /// A to-many relationship over a to-one inverse: its lists can wait for rows.
  private struct WaitingList {
    var old: String
    var links: OldLinks
    var relationship: Schema.Relationship?
    var entity: String
  }

  private var waitingLists: [WaitingList] {
    match.old.schema.entities.flatMap { entity in
      entity.relationships.compactMap { relationship -> WaitingList? in
        guard case .inverseColumns = match.old.storage(of: relationship, in: entity.name),
          let links = match.oldLinks(of: relationship, in: entity.name)
        else { return nil }
        var current: Schema.Relationship?
        let now = match.successor(of: entity.name)
        if let now,
          case .relationship(let found) = match.currentMember(
            of: relationship.name, in: entity.name, now: now.name)
        {
          current = found
        }
        return WaitingList(
          old: "\(entity.name).\(relationship.name)", links: links, relationship: current,
          entity: now?.name ?? "")
      }
    }
  }

  /// The key of a waiting parent and of the row it waits for, in the new database.
  private func keys(of list: WaitingList) -> (source: String, target: String)? {
    guard let relationship = list.relationship,
      let source = waitingKey("w.source", of: list.links.sourceEntity, now: list.entity),
      let target = waitingKey("w.target", of: list.links.targetEntity, now: relationship.target)
    else { return nil }
    return (source, target)
  }

  /// The key in a column, in the new database. One of several parts is kept in one column, and moves only as it is.
  private func waitingKey(_ column: String, of former: String, now entity: String) -> String? {
    guard let identity = match.oldTable(of: former)?.identity else { return nil }
    let columns = identity.count == 1 ? [column] : identity.map { "w.\($0)" }
    guard let key = translate(columns, to: former, now: entity, depth: 1) else { return nil }
    if identity.count == 1 { return key.columns.count == 1 ? key.columns[0] : nil }
    return key.isIdentity ? column : nil
  }

  /// Whether both ends have keys of one part.
  private func hasSimpleKeys(_ list: WaitingList) -> Bool {
    [list.links.sourceEntity, list.links.targetEntity].allSatisfy {
      match.oldTable(of: $0)?.identity.count == 1
    }
  }

  /// Fills a new table of links with those that waited for rows: there they need not wait.
  func waitingLinks(for link: Layout.LinkTable, named name: String) -> String? {
    for list in waitingLists {
      guard let relationship = list.relationship, link.sourceColumns.count == 1,
        link.targetColumns.count == 1,
        case .linkTable(link.name, let isSource) = match.new.storage(of: relationship, in: list.entity),
        let keys = keys(of: list)
      else { continue }
      let ends = isSource ? ["source", "target"] : ["target", "source"]
      let place = relationship.isOrdered ? "w.position" : "NULL"
      let position = isSource ? "position" : "source_position"
      let isPlaced = isSource || link.isInverseOrdered
      return
        "INSERT OR IGNORE INTO \(DDL.quoted(name)) (\(ends[0]), \(ends[1])\(isPlaced ? ", \(position)" : "")) "
        + "SELECT \(keys.source), \(keys.target)\(isPlaced ? ", \(place)" : "") FROM \(MigrationPlanner.waiting) AS w "
        + "WHERE w.relationship = \(DDL.literal(.text(list.old))) AND \(SQL.notNull([keys.source, keys.target]))"
    }
    return nil
  }

  /// Makes links wait that were in a table and have to be in columns of rows which are not there.
  private var newlyWaitingLinks: [String] {
    collections.compactMap { collection in
      guard let name = waitingName(of: collection),
        let keys = translate(collection.links, from: collection.sourceEntity, to: collection.targetEntity)
      else { return nil }
      let exists = rowExists(collection.links.source, in: collection.places[0].sourceEntity)
      let position = collection.hasSourcePositions ? "\(LinkCollection.alias).source_position" : "NULL"
      return
        "INSERT INTO \(MigrationPlanner.kept) SELECT \(DDL.literal(.text(name))), \(keys.source.columns[0]), "
        + "\(keys.target.columns[0]), \(position) FROM \(collection.table) WHERE NOT \(exists)"
    }
  }

  /// Whether the links that wait can go on waiting, or go into a table of links.
  func findLostWaitingLinks() {
    for list in waitingLists {
      var isLost = "1"
      if let relationship = list.relationship, let keys = keys(of: list) {
        switch match.new.storage(of: relationship, in: list.entity) {
        case .columns: break
        case .linkTable where !hasSimpleKeys(list): break
        case .inverseColumns, .linkTable: isLost = SQL.anyNull([keys.source, keys.target])
        }
      }
      migration.losses.append(
        Migration.Check(
          subject: list.old, noun: "key", remark: " of a row that has not arrived",
          count: "SELECT count(*) FROM \(MigrationPlanner.waiting) AS w WHERE w.relationship = "
            + "\(DDL.literal(.text(list.old))) AND \(isLost)"))
    }
  }

  /// Renews what the database remembers of links that name no row.
  func renewReferences() {
    var work: [(Migration.Phase, String)] = [
      (.build, "DELETE FROM \(MigrationPlanner.kept)")
    ]
    migration.preparations.append(
      "CREATE TEMP TABLE _rowsmith_kept (relationship, target, source, position)")
    migration.temporaryTables.append("_rowsmith_kept")
    for list in waitingLists {
      guard let relationship = list.relationship, let keys = keys(of: list),
        case .inverseColumns = match.new.storage(of: relationship, in: list.entity)
      else { continue }
      let declarer = match.new.declarer(of: relationship.name, in: list.entity)?.name ?? list.entity
      let name = DDL.literal(.text("\(declarer).\(relationship.name)"))
      work.append(
        (
          .build,
          "INSERT INTO \(MigrationPlanner.kept) SELECT \(name), \(keys.target), \(keys.source), "
            + "\(relationship.isOrdered ? "w.position" : "NULL") FROM \(MigrationPlanner.waiting) AS w "
            + "WHERE w.relationship = \(DDL.literal(.text(list.old))) AND \(SQL.notNull([keys.source, keys.target]))"
        ))
    }
    work += newlyWaitingLinks.map { (.build, $0) }
    work.append((.references, "DELETE FROM \(MigrationPlanner.waiting)"))
    work.append(
      (
        .references,
        "INSERT OR IGNORE INTO \(MigrationPlanner.waiting) SELECT * FROM \(MigrationPlanner.kept)"
      ))
    work.append((.references, "DELETE FROM main._rowsmith_unresolved"))
    for end in newEnds where end.columns.count == 1 || end.hasPlainKey {
      let name = DDL.literal(.text(end.name))
      let columns = end.columns.map { SQL.column($0, of: "l") }
      // The runtime keeps a key of several parts as such an array.
      let column = columns.count == 1 ? columns[0] : "json_array(\(columns.joined(separator: ", ")))"
      work.append(
        (
          .references,
          "INSERT OR IGNORE INTO main._rowsmith_unresolved SELECT DISTINCT \(name), \(column) "
            + "FROM \(DDL.quoted(end.table)) AS l WHERE \(end.isLoose("l"))"
        ))
    }
    addStep("renew the list of links that name no row", work)
    for end in newEnds {
      guard let before = looseBefore(end) else { continue }
      migration.linkChecks.append(
        Migration.LinkCheck(
          subject: end.relationship, before: before,
          after: "SELECT count(*) FROM \(DDL.quoted(end.table)) AS l WHERE \(end.isLoose("l"))"))
    }
  }

  /// One end of links: columns that hold keys.
  private struct End {
    /// What links are called that name no row: `Album.band`.
    var name: String
    var relationship: String
    var table: String
    var columns: [String]
    var target: Layout.Table

    /// Whether every part of the key is an integer or a text.
    var hasPlainKey: Bool {
      target.columns.allSatisfy { !target.key.contains($0.name) || [.integer, .text].contains($0.type) }
    }

    /// Whether the key of the row names none.
    func isLoose(_ alias: String) -> String {
      let columns = columns.map { SQL.column($0, of: alias) }
      let equal = SQL.equal(target.key.map { SQL.column($0, of: "t") }, columns)
      return
        "\(SQL.notNull(columns)) AND NOT EXISTS (SELECT 1 FROM \(DDL.quoted(target.name)) AS t WHERE \(equal))"
    }
  }

  private var newEnds: [End] { ends(match.new, match.newLayout) }

  private func ends(_ graph: SchemaGraph, _ layout: Layout) -> [End] {
    var ends: [End] = []
    for entity in graph.schema.entities {
      guard let table = graph.root(of: entity.name) else { continue }
      for relationship in entity.relationships where relationship.cardinality == .toOne {
        guard let target = graph.root(of: relationship.target).flatMap({ layout.table(of: $0.name) }) else {
          continue
        }
        let name = "\(entity.name).\(relationship.name)"
        ends.append(
          End(
            name: name, relationship: name, table: table.name, columns: graph.columnNames(of: relationship),
            target: target))
      }
    }
    for link in layout.linkTables {
      for (name, columns, entity) in [
        (link.targetName, link.targetColumns, link.targetEntity),
        (link.sourceName, link.sourceColumns, link.sourceEntity),
      ] {
        guard let target = graph.root(of: entity).flatMap({ layout.table(of: $0.name) }) else { continue }
        ends.append(
          End(
            name: name, relationship: link.targetName, table: link.name, columns: columns.map(\.name),
            target: target))
      }
    }
    return ends
  }

  /// How many links led nowhere where those of this end come from.
  private func looseBefore(_ end: End) -> String? {
    var stores: Set<String> = []
    switch origins[end.relationship] ?? .none {
    case .none: return nil
    case .linkTable(let old): stores.insert(old.store)
    case .collected(let index, _): stores.formUnion(collections[index].places.map(\.store))
    case .sameRow:
      for kind in match.new.descendants(of: String(end.relationship.prefix { $0 != "." })) {
        guard let former = match.predecessor(of: kind.name),
          let relationship = match.new.relationship(
            String(end.relationship.drop { $0 != "." }.dropFirst()), of: kind.name),
          case .relationship(let old) = match.formerMember(of: relationship, of: kind.name, in: former.name),
          let links = match.oldLinks(of: old, in: former.name)
        else { continue }
        stores.insert(links.store)
      }
      // What was an attribute may name no row.
      if stores.isEmpty { return nil }
    }
    var counts = ["SELECT count(*) FROM \(MigrationPlanner.waiting)"]
    for old in ends(match.old, match.oldLayout) {
      let parts = old.relationship.split(separator: ".").map(String.init)
      let isTable = match.oldLayout.linkTables.contains { $0.name == old.table }
      guard parts.count == 2, stores.contains(isTable ? old.table : "\(old.table).\(parts[1])") else {
        continue
      }
      counts.append("SELECT count(*) FROM \(DDL.quoted(old.table)) AS l WHERE \(old.isLoose("l"))")
    }
    return SQL.sum(counts)
  }
}
