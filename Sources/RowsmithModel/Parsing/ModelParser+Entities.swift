import RowsmithSchema

extension ModelParser {
  /// Reads one entry of `enums`: a list of values, or a mapping with `values` and `doc`.
  mutating func enumeration(_ entry: YAMLEntry) -> EnumerationDeclaration {
    var declaration = EnumerationDeclaration(name: entry.key)
    let what = "the enumeration '\(entry.key.value)'"
    if entry.value.entries == nil {
      declaration.values = names(entry.value, what)?.value ?? []
      return declaration
    }
    guard var fields = fields(of: entry.value, in: .enumeration, called: what) else { return declaration }
    if let node = fields.take("values") {
      declaration.values = names(node, what)?.value ?? []
    } else {
      diagnostics.append(
        .missingPart("values", of: what, write: "values: [draft, published]", at: entry.key.range))
    }
    declaration.doc = fields.take("doc").flatMap { text($0, "'doc'")?.value }
    return declaration
  }

  /// Reads one entry of `values`: a mapping of members, like `attributes`, or one with `attributes` and `doc`.
  mutating func valueType(_ entry: YAMLEntry) -> ValueTypeDeclaration {
    var declaration = ValueTypeDeclaration(name: entry.key)
    let what = "the value '\(entry.key.value)'"
    var node = entry.value
    if let inner = node.membersOfLongValue, var fields = fields(of: node, in: .value, called: what) {
      declaration.doc = fields.take("doc").flatMap { text($0, "'doc'") }?.value
      node = inner
    }
    let members = section(node, what)
    declaration.isIncomplete = node.entries == nil
    if node.entries?.isEmpty == true {
      diagnostics.append(.valueWithoutMembers(entry.key.value, at: entry.key.range))
      declaration.isIncomplete = true
    }
    declaration.attributes = members.map { attribute($0) }
    return declaration
  }

  /// Reads one entry of `entities`.
  mutating func entity(_ entry: YAMLEntry) -> EntityDeclaration {
    var entity = EntityDeclaration(name: entry.key)
    let what = "the entity '\(entry.key.value)'"
    guard var fields = fields(of: entry.value, in: .entity, called: what) else {
      entity.isIncomplete = true
      return entity
    }
    entity.parent = fields.take("extends").flatMap { name($0, "'extends'") }
    entity.primaryKey = primaryKey(&fields)
    entity.discriminator = fields.take("Discriminator").flatMap { discriminator($0) }
    let sections = [fields.take("attributes"), fields.take("relationships")]
    entity.isIncomplete =
      sections.contains { $0 != nil && $0?.entries == nil }
      || isMisspelled(["attributes", "relationships"], of: entry.value, in: .entity)
    entity.attributes = section(sections[0], "'attributes'").map { attribute($0) }
    entity.relationships = section(sections[1], "'relationships'").map { relationship($0) }
    entity.indexes = fields.take("indexes").map { listsOfNames($0, "'indexes'") } ?? []
    entity.uniques = fields.take("unique").map { listsOfNames($0, "'unique'") } ?? []
    entity.search = fields.take("search").flatMap { search($0) }
    entity.deletedWhen = fields.take("DeletedWhen").flatMap { deletedWhen($0) }
    entity.modificationAttribute =
      fields.take("ModificationAttribute").flatMap { name($0, "'ModificationAttribute'") }
    entity.hooks = fields.take("hooks").map { hooks($0) } ?? []
    entity.renamedFrom = fields.take("RenamedFrom").flatMap { name($0, "'RenamedFrom'") }
    entity.doc = fields.take("doc").flatMap { text($0, "'doc'")?.value }
    if let range = fields.range(of: "sync"), let node = fields.take("sync") {
      entity.sync = entitySync(node, at: range)
    }
    entity.resource = fields.take("resource").flatMap { keyword($0, "resource", ResourceStyle.self) }
    return entity
  }

  private mutating func primaryKey(_ fields: inout Fields) -> Located<[Located<String>]>? {
    let aliasRange = fields.range(of: "PrimaryAttribute")
    let alias = fields.take("PrimaryAttribute")
    let node = fields.take("PrimaryKey")
    if let aliasRange, node != nil { diagnostics.append(.twoPrimaryKeys(at: aliasRange)) }
    return (node ?? alias).flatMap { nameOrNames($0, "'PrimaryKey'") }
  }

  private mutating func hooks(_ node: YAMLNode) -> [Schema.Hook] {
    guard let names = names(node, "'hooks'") else { return [] }
    return names.value.compactMap { name in
      if let hook = Schema.Hook(rawValue: name.value) { return hook }
      diagnostics.append(.notOneOf(name.value, "hook", Schema.Hook.allCases.map(\.rawValue), at: name.range))
      return nil
    }
  }
}

extension Schema.ImportPath {
  /// The keys; `nil` if the path is a special name such as `$key`.
  var keys: [String]? { if case .keys(let keys) = self { keys } else { nil } }
}
