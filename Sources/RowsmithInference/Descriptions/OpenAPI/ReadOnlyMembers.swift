/// Excludes members that only the server sets from records that are sent.
enum ReadOnlyMembers {
  static func settle(_ draft: inout ModelDraft, sent: Set<String>) {
    for index in draft.entities.indices {
      let isSent = sent.contains(draft.entities[index].name)
      let keys = draft.entities[index].primaryKey
      func settled(_ member: MemberDraft) -> MemberDraft {
        guard let comment = member.comment, comment.contains(SchemaTranslator.readOnly) else { return member }
        var member = member
        let others = comment.split(separator: "; ").filter { $0 != SchemaTranslator.readOnly }
        member.comment = others.isEmpty ? nil : others.joined(separator: "; ")
        if isSent, !keys.contains(member.name) {
          member.settings.append(YAMLEntryDraft("export", .plain("false")))
        }
        return member
      }
      draft.entities[index].attributes = draft.entities[index].attributes.map(settled)
      draft.entities[index].relationships = draft.entities[index].relationships.map(settled)
    }
  }
}
