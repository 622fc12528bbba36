import Rowsmith
import RowsmithModel
import RowsmithSchema

/// Adds what is new in a draft to the text of a model.
struct HintAdditions {
  private(set) var draft: ModelDraft
  let schema: Schema
  let graph: SchemaGraph
  let entities: HintedEntities
  var types = NameChoice()
  /// The names of the draft's enums in the model.
  private(set) var enumNames: Set<String> = []
  /// The names of the draft's values in the model.
  var groupNames: [String: String] = [:]
  /// The members of the draft's values in the model's terms, by the model's names.
  private(set) var groups: [String: [MemberDraft]] = [:]
  /// The new members of the model's values.
  var additions: [String: GroupAddition] = [:]
  var additionOrder: [String] = []
  private(set) var text: ModelText
  private(set) var isEmpty = true
  /// Whether a relationship of the model may be changed, where it would read what is new as something else.
  var mayChange = false
  /// The paths from which a relationship no longer reads keys, by the entity that declares it.
  var freed: [String: [String]] = [:]
  private var documents: [String: String] = [:]
  let defaults: ModelText.Defaults
  /// The draft's entity of the records at the top; `nil` for a document.
  private let root: String?
  /// The draft's entities in the model's terms, by the model's names.
  private(set) var records: [String: EntityDraft] = [:]
  /// The entities to which something new leads, and those of the records at the top.
  private var reached: Set<String> = []
  /// What was added to entities of the model: the paths that they read now, and the names that are taken.
  var added: [String: (paths: [String], names: [String])] = [:]

  init(_ inferred: InferredModel, _ schema: Schema, _ text: ModelText, entity: String?) {
    self.schema = schema
    self.text = text
    let graph = SchemaGraph(schema)
    let root: String? =
      switch inferred.target {
      case .entity(let name), .keyed(let name): name
      case .document, .relationship: nil
      }
    func matched(_ draft: ModelDraft) -> HintedEntities {
      HintedEntities(draft, schema, seen: inferred.seenValues, root: root, given: entity)
    }
    let entities = matched(inferred.draft)
    let joined = HintAdditions.joiningKinds(of: inferred.draft, entities, graph)
    draft = joined ?? inferred.draft
    self.entities = joined.map(matched) ?? entities
    (self.graph, self.root) = (graph, root)
    defaults = text.defaults
    types.reserve(
      schema.entities.map(\.name) + schema.enumerations.map(\.name) + schema.valueTypes.map(\.name))
  }

  mutating func add() throws {
    leaveUnkeyed()
    var names = entities.names
    for entity in draft.entities where names[entity.name] == nil {
      names[entity.name] = types.take([entity.name, "\(entity.name)Record"])
    }
    // An existing enum keeps its name.
    for item in draft.enums { names[item.name] = types.take([item.name]) }
    enumNames = Set(draft.enums.compactMap { names[$0.name] })
    nameGroups()
    names.merge(groupNames) { own, _ in own }
    for group in draft.values {
      guard let name = groupNames[group.name] else { continue }
      let members = group.members.map { explicit(Self.renamed($0, names)) }
      var known = groups[name, default: []]
      for member in members {
        if let same = known.firstIndex(where: { $0.importName == member.importName }) {
          known[same] = union(known[same], member)
        } else {
          known.append(member)
        }
      }
      groups[name] = known
    }
    var used = try addEntities(names)
    try addGroups(&used)
    for item in draft.enums {
      guard let name = names[item.name], used.contains(name) else { continue }
      var item = item
      item.name = name
      try put([item.entry], under: ["enums"])
    }
    for document in draft.documents { try add(document, names) }
  }

