import RowsmithSchema

// A record that the server says it has deleted goes when the document has ended, unless a later mention gives it.
extension RecordApplier {
  /// Notes that a record is deleted.
  func bury(_ record: Int, entity: EntityMapping, _ arrival: Arrival) throws -> WrittenRow {
    let cells = cells(of: record)
    try resolveKey(of: record, filled: arrival.filled)
    guard entity.table.keySlots.allSatisfy({ cells[$0].hasValue }) else { return WrittenRow.none }
    if let row = try findNewerRow(of: record, entity: entity, arrival) {
      counts[entity.index].stale += 1
      batch.records.base[record].isStale = true
      try writers[entity.table.index].noteNamed(row)
      try nameKeyParts(of: record, entity: entity)
      return WrittenRow.none
    }
    if try !partials.isEmpty && isOlderThanPartial(record, entity: entity, arrival)
      || hasTombstones && isOlderThanTombstone(record, entity: entity, arrival)
    {
      counts[entity.index].stale += 1
      batch.records.base[record].isStale = true
      return WrittenRow.none
    }
    let key = entity.table.keySlots.map { cells[$0].stored }
    if let partial = try partials.take(table: entity.table, key: key) {
      try leaveOwn(of: partial, record: record)
    }
    hasTombstones = true
    try connection.run(
      // One that does not say of which version it is does not take back that a later one was deleted.
      "INSERT INTO temp._rowsmith_tombstones VALUES (\(entity.table.index), ?1, ?2, ?3) ON CONFLICT DO UPDATE "
        + "SET stamp = coalesce(excluded.stamp, stamp), blame = excluded.blame",
      [
        KeyCoding.encode(key), entity.stamp.map { cells[$0.slot].stored } ?? .null,
        .integer(origin.offset(of: record)),
      ])
    return WrittenRow.none
  }

  /// The rows without a key of a record that is not complete go with it.
  private func leaveOwn(of partial: Partials.Partial, record: Int) throws {
    for relationship in mapping.entities[partial.entity].relationships where relationship.ownsKeyless {
      var rows: [Int64] = []
      if !relationship.isToOne {
        let list = try beginList(relationship, parent: key(of: record), policy: nil)
        rows = try list.links.linkedIdentifiers(list)
      } else if case .integer(let row)? = partial.cells[relationship.slots[0]] {
        rows = [row]
      }
      for row in rows {
        try orphans.add(row, of: relationship.target.table, blame: origin.offset(of: record))
      }
    }
  }

  /// The rows of which the key of a deleted record consists are named where its own row stays.
  private func nameKeyParts(of record: Int, entity: EntityMapping) throws {
    let cells = cells(of: record)
    for part in entity.relationships
    where part.isToOne && part.slots.contains(where: entity.table.keySlots.contains) {
      try noteNamed(part.slots.map { cells[$0] }, of: part.target.table)
    }
  }

  /// Whether a record is said to be deleted by what is older than its row, or than what the document said before: then it
  /// is as a key.
  func isStaleTombstone(_ record: Int, filled: RelationshipMapping?) throws -> Bool {
    guard batch.records.base[record].isTombstone, entity(of: record).stamp != nil else { return false }
    let (entity, arrival) = (entity(of: record), Arrival(filled: filled))
    return try findNewerRow(of: record, entity: entity, arrival) != nil
      || !partials.isEmpty && isOlderThanPartial(record, entity: entity, arrival)
      || hasTombstones && isOlderThanTombstone(record, entity: entity, arrival)
  }

  /// Whether the document says of a later version of a record that it is deleted.
  func isOlderThanTombstone(_ record: Int, entity: EntityMapping, _ arrival: Arrival) throws -> Bool {
    guard let stamp = entity.stamp, !entity.table.keySlots.isEmpty else { return false }
    try resolveKey(of: record, filled: arrival.filled)
    let cells = cells(of: record)
    guard cells[stamp.slot].hasValue else { return false }
    let find = try statement(
      "SELECT stamp FROM temp._rowsmith_tombstones WHERE table_index = ?1 AND key = ?2")
    find.bind(Int64(entity.table.index), at: 1)
    find.bind(KeyCoding.encode(entity.table.keySlots.map { cells[$0].stored }), at: 2)
    defer { find.reset() }
    return try find.step() && stamp.isOlder(cells[stamp.slot].stored, than: find.value(at: 0))
  }

