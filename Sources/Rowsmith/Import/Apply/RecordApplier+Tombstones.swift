import RowsmithSchema

// A record that the server says it has deleted is deleted at the end of the document, unless a later mention gives it.
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
      || !tombstones.isEmpty && isOlderThanTombstone(record, entity: entity, arrival)
    {
      counts[entity.index].stale += 1
      batch.records.base[record].isStale = true
      return WrittenRow.none
    }
    let key = entity.table.keySlots.map { cells[$0].stored }
    if let partial = try partials.take(table: entity.table, key: key) {
      try leaveOwn(of: partial, record: record)
    }
    try tombstones.add(
      key, of: entity.table, stamp: entity.stamp.map { cells[$0.slot].stored } ?? .null,
      blame: origin.offset(of: record))
    return WrittenRow.none
  }

  /// Orphans the rows without a key that an incomplete record owns.
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

  /// If the row of a deleted record stays, the rows in its key count as named.
  private func nameKeyParts(of record: Int, entity: EntityMapping) throws {
    let cells = cells(of: record)
    for part in entity.relationships
    where part.isToOne && part.slots.contains(where: entity.table.keySlots.contains) {
      try rowLinks.noteNamed(part.slots.map { cells[$0] }, of: part.target.table)
    }
  }

  /// Whether a tombstone is older than its row, or than what the document said before; it then counts as a key.
  func isStaleTombstone(_ record: Int, filled: RelationshipMapping?) throws -> Bool {
    guard batch.records.base[record].isTombstone, entity(of: record).stamp != nil else { return false }
    let (entity, arrival) = (entity(of: record), Arrival(filled: filled))
    return try findNewerRow(of: record, entity: entity, arrival) != nil
      || !partials.isEmpty && isOlderThanPartial(record, entity: entity, arrival)
      || !tombstones.isEmpty && isOlderThanTombstone(record, entity: entity, arrival)
  }

  /// Whether the document says that a later version of the record is deleted.
  func isOlderThanTombstone(_ record: Int, entity: EntityMapping, _ arrival: Arrival) throws -> Bool {
    guard let stamp = entity.stamp, !entity.table.keySlots.isEmpty else { return false }
    try resolveKey(of: record, filled: arrival.filled)
    let cells = cells(of: record)
    guard cells[stamp.slot].hasValue else { return false }
    let key = entity.table.keySlots.map { cells[$0].stored }
    guard let deleted = try tombstones.stamp(of: key, in: entity.table) else { return false }
    return stamp.isOlder(cells[stamp.slot].stored, than: deleted)
  }

  /// Removes a record's tombstone, because the document gives the record.
  func unbury(_ record: Int, entity: EntityMapping, filled: RelationshipMapping?) throws {
    guard !entity.table.keySlots.isEmpty, !entity.table.hasRowIdentifier else { return }
    try resolveKey(of: record, filled: filled)
    try tombstones.remove(key(of: record).map(\.stored), of: entity.table)
  }
}