  /// Turns records that are scoped to a parent into JSON if the parent has no key in the model.
  private mutating func leaveUnkeyed() {
    let unkeyed = draft.entities.filter { entity in
      guard entities.names[entity.name] == nil else { return false }
      return entity.relationships.contains { member in
        guard entity.primaryKey.contains(member.name), let parent = entities.names[member.type] else {
          return false
        }
        return graph.root(of: parent)?.primaryKey.isEmpty ?? false
      }
    }
    let names = Set(unkeyed.map(\.name))
    if names.isEmpty { return }
    draft.entities.removeAll { names.contains($0.name) }
    for index in draft.entities.indices {
      let isOf = { (member: MemberDraft) in names.contains(member.bareType) }
      draft.entities[index].attributes += draft.entities[index].relationships.filter(isOf).map { member in
        var attribute = MemberDraft(name: member.name, type: "JSON")
        attribute.importName = member.importName
        return attribute
      }
      draft.entities[index].relationships.removeAll(where: isOf)
    }
  }

  /// Adds what is new in the entities of the model, and the new ones to which something leads.
  ///
  /// - Returns: the types of the added attributes.
  private mutating func addEntities(_ names: [String: String]) throws -> Set<String> {
    let found = draft.entities.map {
      (entity: explicit(Self.renamed($0, names)), isNew: entities.names[$0.name] == nil)
    }
    records = Dictionary(found.map { ($0.entity.name, $0.entity) }) { first, _ in first }
    freeKeys(found)
    let all = joiningShared(inlining(settlingLinks(liftingLinks(found))))
    if let root { reached.insert(names[root] ?? root) }
    for member in draft.documents.flatMap(\.members) {
      reached.formUnion(Self.types(in: Self.renamed(member.value, names)))
    }
    var used: Set<String> = []
    for entity in basesFirst(all) { used.formUnion(try add(entity, isNew: false)) }
    var followed: Set<String> = []
    while let (entity, _) = all.first(where: { entity, isNew in
      isNew && !followed.contains(entity.name) && leads(to: entity)
    }) {
      followed.insert(entity.name)
      if let base = entity.extends { reached.insert(base) }
      reach(entity.relationships)
    }
    for (entity, _) in all where followed.contains(entity.name) {
      used.formUnion(try add(entity, isNew: true))
    }
    return used
  }

  /// Whether something that is added leads to an entity, or it is a kind of one that is there.
  private func leads(to entity: EntityDraft) -> Bool {
    if reached.contains(entity.name) { return true }
    guard let base = entity.extends else { return false }
    return reached.contains(base) || schema.entities.contains { $0.name == base }
  }

  private mutating func reach(_ members: [MemberDraft]) {
    for member in members {
      reached.insert(member.bareType)
      for setting in member.settings where setting.key == "oneOf" {
        reached.formUnion(Self.types(in: setting.value))
      }
    }
  }

  private static func types(in value: YAMLDraft) -> [String] {
    switch value {
    case .plain(let type), .text(let type): [MemberDraft.bare(type)]
    case .list(let items): items.flatMap { types(in: $0) }
    case .inline(let entries): entries.flatMap { types(in: $0.value) }
    default: []
    }
  }

