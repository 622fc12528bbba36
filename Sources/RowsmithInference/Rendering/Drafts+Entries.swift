extension MemberDraft {
  /// The member, on one line if its settings fit, otherwise on several.
  func entry(typeKey: String, settings: [YAMLEntryDraft]) -> YAMLEntryDraft {
    var entries = typeEntry(typeKey).map { [$0] } ?? []
    entries += settings
    if let doc { entries.append(YAMLEntryDraft("doc", .text(doc))) }
    guard entries.count == 1, entries[0].key == typeKey else {
      return YAMLEntryDraft(name, .inline(entries), comment: comment)
    }
    return YAMLEntryDraft(name, entries[0].value, comment: comment)
  }

  /// The type; `nil` if other keys (`oneOf`) determine it.
  private func typeEntry(_ key: String) -> YAMLEntryDraft? {
    if type.isEmpty { return nil }
    // After a bracket, a question mark needs quotes.
    let isBare = !isOptional || !(type.hasPrefix("[") || type.hasPrefix("{"))
    let text = isOptional ? "\(type)?" : type
    return YAMLEntryDraft(key, .plain(isBare ? text : YAMLText.quoted(text)))
  }
}

extension EnumDraft {
  /// The entry under `enums`.
  var entry: YAMLEntryDraft {
    let list = YAMLDraft.list(values.map { .text($0) })
    guard let doc else { return YAMLEntryDraft(name, list, comment: comment) }
    let entries = [YAMLEntryDraft("doc", .text(doc)), YAMLEntryDraft("values", list)]
    return YAMLEntryDraft(name, .block(entries), comment: comment)
  }
}

extension DocumentDraft {
  /// The entry under `documents`.
  var entry: YAMLEntryDraft {
    var entry = YAMLEntryDraft(name, .block(members))
    entry.comments = comments
    return entry
  }
}
