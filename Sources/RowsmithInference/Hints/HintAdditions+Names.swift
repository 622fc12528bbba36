import RowsmithModel

// The names of the model in the place of those of the draft.
extension HintAdditions {
  static func renamed(_ entity: EntityDraft, _ names: [String: String]) -> EntityDraft {
    var entity = entity
    entity.name = names[entity.name] ?? entity.name
    entity.extends = entity.extends.map { names[$0] ?? $0 }
    entity.attributes = entity.attributes.map { renamed($0, names) }
    entity.relationships = entity.relationships.map { renamed($0, names) }
    for index in entity.settings.indices {
      entity.settings[index].value = renamed(entity.settings[index].value, names)
    }
    return entity
  }

  static func renamed(_ member: MemberDraft, _ names: [String: String]) -> MemberDraft {
    var member = member
    member.type = renamed(member.type, names)
    for index in member.settings.indices where member.settings[index].key == "oneOf" {
      member.settings[index].value = renamedKinds(member.settings[index].value, names)
    }
    return member
  }

  /// The entities of a link, in the model's names. A list says that the values are the names: they are not if one is renamed.
  static func renamedKinds(_ value: YAMLDraft, _ names: [String: String]) -> YAMLDraft {
    guard case .list(let items) = value else { return renamed(value, names) }
    let kinds = items.compactMap { item -> String? in if case .text(let name) = item { name } else { nil } }
    if kinds.allSatisfy({ (names[$0] ?? $0) == $0 }) { return value }
    return .inline(kinds.map { YAMLEntryDraft($0, .plain(names[$0] ?? $0)) })
  }

  static func renamed(_ type: String, _ names: [String: String]) -> String {
    guard let name = names[MemberDraft.bare(type)] else { return type }
    return type.hasPrefix("[") ? "[\(name)]" : type.hasPrefix("{") ? "{\(name)}" : name
  }

  static func renamed(_ value: YAMLDraft, _ names: [String: String]) -> YAMLDraft {
    switch value {
    case .plain(let type): return .plain(renamed(type, names))
    case .inline(let entries):
      return .inline(entries.map { YAMLEntryDraft($0.key, renamed($0.value, names), comment: $0.comment) })
    default: return value
    }
  }
}
