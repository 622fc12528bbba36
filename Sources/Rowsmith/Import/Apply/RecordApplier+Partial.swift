import RowsmithSchema

// Required values are checked at the end of the document: one mention may give what another lacks.
extension RecordApplier {
  /// Fills in what earlier mentions gave of a record without a row; this mention's values win.
  ///
  /// - Returns: what was kept, and the record's entity: the former one if the JSON does not name any.
  func takePartial(
    _ record: Int, _ asked: EntityMapping, cells: UnsafeMutablePointer<Cell>
  ) throws -> (partial: Partials.Partial, kept: EntityMapping)? {
    let table = asked.table
    guard !table.keySlots.isEmpty,
      let partial = try partials.take(table: table, key: table.keySlots.map { cells[$0].stored })
    else { return nil }
    let former = mapping.entities[partial.entity]
    let isKept = !batch.records.base[record].isEntityGiven && asked.family[former.name] != nil
    let entity = isKept ? former : asked
    for (slot, value) in partial.cells.enumerated() {
      guard let value, slot < table.columnCount, entity.ownsSlot[slot], cells[slot].kind == .missing else {
        continue
      }
      cells[slot] = batch.arena.cell(value)
    }
    for relationship in entity.relationships where relationship.isToOne && relationship.ownsKeyless {
      let slot = relationship.slots[0]
      guard slot < partial.cells.count, let former = partial.cells[slot], former != .null,
        cells[slot].stored != former,
        let row = try writers[relationship.target.table.index].findRow(key: [former])
      else { continue }
      try orphans.add(row, of: relationship.target.table, blame: origin.offset(of: record))
    }
    return (partial, entity)
  }

  /// Keeps a record that lacks something required, or refuses it if nothing can complete it.
  ///
  /// - Parameter completed: relationships that the record does not give, filled in from links that were waiting for its
  ///   row. They keep waiting until the row exists: the document may still change them.
  func keepPartial(
    _ record: Int, entity: EntityMapping, cells: UnsafeMutablePointer<Cell>, _ arrival: Arrival,
    earlier: Partials.Partial?, completed: [RelationshipMapping]
  ) throws -> WrittenRow {
    let table = entity.table
    let slot = entity.lackingSlot(cells)
    var rejection = missing.rejection(slot, of: entity, record: record)
    guard keepsPartials, !table.keySlots.isEmpty, !table.hasRowIdentifier,
      table.keySlots.allSatisfy({ cells[$0].hasValue })
    else {
      if origin.skipsBadRecords {
        var known: Set<[Int]> = []
        let slots = entity.requiredSlotList.filter { cells[$0].kind == .missing }
        rejection.lacks = missing.everyLack(slots, of: entity, like: rejection.error, &known)
      }
      throw rejection
    }
    let key = table.keySlots.map { cells[$0].stored }
    for relationship in completed {
      for slot in relationship.slots { cells[slot] = .missing }
      if let position = relationship.positionSlot { cells[position] = .missing }
    }
    try keepLinks(record, entity: entity, cells: cells, arrival)
    let given = (0..<table.columnCount).map { slot -> StoredValue? in
      cells[slot].kind == .missing || cells[slot].isFilledIn ? nil : cells[slot].stored
    }
    let mention = Partials.Mention(
      offset: origin.offset(of: record), entity: Int(batch.records.base[record].entity))
    var brought = earlier?.brought ?? [:]
    if origin.skipsBadRecords {
      for slot in table.uniqueSlots where given[slot] != nil && given[slot] != earlier?.cells[slot] {
        brought[slot] = mention.offset
      }
    }
    let partial = Partials.Partial(
      cells: given, entity: entity.index, first: earlier?.first ?? mention, last: mention.offset,
      brought: brought, count: (earlier?.count ?? 0) + 1,
      error: earlier?.error ?? origin.located(rejection.error, record: record))
    try partials.keep(partial, table: table, key: key)
    if origin.skipsBadRecords {
      try partials.add(mention, number: partial.count, table: table, key: key)
    }
    return WrittenRow.none
  }

