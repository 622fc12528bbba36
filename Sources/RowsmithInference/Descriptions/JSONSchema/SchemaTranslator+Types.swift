import RowsmithModel

extension SchemaTranslator {
  /// The result for a member of an object.
  ///
  /// - Parameters:
  ///   - owner: the name of the object's type, used to name unnamed types.
  ///   - key: the member's key.
  func member(_ node: SchemaNode, of owner: String, key: String, depth: Int = 0) -> SchemaMember {
    let facts = facts(of: node)
    guard depth < Self.deepest else { return .json }
    if families.contains(families.alias[facts.place] ?? facts.place) || facts.isObject {
      return object(facts, owner, key)
    }
    if facts.variants.count > 1 { return union(facts, node.place, owner, key) }
    if let items = facts.items, facts.types.isEmpty || facts.types == ["array"] {
      return list(of: items, owner, key, depth)
    }
    if facts.types == ["array"] { return .json }
    if facts.types.isEmpty || facts.types == ["object"], let additional = facts.additional {
      return map(of: additional, owner, key)
    }
    return scalar(facts, owner, key)
  }

  private func typeName(_ owner: String, _ key: String) -> String {
    owner + DraftNames.typeName(Singular.of(DraftNames.memberName(key)).capitalisedFirst)
  }

  private func object(_ facts: SchemaFacts, _ owner: String, _ key: String) -> SchemaMember {
    if let list = enveloped(facts, owner, key) { return list }
    return switch role(facts, called: self.typeName(owner, key)) {
    case .entity(let name): SchemaMember(name, isRelationship: true)
    case .group(let name): SchemaMember(name)
    case .other: .json
    }
  }

  /// Keys beside a list that describe the list.
  private static let besideLists: Set<String> = [
    "object", "has_more", "hasMore", "url", "href", "self", "kind", "type", "total", "total_count",
    "totalCount", "count",
    "next", "previous", "prev", "next_cursor", "nextCursor", "cursor", "page", "per_page", "limit", "offset",
    "next_page",
  ]

  /// The list of records in an object with nothing else: `refunds: { data: [Refund], has_more }`.
  private func enveloped(_ facts: SchemaFacts, _ owner: String, _ key: String) -> SchemaMember? {
    let lists = facts.properties.filter { !Self.besideLists.contains($0.key) }
    guard lists.count == 1, facts.properties.count > 1, self.key(of: facts).isEmpty,
      let items = self.facts(of: lists[0].schema).items
    else { return nil }
    let item = self.facts(of: items)
    guard item.isObject, !self.key(of: item).isEmpty, let name = entity(item, called: typeName(owner, key))
    else { return nil }
    var member = SchemaMember("[\(name)]", isRelationship: true)
    member.path = [key, lists[0].key]
    return member
  }

  private func list(of items: SchemaNode, _ owner: String, _ key: String, _ depth: Int) -> SchemaMember {
    let item = member(items, of: owner, key: key, depth: depth + 1)
    // The modelling language has no list of optional items.
    if facts(of: items).isNullable, !item.isRelationship { return .json }
    return item.list ?? .json
  }

  /// An object whose keys are not known in advance.
  private func map(of values: SchemaNode, _ owner: String, _ key: String) -> SchemaMember {
    let facts = facts(of: values)
    guard facts.isObject, let name = entity(facts, called: self.typeName(owner, key)),
      !self.key(of: facts).isEmpty
    else { return .json }
    return SchemaMember("{\(name)}", isRelationship: true)
  }

  /// A union: a record or its key, records of one family, or texts of several formats.
  private func union(_ facts: SchemaFacts, _ place: SchemaPlace, _ owner: String, _ key: String)
    -> SchemaMember
  {
    let variants = facts.variants.map { self.facts(of: $0) }
    let objects = variants.filter { $0.isObject || families.contains(families.alias[$0.place] ?? $0.place) }
    let others = variants.filter { variant in !objects.contains { $0.place == variant.place } }
    if objects.isEmpty { return scalars(variants) }
    let roots = Set(objects.map { families.root(of: families.alias[$0.place] ?? $0.place) })
    let areKeys = others.allSatisfy {
      !$0.types.isEmpty && $0.types.allSatisfy { ["string", "integer"].contains($0) }
    }
    if areKeys, let root = roots.first, roots.count == 1 || !others.isEmpty {
      let chosen = objects[0]
      let target = roots.count == 1 ? root : chosen.place
      let targetFacts = library.node(at: target).map { self.facts(of: $0) } ?? chosen
      if !self.key(of: targetFacts).isEmpty || families.contains(target),
        let name = entity(targetFacts, called: self.typeName(owner, key))
      {
        if roots.count > 1 {
          let left = objects.dropFirst().compactMap { titles[$0.place] ?? $0.title }.joined(separator: ", ")
          library.note(place, "may also be \(left.isEmpty ? "another object" : left); only \(name) is read")
        }
        noteKeys(others, targetFacts, place, name)
        return SchemaMember(name, isRelationship: true)
      }
    }
    library.note(place, "is one of several objects that extend nothing in common; kept as JSON")
    return .json
  }

