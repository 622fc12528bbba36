import RowsmithSchema

/// Deletes rows by the model's delete rules, all of one call together.
///
/// The rows to delete, with everything they own, are first collected in a temporary table. Then required links and `Deny`
/// rules are checked. Only then are rows deleted.
final class Deletion {
  /// The kind of a row in the temporary table.
  enum Kind: Int {
    /// Deleted unless the document names it, or a row that stays refers to it.
    case judged = 0
    /// Deleted with its owner, whose deletion was requested.
    case owned = 1
    /// Its deletion was requested.
    case asked = 2
  }

  let mapping: Mapping
  let connection: Connection
  /// The writers of an import, which know the rows that its document names; empty without a document.
  let writers: [TableWriter]
  /// Rows deleted, per entity.
  private(set) var deleted: [String: Int] = [:]
  /// Links cleared.
  private(set) var linksRemoved = 0
  /// Whether rows are kept that the document does not name.
  private var hasKept = false
  /// The to-one relationships, by the index of their table: many rows may be kept.
  private lazy var toOneLinks = Dictionary(grouping: mapping.relationships.filter(\.isToOne)) {
    $0.table.index
  }
  /// Marks kept rows among those that stay: no reference from another row keeps them.
  private static let keptHop = -1
  /// The offsets in the document of the records that orphaned the refused rows, of the last refusal.
  var refusedBecauseOf: [Int64] = []
  /// Whether to find the records to blame.
  var findsBlame = false

  /// - Parameter writers: those of an import; the items of `Cascade` are then judged as well.
  init(mapping: Mapping, connection: Connection, writers: [TableWriter] = []) {
    self.mapping = mapping
    self.connection = connection
    self.writers = writers
  }

  /// Marks the rows that the query returns for deletion.
  func add(_ table: TableMapping, rowsOf query: String, _ values: [StoredValue] = []) throws {
    try connection.run(
      "INSERT OR REPLACE INTO temp._rowsmith_deletions "
        + "SELECT \(table.index), *, \(Kind.asked.rawValue), 0 FROM (\(query))", values)
  }

  /// Marks one row for deletion.
  func add(_ row: Int64, of table: TableMapping) throws {
    try connection.run(
      "INSERT OR REPLACE INTO temp._rowsmith_deletions VALUES (?1, ?2, \(Kind.asked.rawValue), 0)",
      [.integer(Int64(table.index)), .integer(row)])
  }

  /// Keeps a row and its links unless its deletion was requested. It may hold the key of a deleted row.
  func keep(_ row: Int64, of table: TableMapping) throws {
    try connection.run(
      "INSERT OR IGNORE INTO temp._rowsmith_staying SELECT ?1, ?2, \(Deletion.keptHop) WHERE NOT EXISTS "
        + "(SELECT 1 FROM temp._rowsmith_deletions WHERE table_index = ?1 AND row = ?2)",
      [.integer(Int64(table.index)), .integer(row)])
    for relationship in toOneLinks[table.index] ?? [] {
      try connection.run(
        "DELETE FROM temp._rowsmith_unlinked WHERE relationship_index = ?1 AND row = ?2",
        [.integer(Int64(relationship.index)), .integer(row)])
    }
    hasKept = true
  }

  /// Whether a row was kept.
  func isKept(_ row: Int64, of table: TableMapping) throws -> Bool {
    guard hasKept else { return false }
    return try connection.integer(
      "SELECT 1 FROM temp._rowsmith_staying WHERE table_index = ?1 AND row = ?2",
      [.integer(Int64(table.index)), .integer(row)]) != nil
  }

  /// Deletes the marked rows, and the orphans that nothing keeps; returns how many rows were deleted.
  ///
  /// - Parameter check: called when it is known which rows are deleted, before anything is refused.
  @discardableResult
  func carryOut(_ check: () throws -> Void = {}) throws -> Int {
    try OrphanRemoval(deletion: self).gather()
    try check()
    // Observed values are read again after a statement that may write to their tables, even if it changes no row.
    let tables = try markedTables()
    let hasMarks = { (table: TableMapping) in tables.contains(table.index) }
    for relationship in mapping.relationships
    where relationship.schema.deleteRule == .deny && hasMarks(relationship.table) {
      try checkDenied(relationship)
    }
    for relationship in mapping.relationships
    where relationship.isToOne && hasMarks(relationship.target.table) {
      try clear(relationship)
    }
    for link in mapping.links where hasMarks(link.source) || hasMarks(link.target) { try clear(link) }
    var count = 0
    for table in mapping.tables where hasMarks(table) { count += try delete(from: table) }
    try connection.run("DELETE FROM temp._rowsmith_deletions")
    try connection.run("DELETE FROM temp._rowsmith_staying")
    return count
  }

