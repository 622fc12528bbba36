import RowsmithSchema

// A mention that is older than the row, by the server's own stamp, changes nothing of it.
extension RecordApplier {
  /// The row of a record where it is newer than what the JSON says.
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

  /// Whether an earlier mention, which is not complete yet, is of a later version.
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

  /// Counts a mention that is older than its row, links the row where its parent says, and applies the records embedded
  /// in it, which count for themselves.
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

  /// Applies the records embedded in one that changes nothing. Rows without a key are its own, and not made; what is
  /// embedded in them counts.
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

  /// Applies a record that is embedded in an old mention. It is not linked, unless it cannot be without and is new, or has
  /// lost its link.
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

  /// Whether a row has lost what a relationship requires, or is not here and nothing waits for it.
  private func lacksLink(_ relationship: RelationshipMapping, key: [Cell]) throws -> Bool {
    if let row = try writers[relationship.table.index].findRow(key: key) {
      return try orphans.isUnlinked(row, via: relationship)
    }
    guard let other = relationship.inverse else { return true }
    if !other.isToOne { return try references.pendingSource(other, target: key) == nil }
    try lateIndexes.require(other)
    return try !rowLinks.isHeld(other, key.map(\.stored))
  }

  /// Whether a record says itself what a relationship is that is no part of its key.
  private func gives(_ relationship: RelationshipMapping, _ record: Int) -> Bool {
    let entity = entity(of: record)
    guard !relationship.slots.contains(where: entity.table.keySlots.contains),
      relationship.ordinal < entity.relationships.count
    else { return false }
    return ([relationship] + relationship.others).contains { part in
      let state = cells(of: record)[entity.table.columnCount + part.ordinal]
      // Null is a fault there, and says nothing of a link that is required.
      guard state.kind == .link else { return false }
      let link = batch.links[Int(state.bits)]
      return link.form != .fault && !link.isDead
    }
  }

  /// Links a row to the parent that embeds an old mention of it: only those columns are written.
  private func linkStale(
    _ record: Int, entity: EntityMapping, row: Int64, filled: RelationshipMapping, _ arrival: Arrival
  ) throws {
    // It stays what it is.
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
    // It is counted as stale.
    linking.isScope = true
    defer { if !changed.isEmpty { rowLinks.hasMovedItems = true } }
    _ = try update(record, entity: entity, cells: cells, writer: writers[entity.table.index], linking)
  }
}
