extension ModelDraft {
  /// Whether drafts of descriptions say `values:`. As long as the language cannot, what would be a value group is kept as
  /// JSON; this is the one place to change.
  package static let hasValueGroups = true

  /// The draft without value groups: where one would stand, the value is kept as JSON.
  package func withoutValueGroups() -> ModelDraft {
    var draft = self
    let groups = Dictionary(values.map { ($0.name, $0) }) { first, _ in first }
    draft.forEachMember { member in
      guard let group = groups[member.type.filter { $0 != "[" && $0 != "]" }] else { return }
      let names = group.members.map(\.name)
      let list = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
      member.comment = [member.comment, "\(group.name): \(list)"].compactMap { $0 }.joined(separator: "; ")
      member.type = "JSON"
    }
    draft.values = []
    // What only groups used is not used any more.
    var used: Set<String> = []
    draft.forEachMember { used.insert($0.type.filter { $0 != "[" && $0 != "]" }) }
    draft.enums.removeAll { !used.contains($0.name) }
    return draft
  }

  /// The draft as the language can say it today.
  package func settled() -> ModelDraft { ModelDraft.hasValueGroups ? self : withoutValueGroups() }
}