  /// The indexes of the tables with marked rows.
  private func markedTables() throws -> Set<Int> {
    let list = try connection.prepareForReuse("SELECT DISTINCT table_index FROM temp._rowsmith_deletions")
    var tables: Set<Int> = []
    while try list.step() { tables.insert(Int(list.integer(at: 0))) }
    return tables
  }

  /// SQL for the marked rows of a table.
  func marked(_ table: TableMapping, _ condition: String = "") -> String {
    "(SELECT row FROM temp._rowsmith_deletions WHERE table_index = \(table.index)\(condition))"
  }

  /// SQL for the keys of the marked rows of a table.
  private func markedKeys(_ table: TableMapping, _ condition: String = "", only: String = "") -> String {
    "(SELECT \(DDL.list(table.layout.key)) FROM \(DDL.quoted(table.name)) "
      + "WHERE \(table.rowIDName) IN \(marked(table, only))\(condition))"
  }

  /// The SQL condition that a row of the target's table is an item of a marked row. A link to a row of another entity of the
  /// family waits, as for one that does not exist.
  ///
  /// - Parameter only: a further condition on the marks, beginning with `AND`.
  func isItem(_ relationship: RelationshipMapping, only: String = "") -> String {
    let own = relationship.table
    let target = relationship.target.table
    let family = ofEntity(relationship)
    let isTarget = relationship.target.familyCondition.map { " AND \($0)" } ?? ""
    switch relationship.storage {
    case .columns:
      return "(\(DDL.list(target.layout.key))) IN (SELECT \(DDL.list(relationship.columnNames)) FROM "
        + "\(DDL.quoted(own.name)) WHERE \(own.rowIDName) IN \(marked(own, only))\(family)\(isLinked(relationship, own.rowIDName)))"
        + isTarget
    case .inverse(let inverse, _):
      return "(\(DDL.list(inverse.columnNames))) IN \(markedKeys(own, family, only: only))"
        + isLinked(inverse, target.rowIDName) + isTarget
    case .link(let link, let isSource):
      let end = link.end(isSource: isSource)
      return
        "(\(DDL.list(target.layout.key))) IN (SELECT \(DDL.list(end.other)) FROM \(DDL.quoted(link.name)) "
        + "WHERE (\(DDL.list(end.own))) IN \(markedKeys(own, family, only: only)))" + isTarget
    }
  }

  /// The SQL condition that a row has the relationship; empty unless a family shares the table.
  private func ofEntity(_ relationship: RelationshipMapping) -> String {
    mapping.entity(relationship.entityName)?.familyCondition.map { " AND \($0)" } ?? ""
  }

  /// The SQL condition that a required column does not still hold a link which the document has removed; empty if it
  /// cannot.
  ///
  /// - Parameter row: SQL for the rowid of the row that has the column.
  func isLinked(_ relationship: RelationshipMapping, _ row: String) -> String {
    let isKeyPart = relationship.slots.contains(where: relationship.table.keySlots.contains)
    guard relationship.isRequired, !isKeyPart, !writers.isEmpty else { return "" }
    return " AND \(row) NOT IN (SELECT row FROM temp._rowsmith_unlinked "
      + "WHERE relationship_index = \(relationship.index))"
  }

  /// Checks `Deny` for rows whose deletion was requested, not for rows deleted with their owner or as orphans.
  private func checkDenied(_ relationship: RelationshipMapping) throws {
    let target = relationship.target.table
    let named = NamedRow(of: target)
    let item = try connection.prepare(
      "SELECT \(target.rowIDName)\(named.columns) FROM \(DDL.quoted(target.name)) "
        + "WHERE \(isItem(relationship, only: " AND kind = \(Kind.asked.rawValue)")) "
        + "AND \(target.rowIDName) NOT IN \(marked(target)) LIMIT 1")
    guard try item.step() else { return }
    let row = findsBlame ? "" : named.text("one has the key", item, after: 1)
    if !writers.isEmpty { try blameDenied(relationship) }
    throw ImportError(
      .refused,
      "cannot delete a \(relationship.entityName) while '\(relationship.qualifiedName)' has items\(row); "
        + "its DeleteRule is Deny",
      entity: relationship.entityName, member: relationship.name)
  }

