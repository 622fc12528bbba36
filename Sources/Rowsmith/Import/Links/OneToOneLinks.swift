import RowsmithSchema

/// Links in a column at both of their ends, which are kept in step.
struct OneToOneLinks {
  private unowned(unsafe) let applier: RecordApplier
  private let relationship: RelationshipMapping
  private let inverse: RelationshipMapping

  /// - Parameter relationship: the end of the record that is written.
  init?(_ relationship: RelationshipMapping, applier: RecordApplier) {
    guard let inverse = relationship.inverse else { return nil }
    self.applier = applier
    self.relationship = relationship
    self.inverse = inverse
  }

  /// Has the other end name a record that names it, and nobody else.
  ///
  /// - Parameter row: the record's.
  func link(_ record: Int, cells: UnsafeMutablePointer<Cell>, row: Int64) throws {
    let blame = applier.origin.offset(of: record)
    let own = relationship.table.keySlots.map { cells[$0].stored }
    let new = relationship.slots.map { cells[$0].stored }
    try applier.clear(relationship, where: new, except: [row], blame: blame)
    let targetRow = try applier.writers[relationship.target.table.index].findRow(key: new)
    // Where a record gives both ends and names itself, the other end has its own turn.
    let isLater = inverse.table === relationship.table && inverse.index > relationship.index
    let hasTurn = isLater && cells[inverse.slots[0]].hasValue
    try applier.clear(
      inverse, where: own, except: [targetRow, hasTurn ? row : nil].compactMap { $0 }, blame: blame)
    try applier.orphans.forgetUnlinked(row, via: relationship)
    if targetRow == nil {
      try applier.endWaitingOthers(of: inverse, key: relationship.slots.map { cells[$0] }, blame: blame)
    }
    // A row of the family that does not have the other end is no target.
    guard let targetRow, try applier.hasRelationship(inverse, row: targetRow) else { return }
    let current = try applier.current(inverse, of: targetRow)
    guard current != own else { return }
    try applier.endOthers(of: inverse, row: targetRow, blame: blame)
    if let current {
      applier.links.removed += 1
      if inverse.mayDelete { try applier.noteFormer(inverse, holder: targetRow, key: current) }
    }
    try applier.writingLinks(
      inverse.slots, of: targetRow, in: applier.writers[inverse.table.index], blame: blame,
      entity: relationship.target
    ) {
      _ = try applier.run(
        inverse.link(where: "\(inverse.table.rowIDName) = ?\(own.count + 1)"), own + [.integer(targetRow)])
    }
    applier.batch.repeated?.noteWrite(to: targetRow, table: inverse.table.index)
    try applier.orphans.forgetUnlinked(targetRow, via: inverse)
    applier.links.added += 1
  }

  /// Clears what a record that arrives without the link was linked to from the other end.
  func unlinkArrival(of record: Int, cells: UnsafeMutablePointer<Cell>) throws {
    try applier.clear(
      inverse, where: relationship.table.keySlots.map { cells[$0].stored }, except: [],
      blame: applier.origin.offset(of: record))
  }

  /// Clears the other end of a link that a record gives up.
  func unlink(_ record: Int, row: Int64, old: [StoredValue]) throws {
    guard let key = try applier.key(ofRow: row, in: relationship.table) else { return }
    let target = applier.writers[relationship.target.table.index]
    guard let targetRow = try target.findRow(key: old), try applier.current(inverse, of: targetRow) == key
    else { return }
    try applier.clear(inverse, where: key, except: [], blame: applier.origin.offset(of: record))
  }
}
