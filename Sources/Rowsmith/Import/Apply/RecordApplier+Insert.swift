import RowsmithSchema

extension RecordApplier {
  /// Inserts a record's row, with what earlier mentions gave; `nil` if a row with its key exists.
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

  /// What earlier mentions gave, and what a record lacks. On the heap: both are rare, and a large optional takes longer to
  /// pass even if it is `nil`.
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
        return try keepPartial(
          record, entity: entity, cells: cells, arrival, earlier: earlier?.partial, completed: completed)
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
    let id = try uniqueness.writing(rowOf: record, in: writer.mapping) { try writer.insertRow(cells) }
    if let id, uniqueness.isNeeded, origin.skipsBadRecords {
      try uniqueness.noteInsert(
        id, in: entity.table, cells: cells, blame: completedOffset ?? origin.offset(of: record),
        completing: earlier?.partial)
    }
    guard let id else {
      for slot in 0..<entity.table.columnCount where cells[slot].isFilledIn { cells[slot] = .missing }
      // Links that were waiting for a new row do not apply to an existing one.
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
    if !countsUnresolved {
      try references.takeOff(entity, cells: cells)
    } else if references.notesArrivals {
      try references.noteArrival(entity, cells: cells)
    }
    try noteInsertedLinks(record, entity: entity, cells: cells, row: id, arrival)
    // After an earlier mention, lists may have named it as their parent.
    return WrittenRow(id: id, isNew: earlier == nil)
  }

  /// Updates what depends on the links of a new row.
  @inline(__always)
  private func noteInsertedLinks(
    _ record: Int, entity: EntityMapping, cells: UnsafeMutablePointer<Cell>, row: Int64, _ arrival: Arrival
  ) throws {
    for reference in entity.table.referenceSlots {
      let cell = cells[reference.slot]
      if cell.hasValue {
        rowLinks.counts.added += 1
        try reference.relationship._withUnsafeGuaranteedRef {
          try noteReference($0, of: record, cells: cells, row: row, arrival: arrival)
        }
      } else if reference.isOneToOne, cell.kind == .null, !cell.isFilledIn {
        try reference.relationship._withUnsafeGuaranteedRef {
          try OneToOneLinks($0, rowLinks)?.unlinkArrival(cells, blame: origin.offset(of: record))
        }
      }
    }
  }

  /// The position of the pending link from the parent's list to a new item.
  func waitingPosition(_ order: ItemOrder, cells: UnsafeMutablePointer<Cell>) throws -> Int64? {
    let table = order.relationship.table
    guard references.hasPending, let list = order.relationship.inverse, !table.keySlots.isEmpty else {
      return nil
    }
    return try references.pendingPosition(
      list, target: table.keySlots.map { cells[$0] }, source: order.relationship.slots.map { cells[$0] })
  }

  /// Marks what a record without a key lacks: another mention may give it, or the row may be deleted by the end of the
  /// document.
  private func markLacking(
    _ record: Int, entity: EntityMapping, cells: UnsafeMutablePointer<Cell>
  ) -> ImportError? {
    var error: ImportError?
    for slot in entity.requiredSlotList where cells[slot].kind == .missing {
      missing.mark(slot, cells, of: entity, record: record, &error)
    }
    for choice in entity.choices where choice.isRequired && choice.isLacking(cells) {
      missing.mark(choice.slots[0], cells, of: entity, record: record, &error)
    }
    return error
  }
}
