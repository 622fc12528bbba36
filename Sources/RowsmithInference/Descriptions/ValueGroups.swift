extension ModelDraft {
  /// Whether drafts of descriptions use `values:`. If `false`, value groups are kept as JSON. This is the only place to change
  /// it.
  package static let hasValueGroups = true

  /// The draft without value groups: the values are kept as JSON.
  package func withoutValueGroups() -> ModelDraft {
    var draft = self
    let groups = Dictionary(values.map { ($0.name, $0) }) { first, _ in first }
    draft.forEachMember { member in
      guard let group = groups[member.bareType] else { return }
      let names = group.members.map(\.name)
      let list = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
      member.comment = [member.comment, "\(group.name): \(list)"].compactMap { $0 }.joined(separator: "; ")
      member.type = "JSON"
    }
    draft.values = []
    // Enums that only groups used are removed.
    var used: Set<String> = []
    draft.forEachMember { used.insert($0.bareType) }
    draft.enums.removeAll { !used.contains($0.name) }
    return draft
  }

  /// The draft in the form that the modelling language supports.
  package func settled() -> ModelDraft { ModelDraft.hasValueGroups ? self : withoutValueGroups() }
}
