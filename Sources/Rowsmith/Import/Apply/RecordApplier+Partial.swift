import RowsmithSchema

// What is required of a record is asked for when the document has ended: one mention may give what another lacks.
extension RecordApplier {
  /// Takes what earlier mentions gave of a record that has no row yet; what this one gives comes before it.
  ///
  /// - Returns: what was kept, and the entity that the record is: where the JSON does not say, what it was.
  func takePartial(
    _ record: Int, _ asked: EntityPlan, cells: UnsafeMutablePointer<Cell>
  ) throws -> (partial: Partials.Partial, kept: EntityPlan)? {
    let table = asked.table
    guard !table.keySlots.isEmpty,
      let partial = try partials.take(table: table, key: table.keySlots.map { cells[$0].stored })
    else { return nil }
    let former = plan.entities[partial.entity]
    let isKept = !parser.records.base[record].isEntityGiven && asked.family[former.name] != nil
    let entity = isKept ? former : asked
    for (slot, value) in partial.cells.enumerated() {
      guard let value, slot < table.columnCount, entity.ownsSlot[slot], cells[slot].kind == .missing else {
        continue
      }
      cells[slot] = parser.context.arena.cell(value)
    }
    for relationship in entity.relationships where relationship.isToOne && relationship.ownsKeyless {
      let slot = relationship.slots[0]
      guard slot < partial.cells.count, let former = partial.cells[slot], former != .null,
        cells[slot].stored != former,
        let row = try writers[relationship.target.table.index].findRow(key: [former])
      else { continue }
      try orphans.add(row, of: relationship.target.table, blame: parser.offset(of: record))
    }
    return (partial, entity)
  }

  /// Keeps a record that lacks something required, or refuses it where nothing can complete it.
  func keepPartial(
    _ record: Int, entity: EntityPlan, cells: UnsafeMutablePointer<Cell>, _ arrival: Arrival,
    earlier: Partials.Partial?
  ) throws -> WrittenRow {
    let table = entity.table
    let slot = entity.requiredSlotList.first { cells[$0].kind == .missing } ?? 0
    let rejection = missing(slot, of: entity, record: record)
    guard keepsPartials, !table.keySlots.isEmpty, !table.hasRowIdentifier,
      table.keySlots.allSatisfy({ cells[$0].hasValue })
    else { throw rejection }
    let key = table.keySlots.map { cells[$0].stored }
    try keepLinks(record, entity: entity, cells: cells, arrival)
    let given = (0..<table.columnCount).map { slot -> StoredValue? in
      cells[slot].kind == .missing || cells[slot].isFilledIn ? nil : cells[slot].stored
    }
    let partial = Partials.Partial(
      cells: given, entity: entity.index,
      // Only where bad records are skipped every mention must be known.
      blame: parser.onInvalid == .skip
        ? (earlier?.blame ?? []) + [parser.offset(of: record)]
        : [earlier?.blame.first ?? parser.offset(of: record)],
      error: earlier?.error ?? parser.located(rejection.error, record: record))
    try partials.keep(partial, table: table, key: key)
    if earlier == nil { counts[entity.index].inserted += 1 } else { counts[entity.index].updated += 1 }
    return WrittenRow.none
  }

  /// A link that its parent gives a partial record waits for the row, as a key in its list would.
  private func keepLinks(
    _ record: Int, entity: EntityPlan, cells: UnsafeMutablePointer<Cell>, _ arrival: Arrival
  ) throws {
    for relationship in entity.relationships where relationship.isToOne {
      let given = relationship.slots.map { cells[$0] }
      if given.allSatisfy(\.hasValue) { try references.noteLoose(relationship, key: given) }
      guard let inverse = relationship.inverse, !inverse.isToOne,
        cells[relationship.slots[0]].kind != .missing,
        !relationship.slots.contains(where: entity.table.keySlots.contains)
      else { continue }
      let key = entity.table.keySlots.map { cells[$0] }
      guard arrival.filled === relationship else {
        try references.forgetPending(inverse, target: key)
        continue
      }
      let source = relationship.slots.map { cells[$0] }
      let place = try arrival.order?.placeAbsentRow(
        key: KeyCoding.encode(key.map(\.stored)),
        stored: try references.pendingPosition(inverse, target: key, source: source))
      try references.addPending(inverse, target: key, source: source, position: place)
      for slot in relationship.slots { cells[slot] = .missing }
    }
  }

  /// Forgets what was noted in temporary tables.
  func forgetNotes() throws {
    try orphans.forget()
    try partials.forget()
    try uniqueness.forgetWrites()
    for writer in writers { try writer.forgetSpilled() }
  }

  /// What is still incomplete when the document has ended.
  func partialRefusals() throws -> [Refusal] {
    try partials.remaining().map { Refusal(records: $0.blame, error: $0.error) }
  }
}
