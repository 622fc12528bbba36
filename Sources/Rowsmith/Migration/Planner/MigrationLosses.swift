import RowsmithSchema

/// The fifth stage of a plan: data that the new schema has no place for.
struct MigrationLosses {
  /// What to count.
  private(set) var checks: [Migration.Check] = []
  private let translation: RowTranslation
  /// The places of the collections that links of the old database are in, by the names of what stores these.
  private let collections: [String: [Int]]
  /// The new tables of links that take over those of old ones, by the names of what stores these.
  private let linkTables: [String: [(link: Layout.LinkTable, links: OldLinks)]]
  private var match: SchemaMatch { translation.match }

  init(_ translation: RowTranslation) {
    self.translation = translation
    var collections: [String: [Int]] = [:]
    for (index, collection) in translation.origins.collections.enumerated() {
      for store in Set(collection.places.map(\.store)) { collections[store, default: []].append(index) }
    }
    self.collections = collections
    var linkTables: [String: [(link: Layout.LinkTable, links: OldLinks)]] = [:]
    for link in translation.match.newLayout.linkTables {
      guard case .linkTable(let old) = translation.origins["\(link.sourceEntity).\(link.relationship)"] else {
        continue
      }
      linkTables[old.store, default: []].append((link: link, links: old))
    }
    self.linkTables = linkTables
    findLostRows()
    findLostValues()
    findLostLinks()
    findLostPendingLinks()
  }

  private mutating func findLostRows() {
    for entity in match.old.schema.entities where match.successor(of: entity.name) == nil {
      guard let table = match.oldTable(of: entity.name) else { continue }
      let flow = RowFlow(entity: "", former: entity.name, table: table)
      checks.append(
        Migration.Check(
          subject: entity.name, noun: "row", count: "SELECT count(*) FROM \(flow.source)",
          examples: translation.examples(flow.table, "FROM \(flow.source)")))
    }
  }

  private mutating func findLostValues() {
    for declarer in match.old.schema.entities {
      for attribute in declarer.attributes {
        var lost: [String] = []
        var inexact: [(sql: String, example: String, type: Schema.AttributeType)] = []
        for kind in match.old.descendants(of: declarer.name) {
          guard let now = match.successor(of: kind.name), let table = match.oldTable(of: kind.name) else {
            continue
          }
          let flow = RowFlow(entity: now.name, former: kind.name, table: table)
          let column = flow.column(attribute.name)
          let isGiven = "\(column) IS NOT NULL"
          guard let target = target(of: attribute, flow: flow) else {
            lost.append("SELECT count(*) FROM \(flow.source(where: isGiven))")
            continue
          }
          let conversion = match.conversion(from: attribute, to: target)
          if conversion.keepsValues { continue }
          let from = flow.source(
            where: "\(isGiven) AND NOT \(translation.call(ValueConversion.test, conversion, column))")
          inexact.append(
            ("SELECT count(*) FROM \(from)", "SELECT \(column) FROM \(from) LIMIT 3", target.type))
        }
        let subject = "\(declarer.name).\(attribute.name)"
        if !lost.isEmpty {
          checks.append(Migration.Check(subject: subject, noun: "value", count: SQL.sum(lost)))
        }
        if let first = inexact.first {
          checks.append(
            Migration.Check(
              subject: subject, noun: "value", remark: " that no \(first.type.spelling) can hold",
              count: SQL.sum(inexact.map(\.sql)), examples: first.example))
        }
      }
    }
  }

  /// The attribute that takes the values of an old one, which may be the key that a relationship holds.
  private func target(of attribute: Schema.Attribute, flow: RowFlow) -> Schema.Attribute? {
    switch match.currentMember(of: attribute.name, in: flow.former, now: flow.entity) {
    case .attribute(let target): return target
    case .relationship(let relationship):
      let declarer = match.new.declarer(of: relationship.name, in: flow.entity)?.name ?? flow.entity
      guard case .sameRow = translation.origins["\(declarer).\(relationship.name)"] else { return nil }
      return match.new.keyAttribute(of: relationship.target)
    case nil: return nil
    }
  }

  private mutating func findLostLinks() {
    for entity in match.old.schema.entities {
      for relationship in entity.relationships {
        switch match.old.storage(of: relationship, in: entity.name) {
        case .columns: findLostColumnLinks(relationship, of: entity.name)
        case .linkTable(_, let isSource) where isSource:
          guard let links = match.oldLinks(of: relationship, in: entity.name) else { continue }
          if let count = lostLinks(links, kept: keepers(of: links)) { addLostLinks(links.name, [count]) }
        case .linkTable, .inverseColumns: break
        }
      }
    }
  }

  private mutating func addLostLinks(_ name: String, _ counts: [String]) {
    if counts.isEmpty { return }
    checks.append(Migration.Check(subject: name, noun: "link", count: SQL.sum(counts)))
  }

