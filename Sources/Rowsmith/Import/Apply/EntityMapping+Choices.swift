// A link to one of several entities consists of several relationships; at most one of them is set.
extension EntityMapping {
  /// Clears the other parts of a link if the record gives one part.
  ///
  /// If the target is a bad record, no part counts as given.
  ///
  /// - Parameter filled: the relationship that the parent gives; it wins over what the record says.
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

  /// A required link that is not set.
  func lackingChoice(_ cells: UnsafePointer<Cell>) -> ChoiceMapping? {
    choices.first { $0.isRequired && $0.isLacking(cells) }
  }

  /// The first slot that a new row needs and the record does not give.
  func lackingSlot(_ cells: UnsafePointer<Cell>) -> Int {
    requiredSlotList.first { cells[$0].kind == .missing }
      ?? lackingChoice(cells)?.slots.first ?? 0
  }
}
