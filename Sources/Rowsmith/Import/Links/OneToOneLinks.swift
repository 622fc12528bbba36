import RowsmithSchema

/// Links stored in a column at each end; both columns are kept consistent.
struct OneToOneLinks {
  private unowned(unsafe) let rowLinks: RowLinks
  private let relationship: RelationshipMapping
  private let inverse: RelationshipMapping

  /// - Parameter relationship: the end of the record being written.
  init?(_ relationship: RelationshipMapping, _ rowLinks: RowLinks) {
    guard let inverse = relationship.inverse else { return nil }
    self.rowLinks = rowLinks
    self.relationship = relationship
    self.inverse = inverse
  }

  /// Sets the other end of a record's link to the record, and clears the former links of both.
  ///
  /// - Parameters:
  ///   - cells: the record's cells.
  ///   - row: the record's row.
  ///   - blame: the offset of the record in the document.
  func link(_ cells: UnsafePointer<Cell>, row: Int64, blame: Int64) throws {
    let own = relationship.table.keySlots.map { cells[$0].stored }
    let new = relationship.slots.map { cells[$0].stored }
    try rowLinks.clear(relationship, where: new, except: [row], blame: blame)
    let targetRow = try rowLinks.writers[relationship.target.table.index].findRow(key: new)
    // If a record gives both ends and names itself, the other end is written later.
    let isLater = inverse.table === relationship.table && inverse.index > relationship.index
    let hasTurn = isLater && cells[inverse.slots[0]].hasValue
    try rowLinks.clear(
      inverse, where: own, except: [targetRow, hasTurn ? row : nil].compactMap { $0 }, blame: blame)
    try rowLinks.orphans.forgetUnlinked(row, via: relationship)
    // A row of the family without the other end is no target: the link waits.
    guard let targetRow, try rowLinks.hasRelationship(inverse, row: targetRow) else {
      return try rowLinks.endWaitingOthers(
        of: inverse, key: relationship.slots.map { cells[$0] }, blame: blame)
    }
    let current = try rowLinks.current(inverse, of: targetRow)
    guard current != own else { return }
    try rowLinks.endOthers(of: inverse, row: targetRow, blame: blame)
    if let current {
      rowLinks.counts.removed += 1
      if inverse.mayDelete { try rowLinks.noteFormer(inverse, holder: targetRow, key: current) }
    }
    try rowLinks.write(
      inverse.slots, of: targetRow, in: inverse.table, blame: blame, entity: relationship.target
    ) {
      _ = try rowLinks.run(
        inverse.link(where: "\(inverse.table.rowIDName) = ?\(own.count + 1)"), own + [.integer(targetRow)])
    }
    try rowLinks.orphans.forgetUnlinked(targetRow, via: inverse)
    rowLinks.counts.added += 1
  }

  /// Clears the links to a record that arrives without a link of its own.
  func unlinkArrival(_ cells: UnsafePointer<Cell>, blame: Int64) throws {
    try rowLinks.clear(
      inverse, where: relationship.table.keySlots.map { cells[$0].stored }, except: [], blame: blame)
  }

  /// Clears the other end of a link that a record gives up.
  func unlink(_ row: Int64, from old: [StoredValue], blame: Int64) throws {
    guard let key = try rowLinks.key(ofRow: row, in: relationship.table) else { return }
    let target = rowLinks.writers[relationship.target.table.index]
    guard let targetRow = try target.findRow(key: old), try rowLinks.current(inverse, of: targetRow) == key
    else { return }
    try rowLinks.clear(inverse, where: key, except: [], blame: blame)
  }
}
