import RowsmithSchema

extension ReferenceKeeper {
  /// Fills in the links that wait for a row which is about to be inserted, where its JSON does not give them.
  ///
  /// `former` is the entity that a row was which becomes another one: it has its own relationships already.
  func completeArrival(
    of entity: EntityPlan, cells: UnsafeMutablePointer<Cell>, context: ConversionContext,
    unless former: EntityPlan? = nil
  ) throws {
    guard hasPending || entity.hasOneToOne else { return }
    for relationship in entity.relationships where relationship.isToOne {
      if former?.ownsSlot[relationship.slots[0]] == true { continue }
      guard let inverse = relationship.inverse else { continue }
      let isGiven = cells[relationship.slots[0]].kind != .missing
      if inverse.isToOne {
        if !isGiven { try completeOneToOne(relationship, inverse: inverse, cells: cells, context: context) }
      } else if hasPending {
        try completeFromList(relationship, inverse: inverse, cells: cells, context: context)
      }
    }
  }

  private func completeOneToOne(
    _ relationship: RelationshipPlan, inverse: RelationshipPlan, cells: UnsafeMutablePointer<Cell>,
    context: ConversionContext
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
      cells[slot] = context.arena.cell(find.value(at: index))
    }
  }

  private func completeFromList(
    _ relationship: RelationshipPlan, inverse: RelationshipPlan, cells: UnsafeMutablePointer<Cell>,
    context: ConversionContext
  ) throws {
    guard relationship.table.keySlots.count == 1 else { return }
    let find = try statement(
      "SELECT source, position FROM _rowsmith_pending WHERE relationship = ?1 AND target = ?2")
    find.bind(.text(inverse.qualifiedName), at: 1)
    find.bind(cells[relationship.table.keySlots[0]], at: 2)
    defer { find.reset() }
    guard try find.step() else { return }
    let parts = PendingSource.decode(find.value(at: 0), count: relationship.slots.count)
    if cells[relationship.slots[0]].kind == .missing {
      for (slot, part) in zip(relationship.slots, parts) { cells[slot] = context.arena.cell(part) }
    } else if relationship.slots.map({ cells[$0].stored }) != parts {
      // The row says itself where it belongs, and that is elsewhere.
      return
    }
    if let slot = relationship.positionSlot, !find.isNull(at: 1) { cells[slot] = Cell(find.integer(at: 1)) }
  }

  /// Forgets what waited for a row that has arrived.
  func rowWasInserted(_ entity: EntityPlan, cells: UnsafeMutablePointer<Cell>) throws {
    guard hasPending, entity.table.keySlots.count == 1 else { return }
    for relationship in entity.relationships where relationship.isToOne {
      guard let inverse = relationship.inverse, !inverse.isToOne else { continue }
      let delete = try statement("DELETE FROM _rowsmith_pending WHERE relationship = ?1 AND target = ?2")
      delete.bind(.text(inverse.qualifiedName), at: 1)
      delete.bind(cells[entity.table.keySlots[0]], at: 2)
      _ = try delete.step()
      if connection.changes > 0 { hasWritten = true }
    }
  }

  /// Remembers a key in a list whose row is not here yet; the parent that names it last has it.
  func addPending(
    _ relationship: RelationshipPlan, target: Cell, source: [Cell], position: Int64?
  ) throws {
    setHasPending()
    let insert = try statement(
      """
      INSERT INTO _rowsmith_pending (relationship, target, source, position) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT DO UPDATE SET source = excluded.source, position = excluded.position
      WHERE source IS NOT excluded.source OR position IS NOT excluded.position
      """)
    insert.bind(.text(relationship.qualifiedName), at: 1)
    insert.bind(target, at: 2)
    insert.bind(PendingSource.encode(source.map(\.stored)), at: 3)
    insert.bind(position.map(StoredValue.integer) ?? .null, at: 4)
    _ = try insert.step()
    if connection.changes > 0 { hasWritten = true }
  }

  /// Where a key waits in the list of this parent; nil where it does not, or in no order.
  func pendingPosition(_ relationship: RelationshipPlan, target: Cell, source: [Cell]) throws -> Int64? {
    guard hasPending else { return nil }
    let find = try statement(
      "SELECT position FROM _rowsmith_pending WHERE relationship = ?1 AND target = ?2 AND source = ?3")
    find.bind(.text(relationship.qualifiedName), at: 1)
    find.bind(target, at: 2)
    find.bind(PendingSource.encode(source.map(\.stored)), at: 3)
    defer { find.reset() }
    return try find.step() && !find.isNull(at: 0) ? find.integer(at: 0) : nil
  }

  /// The greatest position at which a key waits in the list of this parent.
  func greatestPendingPosition(_ relationship: RelationshipPlan, source: [Cell]) throws -> Int64? {
    guard hasPending else { return nil }
    return try connection.integer(
      "SELECT max(position) FROM _rowsmith_pending WHERE relationship = ?1 AND source = ?2",
      [.text(relationship.qualifiedName), PendingSource.encode(source.map(\.stored))])
  }

  /// Forgets the keys that a parent's list no longer names.
  func keepPending(_ relationship: RelationshipPlan, source: [Cell], targets: KeyList) throws {
    guard hasPending else { return }
    let list = try statement("SELECT target FROM _rowsmith_pending WHERE relationship = ?1 AND source = ?2")
    let encoded = PendingSource.encode(source.map(\.stored))
    list.bind(.text(relationship.qualifiedName), at: 1)
    list.bind(encoded, at: 2)
    var gone: [StoredValue] = []
    while try list.step() {
      if !targets.contains(list.value(at: 0)) { gone.append(list.value(at: 0)) }
    }
    for target in gone {
      hasWritten = true
      try connection.run(
        "DELETE FROM _rowsmith_pending WHERE relationship = ?1 AND target = ?2",
        [.text(relationship.qualifiedName), target])
    }
  }
}

/// How the key of a waiting parent is kept in one column: itself, or its parts as text where there are several.
enum PendingSource {
  private static let separator: Character = "\u{1F}"

  static func encode(_ key: [StoredValue]) -> StoredValue {
    if key.count == 1 { return key[0] }
    return .text(
      key.map { part in
        switch part {
        case .integer(let value): "i\(value)"
        case .text(let text): "t\(text)"
        case .real(let value): "r\(value)"
        case .blob(let bytes): "b" + bytes.map { String($0) }.joined(separator: ",")
        case .null: "n"
        }
      }.joined(separator: String(separator)))
  }

  static func decode(_ value: StoredValue, count: Int) -> [StoredValue] {
    guard count > 1, case .text(let text) = value else { return [value] }
    return text.split(separator: separator, omittingEmptySubsequences: false).map { part in
      let rest = String(part.dropFirst())
      switch part.first {
      case "i": return Int64(rest).map(StoredValue.integer) ?? .null
      case "t": return .text(rest)
      case "r": return Double(rest).map(StoredValue.real) ?? .null
      case "b": return .blob(rest.split(separator: ",").compactMap { UInt8($0) })
      default: return .null
      }
    }
  }
}
