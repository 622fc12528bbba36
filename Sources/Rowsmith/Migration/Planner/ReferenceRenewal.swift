import RowsmithSchema

/// The last stage of a plan: renews what the database records about links that name no row.
struct ReferenceRenewal {
  /// Creates ``temporaryTable``.
  let preparation =
    "CREATE TEMP TABLE \(PendingList.keptName) (relationship, target, source, position)"
  /// The temporary table with the pending links of the new database.
  let temporaryTable = PendingList.keptName
  /// The work to do when all rows are in place.
  private(set) var step = Migration.Step("", [])
  /// Links that may name no row: afterwards no more than before.
  private(set) var linkChecks: [Migration.LinkCheck] = []
  private let translation: RowTranslation
  private var match: SchemaMatch { translation.match }

  init(_ translation: RowTranslation) {
    self.translation = translation
    var work: [(Migration.Phase, String)] = [
      (.build, "DELETE FROM \(PendingList.keptTable)")
    ]
    for list in translation.pendingLists {
      guard let relationship = list.relationship, let keys = translation.keys(of: list),
        case .inverseColumns = match.new.storage(of: relationship, in: list.entity)
      else { continue }
      let declarer = match.new.declarer(of: relationship.name, in: list.entity)?.name ?? list.entity
      let name = DDL.literal(.text("\(declarer).\(relationship.name)"))
      work.append(
        (
          .build,
          "INSERT INTO \(PendingList.keptTable) SELECT \(name), \(keys.target), \(keys.source), "
            + "\(relationship.isOrdered ? "w.position" : "NULL") FROM \(PendingList.table) AS w "
            + "WHERE w.relationship = \(DDL.literal(.text(list.old))) AND \(SQL.notNull([keys.source, keys.target]))"
        ))
    }
    work += newlyPendingLinks.map { (.build, $0) }
    work.append((.references, "DELETE FROM \(PendingList.table)"))
    work.append(
      (
        .references,
        "INSERT OR IGNORE INTO \(PendingList.table) SELECT * FROM \(PendingList.keptTable)"
      ))
    work.append((.references, "DELETE FROM main._rowsmith_unresolved"))
    let newEnds = ends(match.new, match.newLayout)
    for end in newEnds where end.columns.count == 1 || end.hasPlainKey {
      let name = DDL.literal(.text(end.name))
      let columns = end.columns.map { SQL.column($0, of: "l") }
      // At run time, a key of several parts is stored as a JSON array.
      let column = columns.count == 1 ? columns[0] : "json_array(\(columns.joined(separator: ", ")))"
      work.append(
        (
          .references,
          "INSERT OR IGNORE INTO main._rowsmith_unresolved SELECT DISTINCT \(name), \(column) "
            + "FROM \(DDL.quoted(end.table)) AS l WHERE \(end.isReferenced("l", asEntity: true))"
        ))
    }
    step = Migration.Step("rebuild the list of links that name no row", work)
    let formerEnds = formerEnds
    for end in newEnds {
      guard let before = looseBefore(end, formerEnds) else { continue }
      linkChecks.append(
        Migration.LinkCheck(
          subject: end.relationship, before: before,
          after: "SELECT count(*) FROM \(DDL.quoted(end.table)) AS l WHERE \(end.isReferenced("l"))"))
    }
  }

  /// Makes links pending that move from a link table to columns of rows that do not exist yet.
  private var newlyPendingLinks: [String] {
    translation.origins.collections.compactMap { collection in
      guard let name = translation.pendingName(of: collection),
        let keys = translation.translate(
          collection.links, from: collection.sourceEntity, to: collection.targetEntity)
      else { return nil }
      let exists = translation.rowExists(collection.links.source, in: collection.places[0].sourceEntity)
      let position = "\(LinkCollection.alias).source_position"
      return
        "INSERT INTO \(PendingList.keptTable) SELECT \(DDL.literal(.text(name))), \(keys.source.columns[0]), "
        + "\(keys.target.columns[0]), \(position) FROM \(collection.table) WHERE NOT \(exists)"
    }
  }