  /// Finds the records that say a row with items is deleted.
  private func blameDenied(_ relationship: RelationshipMapping) throws {
    let (table, target) = (relationship.table, relationship.target.table)
    let asked = try connection.prepare(
      "SELECT o.row, o.blame FROM temp._rowsmith_orphans o JOIN temp._rowsmith_deletions d "
        + "ON d.table_index = o.table_index AND d.row = o.row WHERE o.table_index = \(table.index) "
        + "AND d.kind = \(Kind.asked.rawValue) ORDER BY o.row")
    // Not `NOT IN`: the marked rows would be listed again for each row that was asked.
    let item =
      "SELECT 1 FROM \(DDL.quoted(target.name)) "
      + "WHERE \(isItem(relationship, only: " AND kind = \(Kind.asked.rawValue) AND row = ?1")) "
      + "AND NOT EXISTS (SELECT 1 FROM temp._rowsmith_deletions q WHERE q.table_index = \(target.index) "
      + "AND q.row = \(DDL.quoted(target.name)).\(target.rowIDName)) LIMIT 1"
    while try asked.step() {
      if try connection.integer(item, [.integer(asked.integer(at: 0))]) != nil {
        refusedBecauseOf.append(asked.integer(at: 1))
      }
    }
  }

  /// Clears a to-one relationship in rows that stay and name a deleted row. Throws if it is required.
  private func clear(_ relationship: RelationshipMapping) throws {
    let table = relationship.table
    let target = relationship.target.table
    guard !target.keySlots.isEmpty else { return }
    let condition =
      "(\(DDL.list(relationship.columnNames))) IN \(markedKeys(target)) AND \(table.rowIDName) NOT IN \(marked(table))"
    if relationship.isRequired {
      let kept =
        "(SELECT row FROM temp._rowsmith_staying WHERE table_index = \(table.index) AND hop = \(Deletion.keptHop))"
      try checkRequired(relationship, condition + (hasKept ? " AND \(table.rowIDName) NOT IN \(kept)" : ""))
      return
    }
    linksRemoved += try connection.run(relationship.unlink(where: condition))
  }

  private func checkRequired(_ relationship: RelationshipMapping, _ condition: String) throws {
    let target = relationship.target.table
    let name = DDL.quoted(relationship.table.name)
    let named = NamedRow(of: relationship.table)
    let needing = try connection.prepare("SELECT 1\(named.columns) FROM \(name) WHERE \(condition) LIMIT 1")
    guard try needing.step() else { return }
    let row = findsBlame ? "" : named.text("the one with the key", needing, after: 1)
    if findsBlame { try blameLeaving(relationship, condition) }
    throw ImportError(
      .refused,
      "cannot delete a \(target.name) while a \(relationship.table.name) refers to it\(row): "
        + "'\(relationship.modelName)' is required",
      entity: target.name)
  }

  private func clear(_ link: LinkTableMapping) throws {
    let ends = [(link.source, link.sourceNames), (link.target, link.targetNames)].map { table, names in
      "(\(DDL.list(names))) IN \(markedKeys(table))"
    }
    linksRemoved += try connection.run(link.unlink(where: ends.joined(separator: " OR ")))
  }

  private func delete(from table: TableMapping) throws -> Int {
    let condition = "\(table.rowIDName) IN \(marked(table))"
    try forgetPending(table)
    let name = table.entityNameSlot == nil ? DDL.literal(.text(table.name)) : "\"entityName\""
    let counts = try connection.prepare(
      "SELECT \(name), count(*) FROM \(DDL.quoted(table.name)) WHERE \(condition) GROUP BY 1 ORDER BY 1")
    while try counts.step() {
      if let entity = counts.text(at: 0) { deleted[entity, default: 0] += Int(counts.integer(at: 1)) }
    }
    return try connection.run("DELETE FROM \(DDL.quoted(table.name)) WHERE \(condition)")
  }

  /// Deletes the pending links of deleted parents.
  private func forgetPending(_ table: TableMapping) throws {
    let lists = mapping.relationships.filter {
      $0.table === table && !$0.isToOne && $0.inverse?.isToOne == true
    }
    // In a family, a link may wait for a row that exists, until it becomes another entity.
    let waiting = mapping.relationships.filter {
      $0.target.table === table && table.entityNameSlot != nil && !$0.isToOne && $0.inverse?.isToOne == true
    }
    let pending = PendingLinks(connection: connection)
    if try lists.isEmpty && waiting.isEmpty || pending.isEmpty() { return }
    let keys = try connection.prepare("SELECT * FROM \(markedKeys(table))")
    while try keys.step() {
      let key = table.layout.key.indices.map { keys.value(at: $0) }
      for list in lists { try pending.forget(list, .source, key) }
      for list in waiting { try pending.forget(list, .target, key) }
    }
  }
}
