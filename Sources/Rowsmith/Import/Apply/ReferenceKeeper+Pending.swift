import RowsmithSchema

extension ReferenceKeeper {
  /// Fills in links that wait for a row, before it is inserted, if its JSON does not give them.
  ///
  /// - Parameter former: the entity that the row was, if it becomes another one; its relationships are already set.
  /// - Returns: the relationships that were filled in.
  func completeArrival(
    of entity: EntityMapping, cells: UnsafeMutablePointer<Cell>, arena: Arena,
    unless former: EntityMapping? = nil
  ) throws -> [RelationshipMapping] {
    guard hasPending || entity.hasOneToOne else { return [] }
    var completed: [RelationshipMapping] = []
    for relationship in entity.relationships where relationship.isToOne {
      if former?.ownsSlot[relationship.slots[0]] == true { continue }
      guard let inverse = relationship.inverse else { continue }
      let isGiven = cells[relationship.slots[0]].kind != .missing
      if inverse.isToOne {
        if !isGiven { try completeOneToOne(relationship, inverse: inverse, cells: cells, arena: arena) }
      } else if hasPending {
        try completeFromList(relationship, inverse: inverse, cells: cells, arena: arena)
      }
      if !isGiven, cells[relationship.slots[0]].kind != .missing { completed.append(relationship) }
    }
    return completed
  }

  private func completeOneToOne(
    _ relationship: RelationshipMapping, inverse: RelationshipMapping, cells: UnsafeMutablePointer<Cell>,
    arena: Arena
  ) throws {
    try lateIndexes.require(inverse)
    let own = relationship.table.keySlots.map { cells[$0] }
    let find = try statement(
      "SELECT \(DDL.list(inverse.table.layout.key)) FROM \(DDL.quoted(inverse.table.name)) "
        + "WHERE \(equality(inverse.columnNames)) LIMIT 1")
    for (index, cell) in own.enumerated() { find.bind(cell, at: index + 1) }
    defer { find.reset() }
    guard try find.step() else { return }
    for (index, slot) in relationship.slots.enumerated() {
      cells[slot] = arena.cell(find.value(at: index))
    }
  }

  private func completeFromList(
    _ relationship: RelationshipMapping, inverse: RelationshipMapping, cells: UnsafeMutablePointer<Cell>,
    arena: Arena
  ) throws {
    let key = relationship.table.keySlots.map { cells[$0].stored }
    guard let link = try pending.find(inverse, target: key) else { return }
    let parts = KeyCoding.decode(link.source, count: relationship.slots.count)
    if cells[relationship.slots[0]].kind == .missing {
      for (slot, part) in zip(relationship.slots, parts) { cells[slot] = arena.cell(part) }
    } else if relationship.slots.map({ cells[$0].stored }) != parts {
      // The record itself names another parent.
      return
    }
    if let slot = relationship.positionSlot, let position = link.position { cells[slot] = Cell(position) }
  }

  /// Deletes the pending links to a row that was inserted.
  func rowWasInserted(_ entity: EntityMapping, cells: UnsafeMutablePointer<Cell>) throws {
    guard hasPending, !entity.table.keySlots.isEmpty else { return }
    let key = entity.table.keySlots.map { cells[$0].stored }
    for relationship in entity.relationships where relationship.isToOne {
      guard let inverse = relationship.inverse, !inverse.isToOne else { continue }
      try forgetPending(inverse, target: key)
    }
  }

  /// Deletes the pending links to a row in lists of a relationship.
  func forgetPending(_ relationship: RelationshipMapping, target: [Cell]) throws {
    try forgetPending(relationship, target: target.map(\.stored))
  }

  /// Deletes the pending links to a row in lists of a relationship.
  func forgetPending(_ relationship: RelationshipMapping, target: [StoredValue]) throws {
    try forgetPending(relationship, .target, target)
  }

  /// Deletes the pending links of a row's list.
  func forgetPending(_ relationship: RelationshipMapping, source: [StoredValue]) throws {
    try forgetPending(relationship, .source, source)
  }

  private func forgetPending(
    _ relationship: RelationshipMapping, _ end: PendingLinks.End, _ key: [StoredValue]
  ) throws {
    guard hasPending else { return }
    if try pending.forget(relationship, end, key) > 0 { hasWritten = true }
  }

  /// Adds a pending link: a key in a list whose row does not exist yet. The last parent to name it gets it.
  func addPending(
    _ relationship: RelationshipMapping, target: [Cell], source: [Cell], position: Int64?
  ) throws {
    setHasPending()
    let insert = try statement(
      """
      INSERT INTO _rowsmith_pending (relationship, target, source, position) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT DO UPDATE SET source = excluded.source, position = excluded.position
      WHERE source IS NOT excluded.source OR position IS NOT excluded.position
      """)
    insert.bind(.text(relationship.qualifiedName), at: 1)
    insert.bind(KeyCoding.encode(target.map(\.stored)), at: 2)
    insert.bind(KeyCoding.encode(source.map(\.stored)), at: 3)
    insert.bind(position.map(StoredValue.integer) ?? .null, at: 4)
    _ = try insert.step()
    if connection.changes > 0 { hasWritten = true }
  }

  /// The position of a pending link from this parent; `nil` if there is none, or no order.
  func pendingPosition(_ relationship: RelationshipMapping, target: [Cell], source: [Cell]) throws -> Int64? {
    guard hasPending, let link = try pending.find(relationship, target: target.map(\.stored)) else {
      return nil
    }
    return link.source == KeyCoding.encode(source.map(\.stored)) ? link.position : nil
  }

  /// The parent, with a key of one part, that has a pending link to the target.
  func pendingSource(_ relationship: RelationshipMapping, target: [Cell]) throws -> StoredValue? {
    hasPending ? try pending.find(relationship, target: target.map(\.stored))?.source : nil
  }

  /// The greatest position of a pending link from this parent.
  func greatestPendingPosition(_ relationship: RelationshipMapping, source: [Cell]) throws -> Int64? {
    hasPending ? try pending.greatestPosition(relationship, source: source.map(\.stored)) : nil
  }

  /// Deletes the pending links to keys that a parent's list no longer names.
  func keepPending(_ relationship: RelationshipMapping, source: [Cell], targets: KeyList) throws {
    guard hasPending else { return }
    let staying = targets.keys.lazy.map { $0.map(\.stored) }
    let count = try pending.forget(relationship, source: source.map(\.stored), keeping: staying)
    if count > 0 { hasWritten = true }
  }
}