  /// Counts links in columns for each entity of the family, as each may have another place for them.
  private mutating func findLostColumnLinks(_ relationship: Schema.Relationship, of entity: String) {
    guard var links = match.oldLinks(of: relationship, in: entity) else { return }
    var counts: [String] = []
    for kind in match.old.descendants(of: entity) {
      guard let now = match.successor(of: kind.name), let table = match.oldTable(of: kind.name) else {
        continue
      }
      let flow = RowFlow(entity: now.name, former: kind.name, table: table)
      var conditions: [String] = []
      if let kinds = flow.condition { conditions.append("l" + kinds.dropFirst()) }
      var keepers = keepers(of: links)
      switch match.currentMember(of: relationship.name, in: kind.name, now: now.name) {
      case .relationship(let current) where current.cardinality == .toOne:
        let declarer = match.new.declarer(of: current.name, in: now.name)?.name ?? now.name
        if case .sameRow = translation.origins["\(declarer).\(current.name)"] {
          let key = translation.translate(links.target, to: links.targetEntity, now: current.target, depth: 1)
          keepers.append(key.map { $0.isIdentity ? "1" : SQL.notNull($0.columns) } ?? "0")
        }
      case .attribute(let current):
        keepers.append(keptAsAttribute(relationship, links, current))
      default: break
      }
      if let mirror = mirror(of: relationship, in: entity) { keepers.append(mirror) }
      if let count = lostLinks(links, kept: keepers, conditions) { counts.append(count) }
    }
    links.name = "\(entity).\(relationship.name)"
    addLostLinks(links.name, counts)
  }

  private func keptAsAttribute(
    _ relationship: Schema.Relationship, _ links: OldLinks, _ attribute: Schema.Attribute
  ) -> String {
    guard links.target.count == 1 else { return "0" }
    guard let key = match.old.keyAttribute(of: relationship.target) else { return "1" }
    let conversion = ValueConversion(from: key, to: attribute)
    return conversion.keepsValues ? "1" : translation.call(ValueConversion.test, conversion, links.target[0])
  }

  /// For a one-to-one pair whose other column stays: the condition that this column has the link, too.
  private func mirror(of relationship: Schema.Relationship, in entity: String) -> String? {
    guard let inverse = match.old.inverse(of: relationship), inverse.cardinality == .toOne,
      let mirrored = match.oldLinks(of: inverse, in: relationship.target),
      let links = match.oldLinks(of: relationship, in: entity), mirrored.store != links.store,
      let place = match.old.declarer(of: inverse.name, in: relationship.target),
      let now = match.successor(of: place.name),
      case .relationship(let current) = match.currentMember(of: inverse.name, in: place.name, now: now.name),
      match.flow(of: entity, to: current.target).elsewhere.isEmpty
    else { return nil }
    let rename = { (sql: String) in "m" + sql.dropFirst() }
    let table = "\(mirrored.table.dropLast(OldLinks.alias.count))m"
    return "EXISTS (SELECT 1 FROM \(table) WHERE \(SQL.equal(mirrored.source.map(rename), links.target)) AND "
      + "\(SQL.equal(mirrored.target.map(rename), links.source)))"
  }

  /// Conditions under which a link has a place in the new database apart from its own column.
  private func keepers(of links: OldLinks) -> [String] {
    var keepers: [String] = []
    for index in collections[links.store] ?? [] {
      let collection = translation.origins.collections[index]
      guard let place = collection.places.first(where: { $0.store == links.store }) else { continue }
      let (source, target) =
        place.isReversed == links.isReversed ? (links.source, links.target) : (links.target, links.source)
      let alias = "k\(index)"
      let equal = SQL.equal(
        (collection.sourceNames + collection.targetNames).map { "\(alias).\($0)" }, source + target)
      keepers.append("EXISTS (SELECT 1 FROM temp.\(DDL.quoted(collection.name)) AS \(alias) WHERE \(equal))")
    }
    for (link, old) in linkTables[links.store] ?? [] {
      guard let keys = translation.translate(old, from: link.sourceEntity, to: link.targetEntity) else {
        continue
      }
      let conditions =
        [old.condition].compactMap { $0 }
        + [keys.source, keys.target].filter { !$0.isIdentity }.map { SQL.notNull($0.columns) }
      keepers.append(conditions.isEmpty ? "1" : conditions.joined(separator: " AND "))
    }
    return keepers
  }

  private func lostLinks(_ links: OldLinks, kept: [String], _ conditions: [String] = []) -> String? {
    if kept.contains("1") { return nil }
    let isLost = kept.filter { $0 != "0" }.map { "NOT (\($0))" }
    return "SELECT count(*) \(links.from(where: conditions + isLost))"
  }

  /// Finds pending links that neither stay pending nor go into a link table.
  private mutating func findLostPendingLinks() {
    for list in translation.pendingLists {
      var isLost = "1"
      if let relationship = list.relationship, let keys = translation.keys(of: list) {
        switch match.new.storage(of: relationship, in: list.entity) {
        case .columns: break
        case .linkTable where !translation.hasSimpleKeys(list): break
        case .inverseColumns, .linkTable: isLost = SQL.anyNull([keys.source, keys.target])
        }
      }
      checks.append(
        Migration.Check(
          subject: list.old, noun: "key", remark: " of a row that is missing so far",
          count: "SELECT count(*) FROM \(PendingList.table) AS w WHERE w.relationship = "
            + "\(DDL.literal(.text(list.old))) AND \(isLost)"))
    }
  }
}
