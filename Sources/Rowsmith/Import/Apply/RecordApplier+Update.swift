import RowsmithSchema

extension RecordApplier {
  /// Updates the record's row, if it exists; only columns that differ are written.
  func update(
    _ record: Int, entity asked: EntityMapping, cells: UnsafeMutablePointer<Cell>, writer: TableWriter,
    _ arrival: Arrival
  ) throws -> WrittenRow? {
    guard let row = try writer.seek(cells) else { return nil }
    defer { row.reset() }
    let id = row.integer(at: 0)
    let entity = try storedEntity(row, asked: asked, record: record, cells: cells)
    if arrival.isAnew,
      let lack = fallbacks.resetUngiven(record, entity, cells: cells, filled: arrival.filled)
    {
      try lacks.add(id, of: entity, blame: origin.offset(of: record), because: lack)
    }
    changed.removeAll(keepingCapacity: true)
    for slot in 0..<asked.columnCount where cells[slot].kind != .missing {
      if !row.column(slot + 1, equals: cells[slot]) { changed.append(Int32(truncatingIfNeeded: slot)) }
    }
    if writer.watched != nil { writer.watched?.note(id, row, cells) }
    var fallsBack = false
    if writer.given != nil {
      fallsBack = try fallbacks.noteGiven(
        record, row: row, id: id, entity: entity, cells: cells, writer: writer, arrival)
    }
    if arrival.isOrdered, let order = arrival.order { try place(row, id: id, order: order, cells: cells) }
    if !arrival.isScope { try noteNamed(id, record: record, writer) }
    let relinked =
      orphans.hasUnlinked ? try relink(record, row: row, id: id, table: asked.table, arrival) : []
    guard !changed.isEmpty else {
      if orphans.hasFormer { try judgeFormer(record, entity: entity, row: id, arrival) }
      if !arrival.isScope { counts[entity.index].unchanged += 1 }
      if fallsBack { fallbacks.countAsUnchanged(id, writer) }
      for relationship in relinked where relationship.isOneToOne {
        row.reset()
        try OneToOneLinks(relationship, rowLinks)?.link(cells, row: id, blame: origin.offset(of: record))
      }
      return WrittenRow(id: id, isNew: false)
    }
    if orphans.hasFormer { try judgeFormer(record, entity: entity, row: id, arrival) }
    let table = asked.table
    let moves = moves(row, table: table, cells: cells, arrival: arrival)
    row.reset()
    try uniqueness.writing(rowOf: record, in: table) { try writer.update(changed, of: id, cells) }
    if uniqueness.isNeeded {
      try uniqueness.noteWrites(
        of: changed.lazy.map(Int.init), in: id, of: table, blame: origin.offset(of: record))
    }
    batch.repeatedReference?._withUnsafeGuaranteedRef { $0.noteWrite(to: id, table: table.index) }
    if !arrival.isScope { counts[entity.index].updated += 1 }
    for move in moves { try follow(move, record: record, cells: cells, row: id, arrival: arrival) }
    for relationship in relinked where relationship.isOneToOne {
      if moves.contains(where: { $0.relationship === relationship }) { continue }
      try OneToOneLinks(relationship, rowLinks)?.link(cells, row: id, blame: origin.offset(of: record))
    }
    return WrittenRow(id: id, isNew: false)
  }

  /// Notes that the record gives required links which the row had lost, and clears the row's positions in the lists it had
  /// lost. A link in its key was never empty.
  ///
  /// - Returns: the relationships that the row had lost.
  private func relink(
    _ record: Int, row: Statement, id: Int64, table: TableMapping, _ arrival: Arrival
  ) throws -> [RelationshipMapping] {
    let cells = cells(of: record)
    // A stale mention gives no other link.
    let only = batch.records.base[record].isStale ? arrival.filled : nil
    let relinked = try orphans.forgetUnlinked(id, of: table, given: cells, only: only)
    for relationship in relinked {
      let isKeyPart = relationship.slots.contains(where: table.keySlots.contains)
      guard let position = relationship.positionSlot, arrival.order?.slot != position, !isKeyPart,
        !row.isNull(at: position + 1), !relationship.slots.contains(where: { changed.contains(Int32($0)) })
      else { continue }
      cells[position] = .null
      changed.append(Int32(position))
    }
    return relinked
  }

