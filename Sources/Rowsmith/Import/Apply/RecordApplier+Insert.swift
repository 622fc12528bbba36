import RowsmithSchema

extension RecordApplier {
  /// Inserts the row of a record, with what earlier mentions gave of it; nil where there is a row with its key.
  func insert(
    _ record: Int, entity: EntityMapping, cells: UnsafeMutablePointer<Cell>, writer: TableWriter,
    _ arrival: Arrival
  ) throws -> WrittenRow? {
    if !partials.isEmpty, let (earlier, kept) = try takePartial(record, entity, cells: cells) {
      return try insert(
        record, entity: kept, cells: cells, writer: writer, arrival, completing: Earlier(earlier))
    }
    return try insert(record, entity: entity, cells: cells, writer: writer, arrival, completing: nil)
  }

  /// What earlier mentions gave, and what a record lacks: on the heap, as there mostly is neither, and passing on that
  /// there is nothing takes longer the larger it is.
  private final class Earlier {
    let partial: Partials.Partial

    init(_ partial: Partials.Partial) { self.partial = partial }
  }

  private final class Lack {
    let error: ImportError

    init(_ error: ImportError) { self.error = error }
  }

  private func insert(
    _ record: Int, entity: EntityMapping, cells: UnsafeMutablePointer<Cell>, writer: TableWriter,
    _ arrival: Arrival, completing earlier: Earlier?
  ) throws -> WrittenRow? {
    let completed =
      entity.hasOneToOne || references.hasPending
      ? try references.completeArrival(of: entity, cells: cells, arena: batch.arena) : []
    var lack: Lack?
    if !isComplete(cells, entity) {
      guard keepsPartials, entity.hasRowIdentifier else {
        return try keepPartial(record, entity: entity, cells: cells, arrival, earlier: earlier?.partial)
      }
      lack = markLacking(record, entity: entity, cells: cells).map(Lack.init)
    }
    for slot in 0..<entity.columnCount where cells[slot].kind == .missing {
      cells[slot] = slot == entity.entityNameSlot ? entity.nameCell : entity.defaults[slot]
      cells[slot].isFilledIn = true
    }
    if arrival.isOrdered, let order = arrival.order {
      cells[order.slot] = Cell(
        try order.positionForNewRow(
          key: entity.table.keySlots.map { cells[$0] }, stored: try waitingPosition(order, cells: cells)))
    }
    let id = try writeRow(of: record, with: writer) { try writer.insertRow(cells) }
    if let id, uniqueness.isNeeded {
      try noteInsert(id, of: record, entity: entity, cells: cells, completing: earlier?.partial)
    }
    guard let id else {
      for slot in 0..<entity.table.columnCount where cells[slot].isFilledIn { cells[slot] = .missing }
      // What waits for a new row says nothing of one that is here.
      for slot in completed.lazy.flatMap(\.slots) { cells[slot] = .missing }
      if arrival.isOrdered, let order = arrival.order { cells[order.slot] = .missing }
      return nil
    }
    if let lack {
      try lacks.add(id, of: entity, blame: origin.offset(of: record), because: lack.error)
    }
    counts[entity.index].inserted += 1
    counts[entity.index].updated += earlier?.partial.count ?? 0
    try noteNamed(id, record: record, writer)
    if writer.settled != nil, try !writer.wasEmpty() { try writer.settled?.insert(id) }
    for relationship in completed { try writer.noteCompleted(id, relationship) }
    if references.hasPending { try references.rowWasInserted(entity, cells: cells) }
    try noteInsertedLinks(record, entity: entity, cells: cells, row: id, arrival)
    // Where a mention came before, lists may have named it as their parent.
    return WrittenRow(id: id, isNew: earlier == nil)
  }

  /// Keeps what depends on the links of a new row in step.
  @inline(__always)
  private func noteInsertedLinks(
    _ record: Int, entity: EntityMapping, cells: UnsafeMutablePointer<Cell>, row: Int64, _ arrival: Arrival
  ) throws {
    for reference in entity.table.referenceSlots {
      let cell = cells[reference.slot]
      if cell.hasValue {
        links.added += 1
        try reference.relationship._withUnsafeGuaranteedRef {
          try noteReference($0, of: record, cells: cells, row: row, arrival: arrival)
        }
      } else if reference.isOneToOne, cell.kind == .null, !cell.isFilledIn {
        try reference.relationship._withUnsafeGuaranteedRef {
          try OneToOneLinks($0, applier: self)?.unlinkArrival(of: record, cells: cells)
        }
      }
    }
  }

  /// Where a new item was waited for in the list of its parent.
  func waitingPosition(_ order: ItemOrder, cells: UnsafeMutablePointer<Cell>) throws -> Int64? {
    let table = order.relationship.table
    guard references.hasPending, let list = order.relationship.inverse, !table.keySlots.isEmpty else {
      return nil
    }
    return try references.pendingPosition(
      list, target: table.keySlots.map { cells[$0] }, source: order.relationship.slots.map { cells[$0] })
  }

  /// Marks what a record without a key lacks: another mention may give it, or the row may be gone when the document ends.
  private func markLacking(
    _ record: Int, entity: EntityMapping, cells: UnsafeMutablePointer<Cell>
  ) -> ImportError? {
    var error: ImportError?
    for slot in entity.requiredSlotList where cells[slot].kind == .missing {
      error = error ?? origin.located(missing(slot, of: entity, record: record).error, record: record)
      cells[slot] = .lacking
    }
    for choice in entity.choices where choice.isRequired && choice.isLacking(cells) {
      let slot = choice.slots[0]
      error = error ?? origin.located(missing(slot, of: entity, record: record).error, record: record)
      cells[slot] = .lacking
    }
    return error
  }

  func missing(_ slot: Int, of entity: EntityMapping, record: Int) -> RecordRejection {
    let column = entity.table.layout.columns[slot]
    guard case .relationship(_, let name, _) = column.source,
      let relationship = entity.relationships.first(where: { $0.name == name })
    else {
      let why = "a new \(entity.name) needs it, as it is required and has no default"
      var error = ImportError(
        .missingValue, "expected '\(column.name)', found nothing; \(why)", member: column.name)
      error.contradiction = Contradiction(.nothing)
      return RecordRejection(record: record, error: error)
    }
    let child = ([relationship] + relationship.others).lazy
      .compactMap { self.embeddedRecord(of: $0, in: record, entity) }.first
    let member = relationship.schema.modelName
    var error = ImportError(
      .missingValue,
      "expected '\(member)', found \(child == nil ? "nothing" : "a bad record"); a new \(entity.name) needs it",
      member: member)
    if child == nil { error.contradiction = Contradiction(.nothing) }
    return RecordRejection(record: record, error: error, cause: child)
  }

  /// The record that a to-one relationship embeds.
  private func embeddedRecord(
    of relationship: RelationshipMapping, in record: Int, _ entity: EntityMapping
  ) -> Int? {
    // The row may be of an entity that has more relationships than the record was read for.
    let isRead = relationship.ordinal < self.entity(of: record).relationships.count
    let state = isRead ? cells(of: record)[entity.table.columnCount + relationship.ordinal] : .missing
    let item = state.kind == .link ? Int(batch.links[Int(state.bits)].firstItem) : -1
    let child = item >= 0 ? Int(batch.items[item].record) : -1
    return child >= 0 ? child : nil
  }
}
