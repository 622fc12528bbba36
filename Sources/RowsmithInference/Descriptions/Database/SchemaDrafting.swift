import RowsmithModel
import RowsmithSchema

/// Turns a compiled schema back into a draft: the inverse of the compiler.
struct SchemaDrafting {
  let schema: Schema
  /// The schema with its names resolved, once for all entities.
  let graph: SchemaGraph
  let casing: Casing
  /// Whether members are converted (`coerce`) unless they say otherwise.
  let coerces: Bool
  /// The formats of dates that name none.
  let dateFormats: [DateFormat]

  init(_ schema: Schema) {
    self.schema = schema
    graph = SchemaGraph(schema)
    // A schema does not store the casing: the one that explains most keys is used. Names of one word are told apart by
    // their foreign keys.
    let names = schema.entities.flatMap { entity in
      entity.attributes.map { ($0.name, $0.importPaths) }
        + entity.relationships.map { ($0.modelName, $0.importPaths) }
    }
    let links = schema.entities.flatMap(\.relationships).filter { !$0.foreignKeyPaths.isEmpty }
    casing =
      Casing.allCases.map { casing in
        let members = names.count { name, paths in paths == casing.keys(for: name).map { .key($0) } }
        let keys = links.count { $0.foreignKeyPaths == Self.impliedKeys(of: $0, casing) }
        return (casing, members + keys)
      }
      .max { $0.1 < $1.1 }?.0 ?? .snakeCase
    // Nor does it store the other defaults. A value in a value, and a local attribute, can have them from nowhere else.
    let attributes = Self.written(graph)
    let inner = attributes.first { if case .scalar(.value) = $0.type { true } else { false } }
    coerces =
      (inner ?? attributes.first(where: \.isLocal))?.coerces
      ?? (!attributes.isEmpty && attributes.allSatisfy(\.coerces))
    dateFormats = attributes.first { $0.isLocal && !$0.dateFormats.isEmpty }?.dateFormats ?? [.iso8601]
  }

  /// The attributes that a model declares: those of entities without the parts of values, and the members of values.
  private static func written(_ graph: SchemaGraph) -> [Schema.Attribute] {
    let own = graph.schema.entities.flatMap { entity in
      let parts = Set(entity.groups.flatMap { graph.parts(of: $0)?.attributes.map(\.name) ?? [] })
      return entity.attributes.filter { !parts.contains($0.name) }
    }
    return own + graph.schema.valueTypes.flatMap(\.attributes)
  }

  func draft() -> ModelDraft {
    var draft = ModelDraft()
    draft.casing = casing
    if dateFormats != [.iso8601] {
      draft.otherDefaults.append(YAMLEntryDraft("DateFormat", Self.formats(dateFormats)))
    }
    if coerces { draft.otherDefaults.append(YAMLEntryDraft("coerce", .plain("true"))) }
    draft.enums = schema.enumerations.map { enumeration in
      var made = EnumDraft(name: enumeration.name, values: enumeration.values)
      made.doc = enumeration.doc
      return made
    }
    draft.values = schema.valueTypes.map { type in
      var made = ValueGroupDraft(name: type.name, members: type.attributes.map { attribute($0, of: nil) })
      made.doc = type.doc
      return made
    }
    draft.entities = schema.entities.map(entity)
    draft.documents = schema.documents.map { document in
      DocumentDraft(name: document.name, members: document.members.map(member))
    }
    draft.history = schema.history.map { history in
      guard let seconds = history.keepSeconds else { return .plain("true") }
      return .inline([YAMLEntryDraft("keep", .plain(Self.duration(seconds)))])
    }
    return draft
  }

  /// A duration in the largest unit that divides it: `30d`.
  private static func duration(_ seconds: Int) -> String {
    let units = [(86_400, "d"), (3600, "h"), (60, "m")]
    guard let unit = units.first(where: { seconds.isMultiple(of: $0.0) }) else { return "\(seconds)s" }
    return "\(seconds / unit.0)\(unit.1)"
  }

