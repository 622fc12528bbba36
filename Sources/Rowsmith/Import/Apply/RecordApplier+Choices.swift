// Links to one of several entities: of the relationships that make one up, one at most leads anywhere.
extension RecordApplier {
  /// Has what a record gives of one part of a link stand for the others, which are empty then.
  ///
  /// What a bad record was to be linked by is not given, and neither are the others.
  ///
  /// - Parameter filled: what the parent gives, which wins over what the record says.
  func settleChoices(
    _ entity: EntityMapping, cells: UnsafeMutablePointer<Cell>, filled: RelationshipMapping?
  ) {
    for choice in entity.choices {
      let given =
        choice.slots.first { slot in cells[slot].hasValue && filled?.slots.contains(slot) == true }
        ?? choice.slots.first { cells[$0].hasValue }
      if let given {
        for slot in choice.slots where slot != given { cells[slot] = .null }
      } else if choice.slots.contains(where: { cells[$0].kind == .missing }) {
        for slot in choice.slots { cells[slot] = .missing }
      }
    }
  }

  /// A link that must lead to a record, and does not.
  func lackingChoice(_ cells: UnsafePointer<Cell>, _ entity: EntityMapping) -> ChoiceMapping? {
    entity.choices.first { $0.isRequired && $0.isLacking(cells) }
  }

  /// The first slot that a new row must have and that is not given.
  func lackingSlot(_ cells: UnsafePointer<Cell>, _ entity: EntityMapping) -> Int {
    entity.requiredSlotList.first { cells[$0].kind == .missing }
      ?? lackingChoice(cells, entity)?.slots.first ?? 0
  }

  /// Ends the links that wait for a row by other parts, before it is linked by this one.
  func endWaitingOthers(of relationship: RelationshipMapping, key: [Cell], blame: Int64) throws {
    for other in relationship.others {
      guard let inverse = other.inverse else { continue }
      if inverse.isToOne {
        try clear(inverse, where: key.map(\.stored), except: [], blame: blame)
      } else {
        try references.forgetPending(inverse, target: key)
      }
    }
  }

  /// Ends the link that a row has by another part, before it is linked by this one.
  ///
  /// The columns are written with those of the new link.
  func endOthers(of relationship: RelationshipMapping, row: Int64, blame: Int64) throws {
    for other in relationship.others {
      guard let key = try current(other, of: row) else { continue }
      if other.isOneToOne, let inverse = other.inverse, let own = try self.key(ofRow: row, in: other.table) {
        try clear(inverse, where: own, except: [], blame: blame)
      }
      // A link that waited for the row and is ended by the same document was never made.
      if try writers[other.table.index].wasCompleted(row, other) {
        links.added -= 1
        continue
      }
      links.removed += 1
      if other.mayDelete { try noteFormer(other, holder: row, key: key) }
    }
  }
}
