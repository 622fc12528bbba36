import RowsmithSchema

/// Makes the queries for the records of a relationship.
struct RelatedQuery {
  let connection: Connection
  let relationship: RelationshipMapping
  let entity: EntityMapping
  /// What takes note of the dates of a key that are not written in full.
  let dateLoss: (AttributeMapping) -> DateLoss

  var target: TableMapping { relationship.target.table }

  /// Whether the relationship has pending links.
  func hasPending() throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM _rowsmith_pending WHERE relationship = ?1 LIMIT 1", [.text(relationship.qualifiedName)])
      != nil
  }

  /// Whether rows link to records that are missing, or are of another entity of their family.
  func hasAbsent() throws -> Bool {
    let (holder, columns): (String, [String])
    switch relationship.storage {
    case .columns: (holder, columns) = (relationship.table.name, relationship.columnNames)
    case .inverse: return try hasPending()
    case .link(let link, let isSource): (holder, columns) = (link.name, link.end(isSource: isSource).other)
    }
    var match = zip(target.layout.key, columns).map { "t.\(DDL.quoted($0)) = l.\(DDL.quoted($1))" }
    if let family = relationship.target.familyCondition(alias: "t") { match.append(family) }
    return try connection.integer(
      "SELECT 1 FROM \(DDL.quoted(holder)) AS l WHERE l.\(DDL.quoted(columns[0])) IS NOT NULL AND NOT EXISTS "
        + "(SELECT 1 FROM \(table) WHERE \(match.joined(separator: " AND "))) LIMIT 1", []) != nil
  }

  /// Whether a link table has links from records that are missing, or are of another entity of their family, so that the
  /// source side cannot express them.
  func hasOrphans() throws -> Bool {
    guard case .link(let link, isSource: false) = relationship.storage else { return false }
    var match = zip(target.layout.key, link.sourceNames).map { "t.\(DDL.quoted($0)) = l.\(DDL.quoted($1))" }
    if let family = relationship.target.familyCondition(alias: "t") { match.append(family) }
    return try connection.integer(
      "SELECT 1 FROM \(DDL.quoted(link.name)) AS l WHERE NOT EXISTS "
        + "(SELECT 1 FROM \(table) WHERE \(match.joined(separator: " AND "))) LIMIT 1", []) != nil
  }

  /// The keys of the records of a to-many relationship.
  ///
  /// - Parameter isWanted: whether the caller asked for them; if not, what the other side says is left out.
  func keys(isWanted: Bool) throws -> RelatedRecords {
    switch relationship.storage {
    case .inverse(let inverse, let position):
      var records = try make(
        .keys,
        "SELECT k, max(said) OVER (), said FROM (\(items(of: inverse, position)))",
        order: ["place IS NULL", "place", "k"])
      records.asksForPending = true
      if !isWanted, inverse.namesRecords {
        let isMerge = relationship.schema.mergePolicy == .merge
        records.worth = .init(listColumn: 1, itemColumn: isMerge ? 2 : nil, leavesOutEmpty: position == nil)
      }
      return records
    case .link(let link, let isSource):
      let end = link.end(isSource: isSource)
      return try make(
        .keys, "SELECT \(DDL.list(end.other)) FROM \(DDL.quoted(link.name)) WHERE \(equality(end.own))",
        order: places(end.position.map(DDL.quoted)) + end.other.map(DDL.quoted))
    case .columns: throw StoreError(message: "'\(relationship.qualifiedName)' is to-one")
    }
  }

  /// The records themselves.
  ///
  /// - Parameters:
  ///   - isWanted: whether the caller asked for them; if not, a list that says nothing new is left out.
  ///   - pendingKey: the members of a key of several parts whose record is missing.
  func records(_ family: EmbeddedFamily, isWanted: Bool, pendingKey: [ExportMember]?) throws -> RelatedRecords
  {
    var records = try stored(family, isWanted: isWanted, saysPending: pendingKey != nil)
    records.keyMembers = pendingKey
    return records
  }

  private func stored(_ family: EmbeddedFamily, isWanted: Bool, saysPending: Bool) throws -> RelatedRecords {
    switch relationship.storage {
    case .columns:
      var records = try make(
        .records(family), "SELECT \(columns) FROM \(table) WHERE \(target.keyCondition())")
      records.isToOne = true
      records.parentColumns = Array(relationship.slots)
      return records
    case .inverse(let inverse, let position):
      if saysPending, target.keySlots.count > 1, try hasPending() {
        return try recordsAndPending(family, of: inverse, position, isWanted: isWanted)
      }
      return try records(family, of: inverse, position, isWanted: isWanted)
    case .link(let link, let isSource):
      let end = link.end(isSource: isSource)
      let match = zip(end.other, target.layout.key).map { "l.\(DDL.quoted($0)) = t.\(DDL.quoted($1))" }
      let condition = end.own.enumerated().map { "l.\(DDL.quoted($1)) = ?\($0 + 1)" }
      var records = try make(
        .records(family),
        "SELECT \(columns), \(end.other.map { "l.\(DDL.quoted($0))" }.joined(separator: ", ")) "
          + "FROM \(DDL.quoted(link.name)) AS l LEFT JOIN \(table) ON \(match.joined(separator: " AND ")) "
          + "WHERE \(condition.joined(separator: " AND "))",
        order: order(
          places(end.position.map { "l.\(DDL.quoted($0))" }), end.other.map { "l.\(DDL.quoted($0))" }))
      records.keyColumn = target.columnCount
      return records
    }
  }

  private func records(
    _ family: EmbeddedFamily, of inverse: RelationshipMapping, _ position: Int?, isWanted: Bool
  ) throws -> RelatedRecords {
    if relationship.keyConverter != nil || relationship.takesOtherKey, try hasPending() {
      let key = target.layout.key.map { "t.\(DDL.quoted($0))" }.joined()
      var records = try make(
        .records(family),
        "SELECT \(columns), i.k FROM (\(items(of: inverse, position))) AS i LEFT JOIN \(table) ON \(key) = i.k",
        order: order(places("i.place"), ["i.k"]))
      records.keyColumn = target.columnCount
      records.asksForPending = true
      return records
    }
    let place = position.map { "t.\(DDL.quoted(target.layout.columns[$0].name))" }
    var select = "SELECT \(columns)"
    if let place { select += ", max(\(place) IS NOT NULL) OVER ()" }
    var records = try make(
      .records(family), "\(select) FROM \(table) WHERE \(equality(inverse.columnNames))",
      order: order(places(place), target.layout.key.map { "t.\(DDL.quoted($0))" }))
    records.keyColumn = target.keySlots.first ?? 0
    if !isWanted, place != nil, standsAlone(inverse) {
      records.worth = .init(listColumn: target.columnCount, itemColumn: nil, leavesOutEmpty: false)
    }
    return records
  }

  /// Whether the JSON of a record alone says which list it belongs to.
  private func standsAlone(_ inverse: RelationshipMapping) -> Bool {
    inverse.namesRecords && relationship.target.unspokenKeyParts.isEmpty
  }

  /// A list's records together with its pending keys of several parts.
  private func recordsAndPending(
    _ family: EmbeddedFamily, of inverse: RelationshipMapping, _ position: Int?, isWanted: Bool
  ) throws -> RelatedRecords {
    let key = target.layout.key.map(DDL.quoted)
    let place = position.map { DDL.quoted(target.layout.columns[$0].name) } ?? "NULL"
    let parts = key.indices.map { "k\($0)" }
    let own = zip(key, parts).map { "\($0) AS \($1)" }.joined(separator: ", ")
    let none = parts.map { _ in "NULL" }.joined(separator: ", ")
    let items =
      "SELECT \(own), NULL AS pending, \(place) AS place, \(place) IS NOT NULL AS said "
      + "FROM \(DDL.quoted(target.name)) WHERE \(equality(inverse.columnNames)) "
      + "UNION ALL SELECT \(none), target, position, 1 FROM _rowsmith_pending \(pendingCondition)"
    let match = zip(key, parts).map { "t.\($0) = i.\($1)" }.joined(separator: " AND ")
    var records = try make(
      .records(family),
      "SELECT \(columns), i.pending, max(i.said) OVER (), i.said FROM (\(items)) AS i "
        + "LEFT JOIN \(table) ON \(match)",
      order: order(places("i.place"), parts.map { "i.\($0)" } + ["i.pending"]))
    records.keyColumn = target.columnCount
    records.keyPartsKeptAsOne = key.count
    records.asksForPending = true
    if !isWanted, standsAlone(inverse) {
      let (list, item) = (target.columnCount + 1, target.columnCount + 2)
      let isMerge = position == nil && relationship.schema.mergePolicy == .merge
      records.worth = .init(
        listColumn: list, itemColumn: isMerge ? item : nil, leavesOutEmpty: position == nil)
    }
    return records
  }

  /// The condition that selects the pending links of the parent's list.
  private var pendingCondition: String {
    // Without `unlikely`, SQLite would read all that wait in the relationship; INDEXED BY would fail without the index.
    "WHERE relationship = \(DDL.literal(.text(relationship.qualifiedName))) "
      + "AND unlikely(source = ?\(entity.table.keySlots.count + 1))"
  }

  /// Selects the keys of a list, their places, and whether the list says more about them than they do themselves.
  private func items(of inverse: RelationshipMapping, _ position: Int?) -> String {
    let key = target.layout.key.map(DDL.quoted).joined()
    let place = position.map { DDL.quoted(target.layout.columns[$0].name) } ?? "NULL"
    return
      "SELECT \(key) AS k, \(place) AS place, \(place) IS NOT NULL AS said FROM \(DDL.quoted(target.name)) "
      + "WHERE \(equality(inverse.columnNames)) UNION ALL SELECT target, position, 1 FROM _rowsmith_pending "
      + pendingCondition
  }

  private func make(_ form: RelatedRecords.Form, _ sql: String, order: [String] = []) throws -> RelatedRecords
  {
    let order = order.isEmpty ? "" : " ORDER BY \(order.joined(separator: ", "))"
    var records = RelatedRecords(
      form: form, parentColumns: Array(entity.table.keySlots),
      statement: try connection.prepareForReuse(sql + order))
    // Among records, a bare value may itself be a record, so it cannot be a key.
    let target = relationship.target
    if case .records = form, !relationship.holdsKeysAmongRecords {
      records.keyWriter = nil
    } else {
      let otherKey = relationship.takesOtherKey ? target.soleKeyRelationship?.attribute : nil
      records.keyWriter = try (target.soleKeyAttribute ?? otherKey).map {
        try ValueWriter($0, loss: dateLoss($0))
      }
    }
    return records
  }

  private var columns: String {
    target.layout.columns.map { "t.\(DDL.quoted($0.name))" }.joined(separator: ", ")
  }
  private var table: String { "\(DDL.quoted(target.name)) AS t" }

  /// The order of a list: by the numbers that an import gives its records anew, as they are part of their key (see
  /// ``ListPlace``); by their places; by another attribute that holds the position in the list; by their keys.
  private func order(_ places: [String], _ keys: [String]) -> [String] {
    let key = relationship.target.keyParts
    let numbers = indexes { $0.exportPath == nil && key.contains($0.name) }
    let others = indexes { _ in true }
    return numbers + places + others + keys
  }

  /// The order by the first of some attributes that hold the position in the list.
  private func indexes(where isMeant: (Schema.Attribute) -> Bool) -> [String] {
    if relationship.schema.isKeyed { return [] }
    let target = relationship.target
    for (index, _) in target.indexAttributes where isMeant(target.attributes[index].schema) {
      return ["t.\(DDL.quoted(target.attributes[index].schema.name))"]
    }
    return []
  }

  /// The order by a place, items without one last.
  private func places(_ column: String?) -> [String] { column.map { ["\($0) IS NULL", $0] } ?? [] }
}