  private func entity(_ entity: Schema.Entity) -> EntityDraft {
    var draft = EntityDraft(name: entity.name)
    draft.doc = entity.doc
    draft.extends = entity.parent
    draft.primaryKey = entity.parent == nil ? entity.primaryKey : []
    draft.attributes = attributes(of: entity)
    // A relationship to one of several entities is written once.
    let later = Set(entity.choices.flatMap { $0.relationships.dropFirst().map(\.name) })
    draft.relationships = entity.relationships.filter { !later.contains($0.name) }
      .map { relationship($0, of: entity) }
    if entity.parent == nil, !entity.discriminator.isEmpty { draft.settings.append(discriminator(entity)) }
    if let old = entity.renamedFrom { draft.settings.append(YAMLEntryDraft("RenamedFrom", .text(old))) }
    if !entity.hooks.isEmpty {
      draft.settings.append(YAMLEntryDraft("hooks", .list(entity.hooks.map { .text($0.rawValue) })))
    }
    for (key, lists) in [("indexes", entity.indexes), ("unique", entity.uniques)] where !lists.isEmpty {
      draft.settings.append(YAMLEntryDraft(key, .list(lists.map { .list($0.map { .text($0) }) })))
    }
    if let search = entity.search { draft.settings.append(self.search(search)) }
    // Settings of the whole family are on its root.
    guard entity.parent == nil else { return draft }
    if let name = entity.modificationAttribute {
      draft.settings.append(YAMLEntryDraft("ModificationAttribute", .text(name)))
    }
    if !entity.deletedWhen.isEmpty { draft.settings.append(deletedWhen(entity.deletedWhen)) }
    return draft
  }

  private func search(_ search: Schema.Search) -> YAMLEntryDraft {
    let columns = YAMLDraft.list(search.columns.map { .text($0) })
    if search.tokenizer == .unicode61 { return YAMLEntryDraft("search", columns) }
    let tokenizer = YAMLEntryDraft("tokenizer", .text(search.tokenizer.rawValue))
    return YAMLEntryDraft("search", .inline([YAMLEntryDraft("columns", columns), tokenizer]))
  }

  private func discriminator(_ entity: Schema.Entity) -> YAMLEntryDraft {
    let key = paths(entity.discriminator)
    if entity.discriminatorValues.isEmpty { return YAMLEntryDraft("Discriminator", key) }
    let values = entity.discriminatorValues.map(SchemaDrafting.entry)
    let entries = [YAMLEntryDraft("key", key), YAMLEntryDraft("values", .inline(values))]
    return YAMLEntryDraft("Discriminator", .inline(entries))
  }

  private static func entry(_ value: Schema.DiscriminatorValue) -> YAMLEntryDraft {
    var entry = YAMLEntryDraft(value.name, .text(value.entity))
    entry.isBareKey = value.isBare
    return entry
  }

  private func deletedWhen(_ signs: [Schema.DeletionSign]) -> YAMLEntryDraft {
    let items = signs.map { sign -> YAMLDraft in
      let key = sign.path.map(ImportName.escaped).joined(separator: ".")
      let values = sign.values.map(SchemaDrafting.literal)
      if values.isEmpty { return .text(key) }
      return .inline([YAMLEntryDraft(key, values.count == 1 ? values[0] : .list(values))])
    }
    return YAMLEntryDraft("DeletedWhen", items.count == 1 ? items[0] : .list(items))
  }

  private func member(_ member: Schema.Document.Member) -> YAMLEntryDraft {
    let path = member.path.map(ImportName.escaped).joined(separator: ".")
    if let oneOf = member.oneOf { return YAMLEntryDraft(path, .inline(self.oneOf(oneOf))) }
    let type =
      switch member.shape {
      case .object: member.entity
      case .array: "[\(member.entity)]"
      case .keyed: "{\(member.entity)}"
      }
    return YAMLEntryDraft(path, .plain(type))
  }

  /// The `oneOf` setting with its discriminator.
  func oneOf(_ oneOf: Schema.OneOf) -> [YAMLEntryDraft] {
    let areNames = oneOf.values.allSatisfy { $0.name == $0.entity }
    let values: YAMLDraft =
      areNames
      ? .list(oneOf.values.map { .text($0.entity) })
      : .inline(oneOf.values.map(SchemaDrafting.entry))
    return [YAMLEntryDraft("oneOf", values), YAMLEntryDraft("Discriminator", paths(oneOf.discriminator))]
  }

  /// Paths in the notation of `ImportName`.
  func paths(_ paths: [Schema.ImportPath]) -> YAMLDraft {
    paths.count == 1 ? .text("\(paths[0])") : .list(paths.map { .text("\($0)") })
  }

  /// A stored value in the notation of the model.
  static func literal(_ value: StoredValue) -> YAMLDraft {
    switch value {
    case .null: .plain("null")
    case .integer(let number): .plain("\(number)")
    case .real(let number): .plain("\(number)")
    case .text(let text): .text(text)
    case .blob: .plain("null")
    }
  }
}