  /// - Returns: the types of the added attributes.
  private mutating func add(_ entity: EntityDraft, isNew: Bool) throws -> Set<String> {
    if isNew {
      let kind = withFreeNames(entity)
      try put([spelled.entry(for: kind)], under: ["entities"], isSpaced: true)
      return Set(entity.attributes.map(\.bareType))
    }
    let listed = schema.entities.first { $0.name == entity.name }?.discriminatorValues ?? []
    let kinds = entity.kinds.filter { kind in !listed.contains { $0.name == kind.value } }
    if !listed.isEmpty, !kinds.isEmpty {
      try put(
        kinds.map { YAMLEntryDraft($0.value, .plain($0.entity)) },
        under: ["entities", entity.name, "Discriminator", "values"])
    }
    let known = knownPaths(of: entity.name)
    var names = takenNames(besides: entity.name)
    let (graph, read) = (graph, known)
    let isKeyless = graph.root(of: entity.name)?.primaryKey.isEmpty ?? true
    let paths = Set((entity.attributes + entity.relationships).compactMap(\.importName))
    func named(_ members: [MemberDraft], areRelationships: Bool) -> [MemberDraft] {
      new(
        members, read, { Self.valueType(at: $0, of: entity.name, graph) },
        name: { names.take([isKeyless ? ImpliedKeys.free($0.name, of: entity.name) : $0.name]) }
      )
      .map { member in
        var member = member
        // Existing rows have no value for it. A to-many relationship may be empty.
        member.isOptional = !areRelationships || !["[", "{"].contains(member.type.prefix(1))
        return member
      }
    }
    let attributes = named(entity.attributes, areRelationships: false)
    // The model decides what owns a record.
    let relationships = named(
      entity.relationships.filter {
        !$0.isOtherEnd && !$0.settings.contains(YAMLEntryDraft("export", .plain("false")))
      }, areRelationships: true)
    let members = attributes + relationships
    added[entity.name, default: ([], [])].paths += members.map { $0.readPath(draft.casing) }
    added[entity.name, default: ([], [])].names += members.map(\.name)
    reach(relationships)
    reached.formUnion(kinds.map(\.entity))
    if !attributes.isEmpty {
      try put(
        attributes.map { spelled.entry(forAttribute: $0, of: entity.name, beside: paths) },
        under: ["entities", entity.name, "attributes"])
    }
    if !relationships.isEmpty {
      try put(
        relationships.map {
          spelled.entry(forRelationship: withoutInverse($0, of: entity.name), beside: paths)
        },
        under: ["entities", entity.name, "relationships"])
    }
    return Set(attributes.map(\.bareType))
  }

  /// Adds `inverse: none` to a new relationship that could be taken for an inverse of an existing one.
  private func withoutInverse(_ member: MemberDraft, of entity: String) -> MemberDraft {
    let target = member.bareType
    guard graph.relationships(of: target).contains(where: { $0.target == entity }),
      !member.settings.contains(where: { $0.key == "inverse" })
    else { return member }
    var member = member
    member.settings.append(YAMLEntryDraft("inverse", .plain("none")))
    return member
  }

  /// The draft in the casing of the model: whatever follows from a name there is left out.
  var spelled: ModelDraft {
    var spelled = draft
    spelled.casing = defaults.casing
    return spelled
  }

  /// The entity with the draft's defaults written out where the model's differ.
  private func explicit(_ entity: EntityDraft) -> EntityDraft {
    var entity = entity
    for index in entity.attributes.indices {
      entity.attributes[index] = explicit(entity.attributes[index])
    }
    for index in entity.relationships.indices {
      var member = entity.relationships[index]
      if defaults.mergePolicy != "Merge", !member.settings.contains(where: { $0.key == "MergePolicy" }) {
        member.settings.append(YAMLEntryDraft("MergePolicy", .plain("Merge")))
      }
      entity.relationships[index] = member.saying(member.readPath(draft.casing))
    }
    return entity
  }

  private func explicit(_ attribute: MemberDraft) -> MemberDraft {
    var member = attribute
    if member.bareType == "Date" {
      let own =
        member.settings.first { $0.key == "DateFormat" }?.value ?? .text(draft.dateFormat ?? "iso8601")
      member.settings.removeAll { $0.key == "DateFormat" }
      if own != .text(defaults.dateFormat) { member.settings.append(YAMLEntryDraft("DateFormat", own)) }
    }
    return member.saying(member.readPath(draft.casing))
  }