  /// One end of links: columns that hold keys.
  private struct End {
    /// The name under which links that name no row are recorded: `Album.band`.
    var name: String
    var relationship: String
    var table: String
    var columns: [String]
    var target: Layout.Table
    /// The entities that the links may lead to; `nil` if these are all in the table.
    var kinds: [String]?

    /// Whether every part of the key is an integer or text.
    var hasPlainKey: Bool {
      target.columns.allSatisfy { !target.key.contains($0.name) || [.integer, .text].contains($0.type) }
    }

    /// The condition that the key in a row names no row.
    ///
    /// - Parameter asEntity: whether a row of another entity of the family does not count, as in an import.
    func isReferenced(_ alias: String, asEntity: Bool = false) -> String {
      let columns = columns.map { SQL.column($0, of: alias) }
      var equal = SQL.equal(target.key.map { SQL.column($0, of: "t") }, columns)
      if asEntity, let kinds {
        equal += " AND t.\"entityName\" IN (\(kinds.map { DDL.literal(.text($0)) }.joined(separator: ", ")))"
      }
      return
        "\(SQL.notNull(columns)) AND NOT EXISTS (SELECT 1 FROM \(DDL.quoted(target.name)) AS t WHERE \(equal))"
    }
  }

  /// The ends in the old database with their places among all, by the name of what stores their links.
  private var formerEnds: [String: [(place: Int, end: End)]] {
    let linkTables = Set(match.oldLayout.linkTables.map(\.name))
    var former: [String: [(place: Int, end: End)]] = [:]
    for (place, end) in ends(match.old, match.oldLayout).enumerated() {
      let parts = end.relationship.split(separator: ".").map(String.init)
      guard parts.count == 2 else { continue }
      let store = linkTables.contains(end.table) ? end.table : "\(end.table).\(parts[1])"
      former[store, default: []].append((place, end))
    }
    return former
  }

  private func ends(_ graph: SchemaGraph, _ layout: Layout) -> [End] {
    let tables = Dictionary(layout.tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var ends: [End] = []
    for entity in graph.schema.entities {
      guard let table = graph.root(of: entity.name) else { continue }
      for relationship in entity.relationships where relationship.cardinality == .toOne {
        guard let target = graph.root(of: relationship.target).flatMap({ tables[$0.name] }) else { continue }
        let name = "\(entity.name).\(relationship.name)"
        ends.append(
          End(
            name: name, relationship: name, table: table.name, columns: graph.columnNames(of: relationship),
            target: target, kinds: kinds(of: relationship.target, in: target, graph)))
      }
    }
    for link in layout.linkTables {
      for (name, columns, entity) in [
        (link.targetName, link.targetColumns, link.targetEntity),
        (link.sourceName, link.sourceColumns, link.sourceEntity),
      ] {
        guard let target = graph.root(of: entity).flatMap({ tables[$0.name] }) else { continue }
        ends.append(
          End(
            name: name, relationship: link.targetName, table: link.name, columns: columns.map(\.name),
            target: target, kinds: kinds(of: entity, in: target, graph)))
      }
    }
    return ends
  }

  private func kinds(of entity: String, in table: Layout.Table, _ graph: SchemaGraph) -> [String]? {
    let kinds = graph.descendants(of: entity).map(\.name)
    return kinds.count < table.entities.count ? kinds : nil
  }

  /// The query that counts how many of this end's links named no row before.
  private func looseBefore(_ end: End, _ formerEnds: [String: [(place: Int, end: End)]]) -> String? {
    var stores: Set<String> = []
    switch translation.origins[end.relationship] {
    case .none: return nil
    case .linkTable(let old): stores.insert(old.store)
    case .collected(let index, _):
      stores.formUnion(translation.origins.collections[index].places.map(\.store))
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
      // Values that were an attribute may name no row.
      if stores.isEmpty { return nil }
    }
    var counts = ["SELECT count(*) FROM \(PendingList.table)"]
    let former = stores.flatMap { formerEnds[$0] ?? [] }.sorted { $0.place < $1.place }
    for old in former.map(\.end) {
      // A row of another entity of the family, which the link does not lead to, may go to another table.
      counts.append(
        "SELECT count(*) FROM \(DDL.quoted(old.table)) AS l WHERE \(old.isReferenced("l", asEntity: true))")
    }
    return SQL.sum(counts)
  }
}
