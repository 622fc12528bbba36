import RowsmithModel

extension ModelDraft {
  /// The model as YAML, without anything that follows from a name.
  package func yaml() -> String {
    var writer = YAMLWriter()
    writer.comment(comments)
    if !comments.isEmpty { writer.skip() }
    writer.block([YAMLEntryDraft("rowsmith", .plain("1"))])
    if let history { writer.block([YAMLEntryDraft("history", history)]) }
    section("defaults", defaults, &writer)
    section("enums", enums.map(\.entry), &writer)
    section("values", values.map { entry(for: $0) }, isSpaced: true, &writer)
    section("entities", entities.map { entry(for: $0) }, isSpaced: true, &writer)
    section("documents", documents.map(\.entry), &writer)
    section("api", api, &writer)
    section("routes", routes, &writer)
    return writer.text
  }

  private var defaults: [YAMLEntryDraft] {
    var entries = [YAMLEntryDraft("casing", .plain(casing.rawValue))]
    if let dateFormat { entries.append(YAMLEntryDraft("DateFormat", .text(dateFormat))) }
    if entities.contains(where: { !$0.relationships.isEmpty }) {
      entries.append(YAMLEntryDraft("MergePolicy", .plain(mergePolicy)))
    }
    return entries + otherDefaults
  }

  private func section(
    _ key: String, _ entries: [YAMLEntryDraft], isSpaced: Bool = false, _ writer: inout YAMLWriter
  ) {
    if entries.isEmpty { return }
    writer.skip()
    writer.nested(key)
    guard isSpaced else { return writer.block(entries, indent: 2) }
    for (index, entry) in entries.enumerated() {
      if index > 0 { writer.skip() }
      writer.block([entry], indent: 2)
    }
  }

  private var spelling: DefaultSpelling { DefaultSpelling(casing: casing) }

  /// The entry under `entities` for an entity.
  package func entry(for entity: EntityDraft) -> YAMLEntryDraft {
    let late: Set<String> = ["indexes", "unique", "search", "DeletedWhen", "ModificationAttribute", "hooks"]
    var entries = entity.doc.map { [YAMLEntryDraft("doc", .text($0))] } ?? []
    let names = entity.attributes.map(\.name)
    if let parent = entity.extends {
      entries.append(YAMLEntryDraft("extends", .plain(parent)))
    } else if !spelling.isKey(entity.primaryKey, of: entity.name, attributes: names) {
      let key = entity.primaryKey.map { YAMLDraft.text($0) }
      if !key.isEmpty { entries.append(YAMLEntryDraft("PrimaryKey", key.count == 1 ? key[0] : .list(key))) }
    }
    entries += entity.settings.filter { !late.contains($0.key) }
    let paths = Set((entity.attributes + entity.relationships).compactMap(\.importName))
    if !entity.attributes.isEmpty {
      let members = entity.attributes.map { self.entry(forAttribute: $0, of: entity.name, beside: paths) }
      entries.append(YAMLEntryDraft("attributes", .block(members)))
    }
    if !entity.relationships.isEmpty {
      let members = entity.relationships.map { self.entry(forRelationship: $0, beside: paths) }
      entries.append(YAMLEntryDraft("relationships", .block(members)))
    }
    entries += entity.settings.filter { late.contains($0.key) }
    var entry = YAMLEntryDraft(entity.name, .block(entries))
    entry.comments = entity.comments
    return entry
  }

  /// The entry under `values` for a value group.
  func entry(for group: ValueGroupDraft) -> YAMLEntryDraft {
    let paths = Set(group.members.compactMap(\.importName))
    let members = group.members.map { self.entry(forAttribute: $0, of: nil, beside: paths) }
    let documented = group.doc.map {
      [YAMLEntryDraft("doc", .text($0)), YAMLEntryDraft("attributes", .block(members))]
    }
    var entry = YAMLEntryDraft(group.name, .block(documented ?? members))
    entry.comments = group.comments
    return entry
  }

  /// The entry for an attribute, under `attributes` or in a value group.
  ///
  /// - Parameter others: the JSON paths of the members beside it.
  package func entry(
    forAttribute member: MemberDraft, of entity: String?, beside others: Set<String> = []
  ) -> YAMLEntryDraft {
    member.entry(typeKey: "type", settings: importName(of: member, in: entity, others) + member.settings)
  }

  /// The entry under `relationships` for a relationship.
  ///
  /// - Parameter others: the JSON paths of the members beside it.
  package func entry(forRelationship member: MemberDraft, beside others: Set<String> = []) -> YAMLEntryDraft {
    let isToMany = member.type.hasPrefix("[") || member.type.hasPrefix("{") || member.type.isEmpty
    let settings = member.settings.filter {
      guard $0.key == "ForeignKey", case .text(let path) = $0.value else { return true }
      return spelling.keyPaths(of: member.name, isToMany: isToMany).first != path
    }
    return member.entry(typeKey: "to", settings: importName(of: member, in: nil, others) + settings)
  }

  private func importName(of member: MemberDraft, in entity: String?, _ others: Set<String>)
    -> [YAMLEntryDraft]
  {
    guard let path = member.importName,
      !spelling.reads(path, as: member.name, of: entity, beside: others)
    else { return [] }
    return [YAMLEntryDraft("ImportName", .text(path))]
  }
}