  /// The entity of the row: what the JSON says, otherwise the stored one if it fits.
  ///
  /// A row that becomes another entity loses the values that the new entity does not have; values that the old entity did
  /// not have are set as in a new row.
  private func storedEntity(
    _ row: Statement, asked: EntityMapping, record: Int, cells: UnsafeMutablePointer<Cell>
  ) throws -> EntityMapping {
    guard let slot = asked.table.entityNameSlot else { return asked }
    let stored = row.text(at: slot + 1).flatMap { mapping.entity($0) }
    if !batch.records.base[record].isEntityGiven, let stored, asked.family[stored.name] != nil {
      cells[slot] = .missing
      return stored
    }
    cells[slot] = asked.nameCell
    guard let stored, stored !== asked else { return asked }
    hasChangedEntities = true
    // For links that wait for a record of the new entity, the row arrives now.
    _ = try references.completeArrival(of: asked, cells: cells, arena: batch.arena, unless: stored)
    for relationship in asked.relationships where relationship.isOneToOne {
      let slot = relationship.slots[0]
      guard !stored.ownsSlot[slot], cells[slot].kind == .null else { continue }
      try OneToOneLinks(relationship, rowLinks)?.unlinkArrival(cells, blame: origin.offset(of: record))
    }
    var lack: ImportError?
    for slot in 0..<asked.table.columnCount where slot != asked.table.entityNameSlot {
      if !asked.ownsSlot[slot] {
        cells[slot] = .null
      } else if !stored.ownsSlot[slot], cells[slot].kind == .missing {
        cells[slot] = asked.fallback(slot)
        guard cells[slot].kind == .null, keepsPartials, asked.requiredSlotList.contains(slot) else {
          continue
        }
        missing.mark(slot, cells, of: asked, record: record, &lack)
      }
    }
    if keepsPartials, asked.requiresChoice {
      for choice in asked.choices where choice.isRequired && !stored.ownsSlot[choice.slots[0]] {
        guard choice.isLacking(cells) else { continue }
        missing.mark(choice.slots[0], cells, of: asked, record: record, &lack)
      }
    }
    if let lack {
      try lacks.add(row.integer(at: 0), of: asked, blame: origin.offset(of: record), because: lack)
    }
    try references.rowWasInserted(asked, cells: cells)
    try endLinks(of: stored, asNow: asked, row: row, record: record)
    return asked
  }

  /// Gives an item its position among its parent's items.
  private func place(
    _ row: Statement, id: Int64, order: ItemOrder, cells: UnsafeMutablePointer<Cell>
  ) throws {
    let isLinkedHere =
      try order.relationship.slots.allSatisfy { row.column($0 + 1, equals: cells[$0]) }
      && !orphans.isUnlinked(id, via: order.relationship)
    let stored = row.isNull(at: order.slot + 1) || !isLinkedHere ? nil : row.integer(at: order.slot + 1)
    // A record embedded in an earlier item may have inserted the row since its key was given a position.
    let given = order.positionGiven {
      KeyCoding.encode(order.relationship.table.keySlots.map { cells[$0].stored })
    }
    cells[order.slot] = Cell(try given ?? order.position(of: id, stored: stored))
    if !row.column(order.slot + 1, equals: cells[order.slot]) { changed.append(Int32(order.slot)) }
  }

  /// A to-one relationship of a row that gets another target.
  struct Move {
    var relationship: RelationshipMapping
    var old: [StoredValue]?
  }

  /// The to-one relationships among the changed slots. A row that leaves an ordered list loses its position.
  private func moves(
    _ row: Statement, table: TableMapping, cells: UnsafeMutablePointer<Cell>, arrival: Arrival
  ) -> [Move] {
    var moves: [Move] = []
    for relationship in table.references
    where relationship.slots.contains(where: { changed.contains(Int32($0)) }) {
      let slots = relationship.slots
      let old = row.isUnlinked(at: slots[0] + 1) ? nil : slots.map { row.value(at: $0 + 1) }
      moves.append(Move(relationship: relationship, old: old))
      if let position = relationship.positionSlot, arrival.order?.slot != position,
        !row.isNull(at: position + 1)
      {
        cells[position] = .null
        changed.append(Int32(position))
      }
    }
    return moves
  }