  /// A link that the parent gives a partial record is pending until the row exists, like a key in a list.
  private func keepLinks(
    _ record: Int, entity: EntityMapping, cells: UnsafeMutablePointer<Cell>, _ arrival: Arrival
  ) throws {
    for relationship in entity.relationships where relationship.isToOne {
      let given = relationship.slots.map { cells[$0] }
      if given.allSatisfy(\.hasValue) { try references.noteReference(relationship, key: given) }
      let isKeyPart = relationship.slots.contains(where: entity.table.keySlots.contains)
      let key = entity.table.keySlots.map { cells[$0] }
      if isKeyPart, arrival.fills(relationship), let order = arrival.order, let list = relationship.inverse {
        let stored = cells[order.slot].hasValue ? cells[order.slot].integer : nil
        let place = try order.placeAbsentRow(key: KeyCoding.encode(key.map(\.stored)), stored: stored)
        cells[order.slot] = Cell(place)
        // Reserves the position while the record is incomplete.
        try references.addPending(list, target: key, source: given, position: place)
      }
      guard let inverse = relationship.inverse, !inverse.isToOne,
        cells[relationship.slots[0]].kind != .missing, !isKeyPart
      else { continue }
      guard arrival.fills(relationship) else {
        try references.forgetPending(inverse, target: key)
        if given.allSatisfy(\.hasValue) {
          try partials.noteParent(given.map(\.stored), via: relationship, key: key.map(\.stored))
        }
        continue
      }
      let source = relationship.slots.map { cells[$0] }
      if let position = relationship.positionSlot { cells[position] = .missing }
      // The link is already pending if the parent's lists were linked first.
      if arrival.isLinked {
        for slot in relationship.slots { cells[slot] = .missing }
        continue
      }
      try rowLinks.endWaitingOthers(of: relationship, key: key, blame: origin.offset(of: record))
      let place = try arrival.order?.placeAbsentRow(
        key: KeyCoding.encode(key.map(\.stored)),
        stored: try references.pendingPosition(inverse, target: key, source: source))
      try references.addPending(inverse, target: key, source: source, position: place)
      for slot in relationship.slots { cells[slot] = .missing }
    }
  }

  /// The refusals of records that are still incomplete at the end of the document.
  func partialRefusals() throws -> [Refusal] {
    var refusals: [Refusal] = []
    var known: Set<[Int]> = []
    try partials.forEachRemaining { partial in
      guard var found = try refusal(of: partial) else { return }
      if origin.skipsBadRecords {
        let entity = mapping.entities[partial.entity]
        let slots = entity.requiredSlotList.filter { partial.cells[$0] == nil }
        found.lacks = missing.everyLack(slots, of: entity, like: partial.error, &known)
      }
      refusals.append(found)
    }
    return refusals
  }

  private func refusal(of partial: Partials.Partial) throws -> Refusal? {
    var error = partial.error
    do {
      if try complete(partial) { return nil }
    } catch let rejection as RecordRejection {
      error = rejection.error
    }
    let mentions = try partials.mentions(of: partial, table: mapping.entities[partial.entity].table)
    return Refusal(records: partial.blame(mentions, mapping), error: error)
  }

  /// Inserts a record that lacked a link if a later list gave it by the record's key; returns whether it did.
  private func complete(_ partial: Partials.Partial) throws -> Bool {
    let entity = mapping.entities[partial.entity]
    let lacksLink = entity.relationships.contains { relationship in
      relationship.isRequired && relationship.inverse != nil
        && relationship.slots.contains { partial.cells[$0] == nil }
    }
    guard lacksLink else { return false }
    batch.reset()
    let record = batch.append(entity)
    let cells = cells(of: record)
    for (slot, value) in partial.cells.enumerated() {
      if let value { cells[slot] = batch.arena.cell(value) }
    }
    let (known, knownRecords) = (counts[entity.index], recordCount)
    completedOffset = partial.last
    defer { (recordCount, completedOffset) = (knownRecords, nil) }
    let isComplete = try !apply(record, Arrival()).isPartial
    counts[entity.index] = known
    if isComplete {
      counts[entity.index].inserted += 1
      counts[entity.index].updated += partial.count - 1
    }
    return isComplete
  }
}
