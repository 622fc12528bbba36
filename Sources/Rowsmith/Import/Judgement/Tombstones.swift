import RowsmithSchema

/// Records that the document says the server has deleted. Their rows are deleted at the end of the document, unless a later
/// mention gives them.
final class Tombstones {
  private let rowLinks: RowLinks
  private let connection: Connection
  /// `false` once a record was noted as deleted, even if a later mention gave it.
  private(set) var isEmpty = true

  init(rowLinks: RowLinks) {
    self.rowLinks = rowLinks
    connection = rowLinks.connection
  }

  /// Resets it after an import.
  func forgetImport() { isEmpty = true }

  /// Notes that a record is deleted.
  ///
  /// - Parameters:
  ///   - stamp: the deleted version; null if the document does not say.
  ///   - blame: the offset in the document.
  func add(_ key: [StoredValue], of table: TableMapping, stamp: StoredValue, blame: Int64) throws {
    isEmpty = false
    try connection.run(
      // A tombstone without a version keeps the version of an earlier one.
      "INSERT INTO temp._rowsmith_tombstones VALUES (\(table.index), ?1, ?2, ?3) ON CONFLICT DO UPDATE "
        + "SET stamp = coalesce(excluded.stamp, stamp), blame = excluded.blame",
      [KeyCoding.encode(key), stamp, .integer(blame)])
  }

  /// The version that the document says is deleted; `nil` if it says nothing of the record.
  func stamp(of key: [StoredValue], in table: TableMapping) throws -> StoredValue? {
    let find = try connection.prepareForReuse(
      "SELECT stamp FROM temp._rowsmith_tombstones WHERE table_index = ?1 AND key = ?2")
    find.bind(Int64(table.index), at: 1)
    find.bind(KeyCoding.encode(key), at: 2)
    defer { find.reset() }
    return try find.step() ? find.value(at: 0) : nil
  }

  /// Removes the tombstone of a record, because the document gives the record.
  func remove(_ key: [StoredValue], of table: TableMapping) throws {
    try connection.run(
      "DELETE FROM temp._rowsmith_tombstones WHERE table_index = ?1 AND key = ?2",
      [.integer(Int64(table.index)), KeyCoding.encode(key)])
  }

  /// Marks the rows of deleted records, and removes links to deleted records without a row.
  func markRows(for deletion: Deletion) throws {
    if isEmpty { return }
    let list = try connection.prepare(
      "SELECT table_index, key, blame FROM temp._rowsmith_tombstones ORDER BY table_index, key")
    var unresolved: UnresolvedLinks?
    while try list.step() {
      let table = rowLinks.mapping.tables[Int(list.integer(at: 0))]
      let key = KeyCoding.decode(list.value(at: 1), count: table.keySlots.count)
      if let row = try rowLinks.writers[table.index].findRow(key: key) {
        try deletion.add(row, of: table)
        try rowLinks.orphans.addDeleted(row, of: table, blame: list.integer(at: 2))
      } else {
        let known = unresolved?.table === table ? unresolved : nil
        let links = try known ?? unresolvedLinks(to: table)
        unresolved = links
        try end(links, to: key, blame: list.integer(at: 2))
      }
    }
    try connection.run("DELETE FROM temp._rowsmith_tombstones")
    isEmpty = true
  }

  /// The links that may name deleted records of a table which have no row.
  private struct UnresolvedLinks {
    var table: TableMapping
    var referrers: [RelationshipMapping]
    var ends: [(link: LinkTableMapping, names: [String])]
  }

  /// Checks each kind of link once for all keys: most deleted records are not named anywhere.
  private func unresolvedLinks(to table: TableMapping) throws -> UnresolvedLinks {
    let ends = table.links.flatMap { link in
      [(link.target, link.targetNames), (link.source, link.sourceNames)].filter { $0.0 === table }
        .map { (link: link, names: $0.1) }
    }
    return UnresolvedLinks(
      table: table,
      referrers: try table.referrers.filter { try holdsDeleted($0.table.name, $0.columnNames, table) },
      ends: try ends.filter { try holdsDeleted($0.link.name, $0.names, table) })
  }

  /// Whether some row may hold a key of a deleted record. Always `true` for keys of several parts, which are stored as one
  /// text.
  private func holdsDeleted(_ name: String, _ columns: [String], _ table: TableMapping) throws -> Bool {
    guard columns.count == 1 else { return true }
    return try connection.integer(
      "SELECT 1 FROM \(DDL.quoted(name)) WHERE \(DDL.list(columns)) IN "
        + "(SELECT key FROM temp._rowsmith_tombstones WHERE table_index = \(table.index)) LIMIT 1") != nil
  }

  private func end(_ unresolved: UnresolvedLinks, to key: [StoredValue], blame: Int64) throws {
    let table = unresolved.table
    for referrer in unresolved.referrers where try rowLinks.isHeld(referrer, key) {
      try rowLinks.clear(referrer, where: key, except: [], blame: blame)
    }
    for (link, names) in unresolved.ends { try rowLinks.end(link, names, key: key) }
    let references = rowLinks.references
    guard references.hasPending else { return }
    for relationship in rowLinks.mapping.relationships
    where !relationship.isToOne && relationship.inverse?.isToOne == true {
      if relationship.target.table === table { try references.forgetPending(relationship, target: key) }
      // A record may have had lists without ever being complete.
      if relationship.table === table { try references.forgetPending(relationship, source: key) }
    }
  }
}
