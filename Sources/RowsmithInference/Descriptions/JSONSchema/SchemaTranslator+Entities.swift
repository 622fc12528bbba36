import RowsmithModel

extension SchemaTranslator {
  /// The entity of a schema.
  func entity(_ facts: SchemaFacts, _ name: String) -> EntityDraft {
    var entity = EntityDraft(name: name)
    entity.doc = facts.description?.firstSentence
    let place = facts.place
    var inherited: Set<String> = []
    if let parent = families.parents[place] {
      if case .entity(let name) = role(at: parent) { entity.extends = name }
      // A description inherited through `allOf` is kept on the parent.
      let said = library.node(at: parent).map { self.facts(of: $0).description }
      if facts.description == said { entity.doc = nil }
      var next: SchemaPlace? = parent
      while let current = next {
        let node = library.node(at: current)
        inherited.formUnion(node.map { self.facts(of: $0).properties.map(\.key) } ?? [])
        next = families.parents[current]
      }
    }
    let discriminator = families.discriminators[families.root(of: place)]
    let isInFamily = families.contains(place)
    let keys = key(of: facts)
    var names = DraftNames()
    for property in facts.properties {
      if inherited.contains(property.key) { continue }
      guard DraftNames.isReadable(property.key) else {
        library.note(property.schema.place, "no attribute can read a key '\(property.key)'; left out")
        continue
      }
      // The family's setting reads and writes the discriminator.
      if isInFamily, property.key == discriminator?.key, !keys.contains(property.key) { continue }
      add(property, to: &entity, &names, isKey: keys.contains(property.key))
    }
    entity.primaryKey = keys.compactMap { sources[name]?[$0] }
    if let discriminator, families.parents[place] == nil {
      entity.settings += [setting(discriminator, place)]
    }
    if facts.additional != nil {
      library.note(place, "has keys that are not listed; they are not read")
    }
    return entity
  }

  private func add(
    _ property: SchemaFacts.Property, to entity: inout EntityDraft, _ names: inout DraftNames, isKey: Bool
  ) {
    var made = member(property.schema, of: entity.name, key: property.key)
    if isKey, ["Double", "JSON", "Data"].contains(made.type) {
      // A key is exact, also if it is a number.
      let isNumber = made.type == "Double" && made.settings.isEmpty
      made = isNumber ? SchemaMember("Decimal") : SchemaMember("String", made.settings)
    }
    let name = names.member(forKey: property.key, of: entity.name)
    let member = draft(of: property, made, named: name, isKey: isKey)
    sources[entity.name, default: [:]][property.key] = name
    if made.isRelationship {
      entity.relationships.append(member)
    } else {
      entity.attributes.append(member)
    }
  }

  /// The draft of a member of an entity or a value.
  func draft(of property: SchemaFacts.Property, _ made: SchemaMember, named name: String, isKey: Bool = false)
    -> MemberDraft
  {
    let facts = facts(of: property.schema)
    var member = MemberDraft(name: name, type: made.type)
    let path = property.outer + (made.path.isEmpty ? [property.key] : made.path)
    member.importName = path.map(ImportName.escaped).joined(separator: ".")
    member.settings = made.settings
    member.doc = description(of: facts, at: property.schema)
    let remarks = [
      made.comment, facts.isDeprecated ? "deprecated" : nil, facts.isReadOnly && !isKey ? Self.readOnly : nil,
      facts.isWriteOnly ? "only sent" : nil,
      isKey && !property.isRequired ? "not said to be required" : nil,
    ]
    .compactMap { $0 }
    member.comment = remarks.isEmpty ? nil : remarks.joined(separator: "; ")
    let isToMany = made.isRelationship && (made.type.hasPrefix("[") || made.type.hasPrefix("{"))
    member.isOptional = !isKey && !isToMany && (!property.isRequired || facts.isNullable || facts.isWriteOnly)
    if !made.isRelationship, let value = facts.defaultValue, let text = self.default(value, made, facts) {
      member.settings.append(YAMLEntryDraft("default", text))
      // A member with a default is never absent, but it may be null.
      if !facts.isNullable { member.isOptional = false }
    }
    return member
  }

