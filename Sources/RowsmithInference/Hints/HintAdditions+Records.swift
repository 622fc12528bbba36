import RowsmithModel
import RowsmithSchema

// Records of several kinds where the model has one entity, and records of which it reads parts.
extension HintAdditions {
  /// The draft with one entity in the place of a family, where the model has one for all of it; `nil` if it has none such.
  static func joiningKinds(
    of draft: ModelDraft, _ entities: HintedEntities, _ graph: SchemaGraph
  ) -> ModelDraft? {
    var joined = draft
    var bases: [String: String] = [:]
    for (index, base) in draft.entities.enumerated() where !base.kinds.isEmpty {
      guard let known = entities.names[base.name], graph.family(of: known).count == 1 else { continue }
      let kinds = draft.entities.filter { $0.extends == base.name }
      joined.entities[index] = union(base, kinds, draft.casing)
      for kind in kinds { bases[kind.name] = base.name }
    }
    if bases.isEmpty { return nil }
    joined.entities = joined.entities.filter { bases[$0.name] == nil }.map { renamed($0, bases) }
    for index in joined.documents.indices {
      joined.documents[index].members = joined.documents[index].members.map {
        YAMLEntryDraft($0.key, renamed($0.value, bases), comment: $0.comment)
      }
    }
    return joined
  }

  /// An entity with the members of all kinds, and the discriminator as text.
  private static func union(_ base: EntityDraft, _ kinds: [EntityDraft], _ casing: Casing) -> EntityDraft {
    var whole = base
    whole.settings.removeAll { $0.key == "Discriminator" }
    if case .inline(let parts)? = base.settings.first(where: { $0.key == "Discriminator" })?.value,
      case .text(let key)? = parts.first(where: { $0.key == "key" })?.value
    {
      var kind = MemberDraft(name: SwiftNames.property(forKey: key), type: "String")
      kind.importName = key
      whole.attributes.append(kind)
    }
    for member in kinds.flatMap(\.attributes) {
      let path = member.readPath(casing)
      guard let same = whole.attributes.firstIndex(where: { $0.readPath(casing) == path }) else {
        whole.attributes.append(member.saying(path))
        continue
      }
      if whole.attributes[same].type != member.type {
        (whole.attributes[same].type, whole.attributes[same].settings) = ("JSON", [])
      }
    }
    var read = Set((whole.attributes + whole.relationships).map { $0.readPath(casing) })
    for member in kinds.flatMap(\.relationships) {
      let path = member.readPath(casing)
      if read.insert(path).inserted { whole.relationships.append(member.saying(path)) }
    }
    return whole
  }

  /// A new kind, with names that no other one of the model's family has.
  func withFreeNames(_ entity: EntityDraft) -> EntityDraft {
    guard let base = entity.extends else { return entity }
    var names = NameChoice()
    for relative in graph.family(of: base) {
      names.reserve(relative.attributes.map(\.name) + relative.relationships.map(\.name))
    }
    var entity = entity
    // The paths are written out, so a name may be any.
    for index in entity.attributes.indices {
      entity.attributes[index].name = names.take([entity.attributes[index].name])
    }
    for index in entity.relationships.indices {
      entity.relationships[index].name = names.take([entity.relationships[index].name])
    }
    return entity
  }

  /// An entity with the members of a record in place of the record, where the model has key paths into it.
  func withInlinedRecords(_ entity: EntityDraft, _ known: HintedPaths) -> EntityDraft {
    var entity = entity
    // Each step leads to longer paths that the model reads, so it ends.
    while let index = entity.relationships.firstIndex(where: {
      records[$0.type] != nil && known.readsInside($0.readPath(draft.casing))
    }) {
      let member = entity.relationships.remove(at: index)
      guard let record = records[member.type] else { continue }
      let path = member.readPath(draft.casing)
      entity.attributes += record.attributes.filter { $0.importName != "$key" }
        .map { Self.part($0, of: member.name, at: path) }
      entity.relationships += record.relationships.filter {
        !$0.isOtherEnd && !$0.settings.contains(YAMLEntryDraft("export", .plain("false")))
      }.map { Self.part($0, of: member.name, at: path) }
    }
    return entity
  }

  /// A record's member as one of the record around it.
  private static func part(_ inner: MemberDraft, of name: String, at path: String) -> MemberDraft {
    var part = inner
    part.name = SwiftNames.property(besideKey: "\(name)_\(inner.name)")
    part.importName = inner.importName.map { "\(path).\($0)" }
    part.settings.removeAll { $0.key == "inverse" && $0.value != .plain("none") }
    for index in part.settings.indices where part.settings[index].key == "ForeignKey" {
      if case .text(let key) = part.settings[index].value {
        part.settings[index].value = .text("\(path).\(key)")
      }
    }
    return part
  }
}

extension SchemaGraph {
  /// The entities that share a table with an entity, and so the names of members.
  func family(of name: String) -> [Schema.Entity] { root(of: name).map { descendants(of: $0.name) } ?? [] }
}
