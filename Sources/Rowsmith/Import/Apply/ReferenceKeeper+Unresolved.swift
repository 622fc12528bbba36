import RowsmithSchema

extension ReferenceKeeper {
  /// One way in which a key can name a row: a to-one relationship, or an end of a link table.
  private struct Reference {
    /// `Album.band`, with `<` behind it for the source of a link table.
    var name: String
    /// What the report calls it.
    var reportName: String
    var table: String
    var column: String
    var target: TableWriter
  }

  private var allReferences: [Reference?] {
    let toOnes = plan.relationships.map { relationship -> Reference? in
      guard relationship.isToOne, relationship.slots.count == 1 else { return nil }
      return Reference(
        name: relationship.qualifiedName, reportName: relationship.qualifiedName,
        table: relationship.table.name,
        column: relationship.columnNames[0], target: writers[relationship.target.table.index])
    }
    let ends = plan.links.flatMap { link -> [Reference?] in
      let target =
        link.targetNames.count == 1
        ? Reference(
          name: link.qualifiedName, reportName: link.qualifiedName, table: link.name,
          column: link.targetNames[0],
          target: writers[link.target.index]) : nil
      let source =
        link.sourceNames.count == 1
        ? Reference(
          name: link.qualifiedName + "<", reportName: link.qualifiedName, table: link.name,
          column: link.sourceNames[0], target: writers[link.source.index]) : nil
      return [target, source]
    }
    return toOnes + ends
  }

  /// Counts, per relationship, the links in the database that name no row yet, and keeps the list of their keys.
  ///
  /// Cost: one look-up per key that names no row, not per row.
  func countUnresolved() throws -> [String: Int] {
    let references = allReferences
    try keepNewlyLoose(references)
    var counts: [String: Int] = [:]
    let byName = Dictionary(
      references.compactMap { $0.map { ($0.name, $0) } }, uniquingKeysWith: { first, _ in first })
    var settled: [(StoredValue, StoredValue)] = []
    let list = try connection.prepare(
      "SELECT reference, key FROM _rowsmith_unresolved ORDER BY reference, key")
    while try list.step() {
      let key = list.value(at: 1)
      guard let reference = list.text(at: 0).flatMap({ byName[$0] }) else {
        settled.append((list.value(at: 0), key))
        continue
      }
      let count = try self.count(reference, key: key)
      if count == 0 {
        settled.append((list.value(at: 0), key))
      } else {
        counts[reference.reportName, default: 0] += count
      }
    }
    for (name, key) in settled {
      hasWritten = true
      try connection.run("DELETE FROM _rowsmith_unresolved WHERE reference = ?1 AND key = ?2", [name, key])
    }
    let pending = try connection.prepare(
      "SELECT relationship, count(*) FROM _rowsmith_pending GROUP BY 1 ORDER BY 1")
    while try pending.step() {
      if let name = pending.text(at: 0) { counts[name, default: 0] += Int(pending.integer(at: 1)) }
    }
    return counts
  }

  /// How many links hold the key, where no row has it.
  private func count(_ reference: Reference, key: StoredValue) throws -> Int {
    if try reference.target.findRow(key: [key]) != nil { return 0 }
    let column = DDL.quoted(reference.column)
    let statement = try statement("SELECT count(*) FROM \(DDL.quoted(reference.table)) WHERE \(column) = ?1")
    statement.bind(key, at: 1)
    defer { statement.reset() }
    return try statement.step() ? Int(statement.integer(at: 0)) : 0
  }

  private func keepNewlyLoose(_ references: [Reference?]) throws {
    let list = try connection.prepare(
      "SELECT reference, key FROM temp._rowsmith_loose ORDER BY reference, key")
    while try list.step() {
      let index = Int(list.integer(at: 0))
      guard references.indices.contains(index), let reference = references[index] else { continue }
      let key = list.value(at: 1)
      if try count(reference, key: key) == 0 { continue }
      let added = try connection.run(
        "INSERT INTO _rowsmith_unresolved (reference, key) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        [.text(reference.name), key])
      if added > 0 { hasWritten = true }
    }
  }
}
