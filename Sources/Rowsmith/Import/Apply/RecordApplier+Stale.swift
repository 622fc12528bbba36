import RowsmithSchema

// A mention that is older than the row, by the server's own stamp, does not change the row.
extension RecordApplier {
  /// The row of a record if it is newer than the JSON.
  func findNewerRow(of record: Int, entity: EntityMapping, _ arrival: Arrival) throws -> Int64? {
    let cells = cells(of: record)
    guard let stamp = entity.stamp, cells[stamp.slot].hasValue else { return nil }
    try resolveKey(of: record, filled: arrival.filled)
    guard entity.table.keySlots.allSatisfy({ cells[$0].hasValue }) else { return nil }
    guard let row = try writers[entity.table.index].seek(cells) else { return nil }
    defer { row.reset() }
    let stored = row.value(at: stamp.slot + 1)
    return stamp.isOlder(cells[stamp.slot].stored, than: stored) ? row.integer(at: 0) : nil
  }

  /// Whether an earlier mention, still incomplete, is of a later version.
  func isOlderThanPartial(_ record: Int, entity: EntityMapping, _ arrival: Arrival) throws -> Bool {
    let cells = cells(of: record)
    guard let stamp = entity.stamp, cells[stamp.slot].hasValue, !entity.table.keySlots.isEmpty else {
      return false
    }
    try resolveKey(of: record, filled: arrival.filled)
    guard
      let partial = try partials.find(
        table: entity.table, key: entity.table.keySlots.map { cells[$0].stored }),
      let stored = partial.cells[stamp.slot]
    else { return false }
    return stamp.isOlder(cells[stamp.slot].stored, than: stored)
  }

  /// Counts a mention that is older than its row, links the row if its parent says so, and applies the records embedded in
  /// it, which have stamps of their own.
  func applyStale(_ record: Int, entity: EntityMapping, row: Int64?, _ arrival: Arrival) throws -> WrittenRow
  {
    recordCount += 1
    counts[entity.index].stale += 1
    batch.records.base[record].isStale = true
    if let row { try writers[entity.table.index].noteNamed(row) }
    if let row, let filled = arrival.filled, !arrival.isLinked {
      try linkStale(record, entity: entity, row: row, filled: filled, arrival)
    }
    try applyInside(record, entity: entity)
    return row.map { WrittenRow(id: $0, isNew: false) } ?? WrittenRow.none
  }

  /// Applies the records embedded in a stale mention. Those without a key belong to it and are not written; records
  /// embedded in them are applied.
  private func applyInside(_ record: Int, entity: EntityMapping) throws {
    var index = Int(batch.records.base[record].firstLink)
    while index >= 0 {
      let link = batch.links.base[index]
      index = Int(link.next)
      let relationship = entity.relationships[Int(link.relationship)]
      if link.isDead { continue }
      var item = Int(link.firstItem)
      while item >= 0 {
        let child = Int(batch.items[item].record)
        item = Int(batch.items[item].next)
        guard child >= 0, !batch.records[child].isLeftOut, !batch.records[child].isKeyOnly else { continue }
        if relationship.target.table.hasRowIdentifier {
          try applyInside(child, entity: self.entity(of: child))
        } else {
          try applyInStale(child, relationship, of: record)
        }
      }
    }
  }

  /// Applies a record embedded in a stale mention. It is linked only if the link is required and the record is new or has
  /// lost it.
  private func applyInStale(_ child: Int, _ relationship: RelationshipMapping, of record: Int) throws {
    var arrival = Arrival(isReplaceItem: policy(of: relationship, in: record) == .replace)
    let isParentHere = entity(of: record).table.keySlots.allSatisfy { cells(of: record)[$0].hasValue }
    if let inverse = relationship.inverse, inverse.isToOne, inverse.isRequired, isParentHere,
      !gives(inverse, child)
    {
      let isKeyPart = inverse.slots.contains(where: inverse.table.keySlots.contains)
      try resolveKey(of: child, filled: isKeyPart ? inverse : nil)
      if try isKeyPart || lacksLink(inverse, key: key(of: child)) {
        fill(inverse, of: child, with: record)
        arrival.filled = inverse
      }
    }
    try apply(child, arrival)
  }

  /// Whether a row has lost a required link, or does not exist and no link waits for it.
  private func lacksLink(_ relationship: RelationshipMapping, key: [Cell]) throws -> Bool {
    if let row = try writers[relationship.table.index].findRow(key: key) {
      return try orphans.isUnlinked(row, via: relationship)
    }
    guard let other = relationship.inverse else { return true }
    if !other.isToOne { return try references.pendingSource(other, target: key) == nil }
    try lateIndexes.require(other)
    return try !rowLinks.isHeld(other, key.map(\.stored))
  }

  /// Whether a record itself gives a relationship that is not part of its key.
  private func gives(_ relationship: RelationshipMapping, _ record: Int) -> Bool {
    let entity = entity(of: record)
    guard !relationship.slots.contains(where: entity.table.keySlots.contains),
      relationship.ordinal < entity.relationships.count
    else { return false }
    return ([relationship] + relationship.others).contains { part in
      let state = cells(of: record)[entity.table.columnCount + part.ordinal]
      // Null is a fault here and gives no link, as the link is required.
      guard state.kind == .link else { return false }
      let link = batch.links[Int(state.bits)]
      return link.form != .fault && !link.isDead
    }
  }

  /// Links a row to the parent that embeds a stale mention of it; writes only the columns of the link.
  private func linkStale(
    _ record: Int, entity: EntityMapping, row: Int64, filled: RelationshipMapping, _ arrival: Arrival
  ) throws {
    // The row keeps its entity.
    guard let entity = try rowLinks.storedEntity(row, of: entity), entity.ownsSlot[filled.slots[0]] else {
      return
    }
    batch.records.base[record].isEntityGiven = false
    let cells = cells(of: record)
    for slot in 0..<entity.table.columnCount
    where !filled.slots.contains(slot) && !entity.table.keySlots.contains(slot) { cells[slot] = .missing }
    entity.settleChoices(cells, filled: filled)
    var linking = arrival
    linking.isReplaceItem = false
    // It is already counted as stale.
    linking.isScope = true
    defer { if !changed.isEmpty { rowLinks.hasMovedItems = true } }
    _ = try update(record, entity: entity, cells: cells, writer: writers[entity.table.index], linking)
  }
}