  private func follow(
    _ move: Move, record: Int, cells: UnsafeMutablePointer<Cell>, row: Int64, arrival: Arrival
  ) throws {
    let relationship = move.relationship
    if let old = move.old {
      let wasWaiting = try writers[relationship.table.index].wasCompleted(row, relationship)
      if wasWaiting { rowLinks.counts.added -= 1 } else { rowLinks.counts.removed += 1 }
      if relationship.isOneToOne {
        try OneToOneLinks(relationship, rowLinks)?.unlink(row, from: old, blame: origin.offset(of: record))
      }
      let leaves = arrival.isAnew && relationship.ownsItems || leavesForGood(relationship, record: record)
      let isFilled = arrival.overrules(relationship)
      if isFilled || !leaves, relationship.mayDelete, !wasWaiting {
        try rowLinks.noteFormer(relationship, holder: row, key: old)
      }
      if !isFilled, leaves {
        if !wasWaiting, let leaving = try rowLinks.leavingRow(old, of: relationship.target) {
          try orphans.add(leaving, of: relationship.target.table, blame: origin.offset(of: record))
        }
      }
    }
    if cells[relationship.slots[0]].hasValue {
      rowLinks.counts.added += 1
      try noteReference(relationship, of: record, cells: cells, row: row, arrival: arrival)
    }
  }

  private func judgeFormer(_ record: Int, entity: EntityMapping, row: Int64, _ arrival: Arrival) throws {
    for relationship in entity.relationships where relationship.isToOne {
      guard !arrival.overrules(relationship), relationship.mayDelete,
        statesRecordOrNull(relationship, record: record)
      else { continue }
      try orphans.judgeFormer(
        via: relationship, holder: row, table: relationship.target.table, blame: origin.offset(of: record))
    }
  }

  /// Whether the record that a to-one relationship named before is to be deleted: the JSON gives another object, or null.
  private func leavesForGood(_ relationship: RelationshipMapping, record: Int) -> Bool {
    if relationship.ownsKeyless { return true }
    let isScope = record == 0 && relationship.isOverruled(by: scope?.relationship)
    guard relationship.deletes(under: isScope ? scope?.policy : nil) else { return false }
    return statesRecordOrNull(relationship, record: record)
  }

  /// Whether the JSON gives a to-one relationship an object or null, not a key. A bad record that is left out gives
  /// nothing.
  private func statesRecordOrNull(_ relationship: RelationshipMapping, record: Int) -> Bool {
    var state = state(of: relationship, in: record)
    if isRelationship, record == 0, relationship.hasOthers, state.kind != .link {
      // The value of a parent-scoped import is that of one part; a link has nothing in the others then.
      let parts = relationship.others.map { self.state(of: $0, in: record) }
      state = parts.first { $0.kind == .link } ?? state
    }
    guard state.kind == .link else { return false }
    let link = batch.links[Int(state.bits)]
    // A value that is a fault is overridden by the record around it, or the whole record is bad.
    if link.isDead || link.form == .fault { return false }
    let child = link.firstItem < 0 ? -1 : Int(batch.items.base[Int(link.firstItem)].record)
    if child >= 0, batch.records.base[child].isLeftOut { return false }
    // A key of another entity is neither a key of this one nor null.
    let isOthersKey = relationship.others.contains { other in
      let state = self.state(of: other, in: record)
      return state.kind == .link && batch.links[Int(state.bits)].keyCount > 0
    }
    return !link.isForeignKey && link.keyCount == 0 && !isOthersKey
  }

  /// Notes the row that a to-one relationship names now.
  func noteReference(
    _ relationship: RelationshipMapping, of record: Int, cells: UnsafeMutablePointer<Cell>, row: Int64,
    arrival: Arrival
  ) throws {
    if relationship.isOneToOne {
      try OneToOneLinks(relationship, rowLinks)?.link(cells, row: row, blame: origin.offset(of: record))
    }
    guard !arrival.fills(relationship) else { return }
    // In a family, the embedded record may be of another entity.
    let isPart = relationship.targetReference._withUnsafeGuaranteedRef { $0.isPartOfTable }
    if !isPart, embeds(relationship, in: record) {
      references.markReferenced(relationship)
    } else {
      try references.noteReference(relationship, key: relationship.slots.map { cells[$0] })
    }
  }

  /// Whether the record that a to-one relationship names is embedded, so that its row is written, too.
  private func embeds(_ relationship: RelationshipMapping, in record: Int) -> Bool {
    let state = state(of: relationship, in: record)
    guard state.kind == .link else { return false }
    let item = Int(batch.links.base[Int(state.bits)].firstItem)
    guard item >= 0 else { return false }
    let child = Int(batch.items.base[item].record)
    return child >= 0 && !batch.records.base[child].isLeftOut && !batch.records.base[child].isKeyOnly
  }
}
