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

  /// The entities of the draft, where what is new in several that share a table stands once, where all of them have it: two
  /// lists may hold records of one entity, or of two kinds of a family.
  func joiningShared(_ all: [(entity: EntityDraft, isNew: Bool)]) -> [(entity: EntityDraft, isNew: Bool)] {
    var holders: [[String]: [Int]] = [:]
    var places: [[String]] = []
    for (index, item) in all.enumerated() {
      guard let root = graph.root(of: item.isNew ? item.entity.extends ?? "" : item.entity.name) else {
        continue
      }
      for member in item.entity.attributes where member.importName?.hasPrefix("$") != true {
        let place = [root.name, member.readPath(draft.casing)]
        if holders[place] == nil { places.append(place) }
        if holders[place]?.last != index { holders[place, default: []].append(index) }
      }
    }
    var joined = all
    var known: [String: HintedPaths] = [:]
    for place in places {
      guard let indices = holders[place], indices.count > 1 else { continue }
      let (root, path) = (place[0], place[1])
      let names = Set(indices.map { all[$0].entity.name })
      let owner = names.count == 1 ? names.first ?? root : root
      for name in names.union([owner]) where known[name] == nil { known[name] = knownPaths(of: name) }
      if names.union([owner]).contains(where: { known[$0]?.reads(path) == true }) { continue }
      var shared: MemberDraft?
      for index in indices {
        for member in all[index].entity.attributes where member.readPath(draft.casing) == path {
          shared = shared.map { union($0, member) } ?? member
        }
        joined[index].entity.attributes.removeAll { $0.readPath(draft.casing) == path }
      }
      guard let shared else { continue }
      if let index = joined.firstIndex(where: { $0.entity.name == owner }) {
        joined[index].entity.attributes.append(shared)
      } else {
        var entity = EntityDraft(name: owner)
        entity.attributes = [shared]
        joined.append((entity: entity, isNew: false))
      }
    }
    return joined
  }

  /// The paths that an entity of the model reads, also by what was added to it and to its relatives.
  func knownPaths(of entity: String) -> HintedPaths {
    var known = HintedPaths(entity, graph)
    for path in discriminators(of: entity) { known.insert(path) }
    for relative in graph.lineage(of: entity) + graph.descendants(of: entity) {
      for path in freed[relative.name] ?? [] { known.remove(path) }
      for path in added[relative.name]?.paths ?? [] { known.insert(path) }
    }
    return known
  }

  /// Where collections of several entities say that a record is of this one.
  private func discriminators(of entity: String) -> [String] {
    let choices =
      schema.documents.flatMap(\.members).compactMap(\.oneOf)
      + schema.entities.flatMap(\.relationships).compactMap { $0.choice?.oneOf }
    return choices.filter { $0.values.contains { $0.entity == entity } }.flatMap(\.discriminator).map {
      "\($0)"
    }
  }

  /// The names of members that a new one of an entity of the model cannot have: those of its family.
  func takenNames(besides entity: String) -> NameChoice {
    var names = NameChoice()
    for relative in graph.family(of: entity) {
      names.reserve(relative.attributes.map(\.name) + relative.relationships.map(\.name))
      names.reserve(relative.groups.map(\.name) + (added[relative.name]?.names ?? []))
    }
    return names
  }

  /// A new kind, with names that no other one of the model's family has.
  mutating func withFreeNames(_ entity: EntityDraft) -> EntityDraft {
    guard let base = entity.extends else { return entity }
    var names = takenNames(besides: base)
    var entity = entity
    // The paths are written out, so a name may be any.
    for index in entity.attributes.indices {
      entity.attributes[index].name = names.take([entity.attributes[index].name])
    }
    for index in entity.relationships.indices {
      entity.relationships[index].name = names.take([entity.relationships[index].name])
    }
    added[base, default: ([], [])].names += (entity.attributes + entity.relationships).map(\.name)
    return entity
  }

  /// The entities of the draft, with the members of each object in its place where the model has key paths into it.
  func inlining(
    _ all: [(entity: EntityDraft, isNew: Bool)]
  ) -> [(entity: EntityDraft, isNew: Bool)] {
    all.map { item in
      if item.isNew { return item }
      let known = knownPaths(of: item.entity.name)
      var entity = withInlinedRecords(item.entity, known)
      entity.attributes = entity.attributes.flatMap { withoutGroup($0, of: entity.name, known) }
      return (entity: entity, isNew: false)
    }
  }

  /// An entity with the members of a record in place of the record, where the model has key paths into it.
  private func withInlinedRecords(_ entity: EntityDraft, _ known: HintedPaths) -> EntityDraft {
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
