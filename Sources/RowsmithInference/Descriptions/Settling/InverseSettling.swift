/// Writes the inverses of a draft's relationships, where the default rule would choose differently.
struct InverseSettling {
  /// A relationship of an entity.
  struct End: Hashable {
    var entity: String
    var name: String
  }

  /// The inverse of each relationship that has one.
  private(set) var pairs: [End: End] = [:]

  mutating func pair(_ end: End, _ other: End) {
    pairs[end] = other
    pairs[other] = end
  }

  /// Writes `inverse` where it is needed, and `inverse: none` where the default rule would pair two relationships wrongly.
  func settle(_ draft: inout ModelDraft) {
    var ends: [(end: End, target: String, isToMany: Bool)] = []
    for entity in draft.entities {
      for member in entity.relationships {
        let target = member.bareType
        ends.append(
          (
            End(entity: entity.name, name: member.name), target,
            member.type.hasPrefix("[") || member.type.hasPrefix("{")
          ))
      }
    }
    let byTarget = Dictionary(grouping: ends) { "\($0.end.entity)>\($0.target)" }
    func only(_ this: (end: End, target: String, isToMany: Bool)) -> (
      end: End, target: String, isToMany: Bool
    )? {
      let back = (byTarget["\(this.target)>\(this.end.entity)"] ?? []).filter { $0.end != this.end }
      guard back.count == 1, this.target != this.end.entity || back[0].isToMany != this.isToMany else {
        return nil
      }
      return back[0]
    }
    var said: Set<End> = []
    for this in ends where !said.contains(this.end) {
      let other = only(this)
      let guess = other.flatMap { other in only(other)?.end == this.end ? other.end : nil }
      let wanted = pairs[this.end]
      if guess == wanted { continue }
      said.insert(this.end)
      if let wanted { said.insert(wanted) }
      set(wanted?.name ?? "none", at: this.end, &draft)
    }
  }

  private func set(_ inverse: String, at end: End, _ draft: inout ModelDraft) {
    guard let index = draft.entities.firstIndex(where: { $0.name == end.entity }),
      let place = draft.entities[index].relationships.firstIndex(where: { $0.name == end.name }),
      !draft.entities[index].relationships[place].settings.contains(where: { $0.key == "inverse" })
    else { return }
    draft.entities[index].relationships[place].settings.insert(
      YAMLEntryDraft("inverse", .text(inverse)), at: 0)
  }
}