  /// The comment on a member that the server sets, until it is known whether records are sent.
  static let readOnly = "read only"

  /// The member's own description. The description of its type stays with the type.
  func description(of facts: SchemaFacts, at node: SchemaNode) -> String? {
    let own = node.value["description"]?.text
    if own == nil, node.value["$ref"] != nil { return nil }
    return (own ?? facts.description)?.firstSentence
  }

  /// The `Discriminator` setting of a family's root.
  private func setting(_ discriminator: SchemaFacts.Discriminator, _ root: SchemaPlace) -> YAMLEntryDraft {
    let key = YAMLDraft.text(ImportName.escaped(discriminator.key))
    var values: [(value: String, isBare: Bool, entity: String)] = []
    var told: Set<SchemaPlace> = []
    for (value, target) in discriminator.mapping.sorted(by: { $0.key < $1.key }) {
      // A name is that of a schema of the description, or else of the file that says it.
      let file = [library.path, root.file].first { file in
        library.node(at: SchemaPlace(file: file, keys: ["components", "schemas", target])) != nil
      }
      // The name of a schema may have dots, as the name of a file has.
      let isAddress = file == nil && (target.contains("#") || target.contains("."))
      let reference = isAddress ? target : "#/components/schemas/\(target)"
      var object = DescriptionObject()
      object.append("$ref", .text(reference))
      let isElsewhere = file != nil && file != root.file
      let node = SchemaNode(value: .object(object), place: isElsewhere ? library.root.place : root)
      guard let place = library.resolve(node)?.place, case .entity(let name) = role(at: place),
        families.root(of: place) == root
      else { continue }
      told.insert(place)
      values.append((value, isBare(value, discriminator.key, at: place), name))
    }
    var waiting = [root]
    while let place = waiting.popLast() {
      waiting += (families.children[place] ?? []).reversed()
      guard !told.contains(place), case .entity(let name) = role(at: place) else { continue }
      let isUnion = library.node(at: place).map { facts(of: $0).variants.count > 1 } ?? false
      if families.children[place] != nil, isUnion || !discriminator.mapping.isEmpty { continue }
      let only = constant(discriminator.key, at: place)
      values.append((only?.scalarText ?? titles[place] ?? name, only?.isBareKey ?? false, name))
    }
    if values.allSatisfy({ $0.value == $0.entity }) { return YAMLEntryDraft("Discriminator", key) }
    let list = values.map { value in
      var entry = YAMLEntryDraft(value.value, .text(value.entity))
      entry.isBareKey = value.isBare
      return entry
    }
    return YAMLEntryDraft(
      "Discriminator", .inline([YAMLEntryDraft("key", key), YAMLEntryDraft("values", .inline(list))]))
  }

  /// Whether a variant's discriminator has this value, a key of a mapping, as a number or a truth value.
  private func isBare(_ value: String, _ key: String, at place: SchemaPlace) -> Bool {
    guard let node = library.node(at: place), let property = facts(of: node).property(key) else {
      return false
    }
    let own = facts(of: property.schema)
    if let allowed = own.allowed { return allowed.contains { $0.isBareKey && $0.scalarText == value } }
    switch own.types {
    case ["integer"], ["number"]: return DescriptionValue.number(value).isBareKey
    case ["boolean"]: return Bool(value) != nil
    default: return false
    }
  }

  /// The only value of a variant's discriminator.
  private func constant(_ key: String, at place: SchemaPlace) -> DescriptionValue? {
    guard let node = library.node(at: place), let property = facts(of: node).property(key) else { return nil }
    let allowed = facts(of: property.schema).allowed
    return allowed?.count == 1 ? allowed?.first : nil
  }
}

extension DescriptionValue {
  /// Whether a model has it without quotes where it is a key.
  fileprivate var isBareKey: Bool {
    switch self {
    case .number(let text): Int64(text).map { "\($0)" == text } ?? false
    case .bool: true
    case .null, .text, .list, .object: false
    }
  }
}
