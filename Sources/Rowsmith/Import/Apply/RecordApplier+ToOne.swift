import RowsmithSchema

extension RecordApplier {
  /// Writes the keys of to-one relationships into the record's cells.
  func resolveToOnes(
    of record: Int, entity: EntityMapping, cells: UnsafeMutablePointer<Cell>, _ arrival: Arrival
  ) throws {
    var index = Int(batch.records.base[record].firstLink)
    while index >= 0 {
      let link = batch.links.base[index]
      index = Int(link.next)
      if link.isDead { continue }
      try entity.relationshipList[Int(link.relationship)]._withUnsafeGuaranteedRef { relationship in
        // The parent that a record is embedded in wins over what the record says.
        guard relationship.isToOne, !arrival.overrules(relationship) else { return }
        try resolve(link, relationship, of: record, cells: cells, arrival)
      }
    }
  }

  private func resolve(
    _ link: RecordBatch.Link, _ relationship: RelationshipMapping, of record: Int,
    cells: UnsafeMutablePointer<Cell>,
    _ arrival: Arrival = Arrival()
  ) throws {
    let slots = relationship.slots
    guard link.form == .one, link.firstItem >= 0 else {
      for slot in slots { cells[slot] = link.form == .null ? .null : .missing }
      return
    }
    let item = batch.items[Int(link.firstItem)]
    // A deleted record makes no links, and does not name the rows in its key.
    let names = !batch.records[record].isTombstone
    guard item.record >= 0 else {
      cells[slots[0]] = item.key
      let table = relationship.target.table
      if names, writers[table.index].named != nil || table.keyTable != nil {
        try rowLinks.noteNamed([item.key], of: table)
      }
      return
    }
    let child = Int(item.record)
    guard !batch.records[child].isLeftOut else {
      for slot in slots { cells[slot] = .missing }
      return
    }
    if batch.records[child].isTombstone, try !isStaleTombstone(child, filled: relationship.inverse) {
      for slot in slots { cells[slot] = .null }
      return
    }
    if relationship.targetReference._withUnsafeGuaranteedRef({ $0.hasRowIdentifier }) {
      try meetKeylessRow(relationship, of: record, child: child, arrival)
    }
    if let inverse = relationship.inverseReference {
      try inverse._withUnsafeGuaranteedRef { inverse in
        if inverse.isToOne { fill(inverse, of: child, with: record) }
        try resolveKey(of: child, filled: inverse)
      }
    } else {
      try resolveKey(of: child, filled: nil)
    }
    let childCells = self.cells(of: child)
    let keySlots = entityReference(of: child)._withUnsafeGuaranteedRef { $0.keySlots }
    for index in 0..<min(slots.count, keySlots.count) { cells[slots[index]] = childCells[keySlots[index]] }
    // Records embedded in a key are not applied themselves.
    if names, batch.records[child].isKeyOnly || batch.records[record].isKeyOnly {
      try rowLinks.noteNamed(key(of: child), of: relationship.target.table)
    }
  }

  /// Writes a record's key into its cells: to-one relationships in the key, and the row identifier if it has no key of its
  /// own.
  func resolveKey(of record: Int, filled: RelationshipMapping?) throws {
    let isKnown = entityReference(of: record)._withUnsafeGuaranteedRef { entity in
      let cells = cells(of: record)
      return entity.keySlots.allSatisfy { cells[$0].hasValue }
    }
    if !isKnown { try findKey(of: record, filled: filled) }
  }

  private func findKey(of record: Int, filled: RelationshipMapping?) throws {
    let entity = entity(of: record)
    let cells = cells(of: record)
    if entity.hasRowIdentifier, cells[entity.keySlots[0]].kind == .missing {
      cells[entity.keySlots[0]] = Cell(try writers[entity.table.index].makeIdentifier())
    }
    guard entity.keySlots.contains(where: { !cells[$0].hasValue }) else { return }
    var index = Int(batch.records.base[record].firstLink)
    while index >= 0 {
      let link = batch.links.base[index]
      index = Int(link.next)
      let relationship = entity.relationships[Int(link.relationship)]
      guard !link.isDead, relationship.isToOne, relationship !== filled,
        relationship.slots.contains(where: entity.table.keySlots.contains)
      else { continue }
      try resolve(link, relationship, of: record, cells: cells)
    }
  }
}
