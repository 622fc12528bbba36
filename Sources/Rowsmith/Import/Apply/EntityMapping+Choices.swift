// Links to one of several entities: of the relationships that make one up, one at most leads anywhere.
extension EntityMapping {
  /// Has what a record gives of one part of a link stand for the others, which are empty then.
  ///
  /// What a bad record was to be linked by is not given, and neither are the others.
  ///
  /// - Parameter filled: what the parent gives, which wins over what the record says.
  func settleChoices(_ cells: UnsafeMutablePointer<Cell>, filled: RelationshipMapping?) {
    for choice in choices {
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
  func lackingChoice(_ cells: UnsafePointer<Cell>) -> ChoiceMapping? {
    choices.first { $0.isRequired && $0.isLacking(cells) }
  }

  /// The first slot that a new row must have and that is not given.
  func lackingSlot(_ cells: UnsafePointer<Cell>) -> Int {
    requiredSlotList.first { cells[$0].kind == .missing }
      ?? lackingChoice(cells)?.slots.first ?? 0
  }
}