  /// Takes back that a record is deleted: the document gives it.
  func unbury(_ record: Int, entity: EntityMapping, filled: RelationshipMapping?) throws {
    guard !entity.table.keySlots.isEmpty, !entity.table.hasRowIdentifier else { return }
    try resolveKey(of: record, filled: filled)
    let key = self.key(of: record).map(\.stored)
    _ = try run(
      "DELETE FROM temp._rowsmith_tombstones WHERE table_index = ?1 AND key = ?2",
      [.integer(Int64(entity.table.index)), KeyCoding.encode(key)])
  }

  /// Marks the rows that the document says are deleted, and ends links that wait for rows of which it says so.
  func deleteTombstones(_ deletion: Deletion) throws {
    guard hasTombstones else { return }
    let list = try connection.prepare(
      "SELECT table_index, key, blame FROM temp._rowsmith_tombstones ORDER BY table_index, key")
    var waiting: PendingLinks?
    while try list.step() {
      let table = mapping.tables[Int(list.integer(at: 0))]
      let key = KeyCoding.decode(list.value(at: 1), count: table.keySlots.count)
      if let row = try writers[table.index].findRow(key: key) {
        try deletion.add(row, of: table)
        try orphans.addDeleted(row, of: table, blame: list.integer(at: 2))
      } else {
        let known = waiting?.table === table ? waiting : nil
        let links = try known ?? pendingLinks(to: table)
        waiting = links
        try end(links, to: key, blame: list.integer(at: 2))
      }
    }
    try connection.run("DELETE FROM temp._rowsmith_tombstones")
    hasTombstones = false
  }

  /// The ways in which something may wait for rows of a table that the document says are deleted.
  private struct PendingLinks {
    var table: TableMapping
    var referrers: [RelationshipMapping]
    var ends: [(link: LinkTableMapping, names: [String])]
  }

  /// Asks each way once, for all keys: most deleted records are known to nobody.
  private func pendingLinks(to table: TableMapping) throws -> PendingLinks {
    let ends = table.links.flatMap { link in
      [(link.target, link.targetNames), (link.source, link.sourceNames)].filter { $0.0 === table }
        .map { (link: link, names: $0.1) }
    }
    return PendingLinks(
      table: table,
      referrers: try table.referrers.filter { try holdsDeleted($0.table.name, $0.columnNames, table) },
      ends: try ends.filter { try holdsDeleted($0.link.name, $0.names, table) })
  }

  /// Whether some row may hold a key of a deleted record. Keys of several parts are kept as one text.
  private func holdsDeleted(_ name: String, _ columns: [String], _ table: TableMapping) throws -> Bool {
    guard columns.count == 1 else { return true }
    return try connection.integer(
      "SELECT 1 FROM \(DDL.quoted(name)) WHERE \(DDL.list(columns)) IN "
        + "(SELECT key FROM temp._rowsmith_tombstones WHERE table_index = \(table.index)) LIMIT 1") != nil
  }

  private func end(_ waiting: PendingLinks, to key: [StoredValue], blame: Int64) throws {
    let table = waiting.table
    for referrer in waiting.referrers where try isHeld(referrer, key) {
      try clear(referrer, where: key, except: [], blame: blame)
    }
    for (link, names) in waiting.ends {
      links.removed += try run(link.unlink(where: equality(names)), key)
    }
    guard references.hasPending else { return }
    for relationship in mapping.relationships
    where !relationship.isToOne && relationship.inverse?.isToOne == true {
      if relationship.target.table === table { try references.forgetPending(relationship, target: key) }
      // It may have had lists without ever being complete.
      if relationship.table === table { try references.forgetPending(relationship, source: key) }
    }
  }

  private func isHeld(_ relationship: RelationshipMapping, _ key: [StoredValue]) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM \(DDL.quoted(relationship.table.name)) WHERE \(relationship.holds()) LIMIT 1", key)
      != nil
  }
}