  private mutating func add(_ document: DocumentDraft, _ names: [String: String]) throws {
    let paths = Set(document.members.map(\.key))
    func keys(_ document: Schema.Document) -> [String] {
      document.members.map { "\(Schema.ImportPath.keys($0.path))" }
    }
    let members = document.members.map { entry in
      YAMLEntryDraft(entry.key, Self.renamed(entry.value, names))
    }
    if let known = schema.documents.first(where: {
      document.isKnown ? $0.name == document.name : !paths.isDisjoint(with: keys($0))
    }) {
      documents[document.name] = known.name
      let new = members.filter { !keys(known).contains($0.key) }
      if !new.isEmpty { try put(new, under: ["documents", known.name]) }
      try addKinds(members, to: known)
      return
    }
    var name = document.name
    while schema.documents.contains(where: { $0.name.lowercased() == name.lowercased() }) { name += "2" }
    documents[document.name] = name
    try put([YAMLEntryDraft(name, .block(members))], under: ["documents"])
  }

  /// Lists the new kinds of records in collections of several.
  private mutating func addKinds(_ members: [YAMLEntryDraft], to document: Schema.Document) throws {
    for entry in members {
      guard case .inline(let parts) = entry.value,
        case .inline(let kinds)? = parts.first(where: { $0.key == "oneOf" })?.value,
        let oneOf = document.members.first(where: {
          "\(Schema.ImportPath.keys($0.path))" == entry.key
        })?.oneOf
      else { continue }
      let listed = Set(oneOf.values.map(\.name))
      let added = kinds.filter { !listed.contains($0.key) }
      if !added.isEmpty { try put(added, under: ["documents", document.name, entry.key, "oneOf"]) }
    }
  }

  /// Adds values to an enum of the model.
  mutating func add(values seen: SeenValues) throws {
    guard let entity = entities.names[seen.entity] else { return }
    for attribute in graph.attributes(of: entity) {
      guard attribute.importPaths.contains(where: { "\($0)" == seen.path }) else { continue }
      let name: String
      switch attribute.type {
      case .scalar(.enumeration(let found)), .array(.enumeration(let found)): name = found
      default: continue
      }
      guard let listed = schema.enumerations.first(where: { $0.name == name })?.values else { continue }
      var folded = Set(listed.map { SwiftNames.foldedCase(for: $0) })
      let new = seen.values.filter {
        !$0.isEmpty && !listed.contains($0) && folded.insert(SwiftNames.foldedCase(for: $0)).inserted
      }
      guard !new.isEmpty else { continue }
      guard text.append(new, to: ["enums", name]) else { throw unreachable("enums.\(name)") }
      isEmpty = false
    }
  }

  /// The types in the samples, by the places that the model reads.
  var seenTypes: SeenTypes {
    var seen = SeenTypes()
    for entity in draft.entities {
      let name = entities.names[entity.name] ?? entity.name
      for member in entity.attributes { seen.add(member.type, at: member.readPath(draft.casing), of: name) }
    }
    for (name, members) in groups {
      for member in members { seen.add(member.type, at: member.readPath(draft.casing), of: name) }
    }
    return seen
  }

  /// An import target with the names of the model.
  func target(_ target: ImportTarget) throws -> ImportTarget {
    switch target {
    case .entity(let name): .entity(entities.names[name] ?? name)
    case .keyed(let name): .keyed(entities.names[name] ?? name)
    case .document(let name): .document(documents[name] ?? name)
    case .relationship: target
    }
  }

  mutating func put(_ entries: [YAMLEntryDraft], under keys: [String], isSpaced: Bool = false) throws {
    guard text.add(entries, under: keys, isSpaced: isSpaced) else {
      throw unreachable(keys.joined(separator: "."))
    }
    isEmpty = false
  }

  /// Writes a setting of a relationship of the model; `false` if that is not possible.
  mutating func state(_ setting: String, _ value: YAMLDraft, of keys: [String]) -> Bool {
    guard text.state(setting, value, of: keys) else { return false }
    isEmpty = false
    return true
  }

  private func unreachable(_ place: String) -> HintFailure {
    HintFailure(lines: [
      "error: nothing can be added to '\(place)' of the model; write that as a block first"
    ])
  }
}