  /// Notes texts or numbers in place of a record that cannot be its key, although they are read as such.
  private func noteKeys(_ others: [SchemaFacts], _ target: SchemaFacts, _ place: SchemaPlace, _ name: String)
  {
    guard let key = key(of: target).first.flatMap(target.property) else { return }
    let types = facts(of: key.schema).types
    for other in others where !other.types.contains(where: types.contains) {
      library.note(
        place,
        "may also be \(other.types.joined(separator: " or ").lowercased()), which is not a key of \(name)"
      )
    }
  }

  private func scalars(_ variants: [SchemaFacts]) -> SchemaMember {
    let types = Set(variants.flatMap(\.types))
    if types.isEmpty, variants.allSatisfy({ $0.allowed?.allSatisfy { $0.text != nil } ?? false }) {
      return SchemaMember("String")
    }
    // One that names no type may be anything, unless it lists texts beside other texts.
    if variants.contains(where: \.types.isEmpty) {
      let areTexts = variants.allSatisfy { ($0.types.isEmpty ? implied($0) : $0.types) == ["string"] }
      return areTexts ? SchemaMember("String") : .json
    }
    if types == ["string"] {
      let formats = Set(variants.map(\.format))
      if formats.count == 1, formats.first == "date-time" { return SchemaMember("Date") }
      return SchemaMember("String")
    }
    return mixed(types, isWide: variants.contains(where: \.exceedsInt))
  }

  /// A value of several JSON types.
  ///
  /// - Parameter isWide: whether whole numbers may exceed an Int.
  private func mixed(_ types: Set<String>, isWide: Bool) -> SchemaMember {
    if types == ["integer"] { return SchemaMember(isWide ? "Decimal" : "Int") }
    if types.isSubset(of: ["integer", "number"]), !types.isEmpty {
      return SchemaMember(isWide ? "Decimal" : "Double")
    }
    if types.isSubset(of: ["string", "integer", "number"]), !types.isEmpty {
      let comment = "\(types.sorted().joined(separator: " or "))"
      return SchemaMember("String", [YAMLEntryDraft("coerce", .plain("true"))], comment: comment)
    }
    return .json
  }

  private func scalar(_ facts: SchemaFacts, _ owner: String, _ key: String) -> SchemaMember {
    let types = facts.types.isEmpty ? implied(facts) : facts.types
    guard types.count == 1 else { return types.isEmpty ? .json : mixed(Set(types), isWide: facts.exceedsInt) }
    switch types[0] {
    case "string": return text(facts, owner, key)
    case "integer":
      if ["unix-time", "timestamp", "epoch", "unixtime", "unix-timestamp"].contains(facts.format ?? "") {
        return SchemaMember("Date", [YAMLEntryDraft("DateFormat", .text("epochSeconds"))])
      }
      return SchemaMember(facts.exceedsInt ? "Decimal" : "Int", comment: listed(facts))
    case "number":
      let isDecimal = facts.format == "decimal" || facts.format == "currency" || facts.hasMoney
      if Self.wholeFormats.contains(facts.format ?? "") {
        return SchemaMember(facts.exceedsInt ? "Decimal" : "Int")
      }
      return SchemaMember(isDecimal ? "Decimal" : "Double", comment: listed(facts))
    case "boolean": return SchemaMember("Bool")
    default: return .json
    }
  }

  /// The formats of whole numbers.
  static let wholeFormats: Set<String> = [
    "int32", "uint32", "int64", "uint64", "int128", "uint128", "integer",
  ]

  /// The types of the listed values, if the schema does not name a type.
  private func implied(_ facts: SchemaFacts) -> [String] {
    guard let allowed = facts.allowed, !allowed.isEmpty else {
      return facts.format.map { _ in ["string"] } ?? []
    }
    if allowed.allSatisfy({ $0.text != nil }) { return ["string"] }
    if allowed.allSatisfy({ $0.bool != nil }) { return ["boolean"] }
    let numbers = allowed.compactMap { if case .number(let text) = $0 { text } else { nil } }
    guard numbers.count == allowed.count else { return [] }
    return numbers.allSatisfy { Int64($0) != nil } ? ["integer"] : ["number"]
  }

  private func listed(_ facts: SchemaFacts) -> String? {
    guard let allowed = facts.allowed, allowed.count <= 12, !allowed.isEmpty else { return nil }
    return "one of " + allowed.compactMap(\.scalarText).joined(separator: ", ")
  }
}
