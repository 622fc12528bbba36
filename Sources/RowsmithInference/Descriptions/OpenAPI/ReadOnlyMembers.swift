/// Excludes members that only the server sets from records that are sent.
enum ReadOnlyMembers {
  static func settle(_ draft: inout ModelDraft, sent: Set<String>) {
    let entities = entities(sent: sent, draft)
    let values = values(of: entities, draft)
    for index in draft.entities.indices {
      let isSent = entities.contains(draft.entities[index].name)
      let keys = draft.entities[index].primaryKey
      func settled(_ member: MemberDraft) -> MemberDraft {
        self.settled(member, isSent: isSent && !keys.contains(member.name))
      }
      draft.entities[index].attributes = draft.entities[index].attributes.map(settled)
      draft.entities[index].relationships = draft.entities[index].relationships.map(settled)
    }
    for index in draft.values.indices {
      let isSent = values.contains(draft.values[index].name)
      draft.values[index].members = draft.values[index].members.map { settled($0, isSent: isSent) }
    }
  }

  private static func settled(_ member: MemberDraft, isSent: Bool) -> MemberDraft {
    guard let comment = member.comment, comment.contains(SchemaTranslator.readOnly) else { return member }
    var member = member
    let others = comment.split(separator: "; ").filter { $0 != SchemaTranslator.readOnly }
    member.comment = others.isEmpty ? nil : others.joined(separator: "; ")
    if isSent { member.settings.append(YAMLEntryDraft("export", .plain("false"))) }
    return member
  }

  /// The entities that are sent, with those that they extend and those that extend them.
  private static func entities(sent: Set<String>, _ draft: ModelDraft) -> Set<String> {
    let index = EntityIndex(draft)
    var found: Set<String> = []
    for entity in draft.entities {
      let line = index.lineage(of: entity.name).map(\.name)
      if sent.contains(entity.name) { found.formUnion(line) }
      if !sent.isDisjoint(with: line) { found.insert(entity.name) }
    }
    return found
  }

  /// The values in these entities, and in those values.
  private static func values(of entities: Set<String>, _ draft: ModelDraft) -> Set<String> {
    let groups = Dictionary(draft.values.map { ($0.name, $0.members) }) { first, _ in first }
    var found: Set<String> = []
    var waiting = draft.entities.filter { entities.contains($0.name) }.flatMap(\.attributes)
    while let member = waiting.popLast() {
      let name = member.bareType
      if let members = groups[name], found.insert(name).inserted { waiting += members }
    }
    return found
  }
}
