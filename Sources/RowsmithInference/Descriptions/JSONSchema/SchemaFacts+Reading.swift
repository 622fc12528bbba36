extension SchemaLibrary {
  /// The facts of a schema. A schema that contains itself through `allOf` is read once.
  func facts(of node: SchemaNode) -> SchemaFacts {
    var visited: Set<SchemaPlace> = []
    return facts(of: node, &visited)
  }

  private func facts(of node: SchemaNode, _ visited: inout Set<SchemaPlace>) -> SchemaFacts {
    if let known = complete[node.place] { return known }
    guard let resolved = resolve(node) else { return SchemaFacts(place: node.place) }
    guard visited.insert(resolved.place).inserted else {
      returns += 1
      return SchemaFacts(place: node.place)
    }
    defer { visited.remove(resolved.place) }
    let before = returns
    var facts = SchemaFacts(place: resolved.place)
    merge(resolved, into: &facts, &visited)
    // OpenAPI 3.1 and JSON Schema since 2019 apply keywords beside `$ref`.
    if resolved.place != node.place {
      var beside = SchemaFacts(place: node.place)
      annotations(node, into: &beside)
      facts.title = beside.title ?? facts.title
      facts.description = beside.description ?? facts.description
      facts.isNullable = facts.isNullable || beside.isNullable
      facts.isReadOnly = facts.isReadOnly || beside.isReadOnly
      facts.isWriteOnly = facts.isWriteOnly || beside.isWriteOnly
      facts.isDeprecated = facts.isDeprecated || beside.isDeprecated
      facts.defaultValue = beside.defaultValue ?? facts.defaultValue
    }
    if returns == before { complete[node.place] = facts }
    return facts
  }

  private func merge(_ node: SchemaNode, into facts: inout SchemaFacts, _ visited: inout Set<SchemaPlace>) {
    annotations(node, into: &facts)
    types(node, into: &facts)
    members(node, into: &facts)
    let hasOwn = !isBare(facts, at: node)
    if let base = extended(by: node), base.place != node.place {
      facts.parents.append(base.place)
      add(self.facts(of: base, &visited), to: &facts)
    }
    for part in node.items("allOf") {
      if part.value["$ref"] != nil, let target = resolve(part) { facts.parents.append(target.place) }
      add(self.facts(of: part, &visited), to: &facts)
    }
    variants(node, into: &facts, &visited)
    addAlternatives(to: &facts, &visited)
    // One part may require a property that another part describes.
    for index in facts.properties.indices where facts.required.contains(facts.properties[index].key) {
      facts.properties[index].isRequired = true
    }
    // A wrapper around a single reference, which adds a description or null, is that reference.
    let wrapped = node.items("allOf")
    if !hasOwn, wrapped.count == 1, facts.variants.isEmpty, let target = resolve(wrapped[0]),
      wrapped[0].value["$ref"] != nil
    {
      facts.place = self.facts(of: target, &visited).place
      facts.parents = []
    }
  }

  /// Whether a schema says nothing of its own. Before version 3.1, OpenAPI allows null only beside a type, so a member
  /// has `type: object` beside its reference. A schema with a name is a type of its own then.
  private func isBare(_ facts: SchemaFacts, at node: SchemaNode) -> Bool {
    facts.properties.isEmpty && (facts.types.isEmpty || facts.types == ["object"] && node.place.isUnnamed)
  }

  /// Adds the members of the alternatives beside an object's own, which any value may lack. With a discriminator they are a
  /// family instead.
  private func addAlternatives(to facts: inout SchemaFacts, _ visited: inout Set<SchemaPlace>) {
    guard facts.isObject, facts.discriminator == nil, !facts.variants.isEmpty else { return }
    let own = Set(facts.properties.map(\.key))
    for property in facts.variants.flatMap({ self.facts(of: $0, &visited).properties })
    where !own.contains(property.key) {
      guard let place = facts.properties.firstIndex(where: { $0.key == property.key }) else {
        facts.properties.append(
          SchemaFacts.Property(key: property.key, schema: property.schema, isRequired: false))
        continue
      }
      // Alternatives that disagree on a member leave any value.
      if facts.properties[place].schema.value != property.schema.value {
        facts.properties[place].schema = SchemaNode(
          value: .object(DescriptionObject()), place: facts.place.below("alternatives", property.key))
      }
    }
    facts.variants = []
  }

  private func annotations(_ node: SchemaNode, into facts: inout SchemaFacts) {
    let value = node.value
    facts.title = value["title"]?.text ?? facts.title
    facts.description = value["description"]?.text ?? facts.description
    facts.format = value["format"]?.text ?? facts.format
    facts.defaultValue = value["default"] ?? facts.defaultValue
    if value["nullable"]?.bool == true || value["x-nullable"]?.bool == true { facts.isNullable = true }
    if value["readOnly"]?.bool == true { facts.isReadOnly = true }
    if value["writeOnly"]?.bool == true { facts.isWriteOnly = true }
    if value["deprecated"]?.bool == true { facts.isDeprecated = true }
    if value["contentEncoding"]?.text?.lowercased() == "base64" { facts.format = "byte" }
    facts.least = Self.bound(value, ["minimum", "exclusiveMinimum"]) ?? facts.least
    facts.greatest = Self.bound(value, ["maximum", "exclusiveMaximum"]) ?? facts.greatest
    // Amounts of money: two exact decimals.
    if let step = value["multipleOf"]?.scalarText, step.hasPrefix("0.0"), step.hasSuffix("1") {
      facts.hasMoney = true
    }
    for key in ["primaryKey", "x-primary-key", "x-primaryKey", "x-identifiers"] {
      if let name = value[key]?.text { facts.keyHint = [name] }
      if let names = value[key]?.list?.compactMap(\.text), !names.isEmpty { facts.keyHint = names }
    }
    if let mapping = value["discriminator"] {
      facts.discriminator = discriminator(mapping) ?? facts.discriminator
    }
  }

  /// The first number under one of several keys: in some drafts, `exclusiveMaximum` is true or false.
  private static func bound(_ value: DescriptionValue, _ keys: [String]) -> Double? {
    for key in keys {
      if case .number(let text)? = value[key], let bound = Double(text) { return bound }
    }
    return nil
  }

  private func discriminator(_ value: DescriptionValue) -> SchemaFacts.Discriminator? {
    // Swagger 2.0 has only the name, as do descriptions converted from it to 3.0.
    guard let key = value["propertyName"]?.text ?? value.text else { return nil }
    var mapping: [String: String] = [:]
    for (name, target) in value["mapping"]?.object.map({ Array($0.entries) }) ?? [] {
      mapping[name] = target.text
    }
    return SchemaFacts.Discriminator(key: key, mapping: mapping)
  }

  private func types(_ node: SchemaNode, into facts: inout SchemaFacts) {
    let named = node.value["type"].map { $0.text.map { [$0] } ?? $0.list?.compactMap(\.text) ?? [] } ?? []
    if named.contains("null") { facts.isNullable = true }
    let types = named.filter { $0 != "null" }
    if !types.isEmpty { facts.types = types }
    var allowed = node.value["enum"]?.list
    if let constant = node.value["const"] { allowed = [constant] }
    if let values = allowed {
      if values.contains(.null) { facts.isNullable = true }
      facts.allowed = values.filter { $0 != .null }
    }
  }

  private func members(_ node: SchemaNode, into facts: inout SchemaFacts) {
    let required = Set(node.value["required"]?.list?.compactMap(\.text) ?? [])
    for (key, schema) in node.members("properties") {
      // Draft 3 and many hand-written schemas have `required: true` on the property.
      let isRequired = required.contains(key) || schema.value["required"]?.bool == true
      if schema.value["x-primary-key"]?.bool == true { facts.keyHint.append(key) }
      add(SchemaFacts.Property(key: key, schema: schema, isRequired: isRequired), to: &facts)
    }
    facts.required.formUnion(required)
    if let additional = node["additionalProperties"] {
      if additional.value.object != nil { facts.additional = additional }
    }
    if facts.additional == nil, let pattern = node.members("patternProperties").first {
      facts.additional = pattern.node
    }
    facts.items = node["items"].flatMap { $0.value.object == nil ? nil : $0 } ?? facts.items
  }

  private func add(_ property: SchemaFacts.Property, to facts: inout SchemaFacts) {
    guard let place = facts.properties.firstIndex(where: { $0.key == property.key }) else {
      facts.properties.append(property)
      return
    }
    let isRequired = facts.properties[place].isRequired || property.isRequired
    facts.properties[place].isRequired = isRequired
  }

  /// Adds the facts of a part of `allOf`: its members precede the schema's own.
  private func add(_ part: SchemaFacts, to facts: inout SchemaFacts) {
    let own = facts.properties
    facts.properties = part.properties
    for property in own {
      guard let place = facts.properties.firstIndex(where: { $0.key == property.key }) else {
        facts.properties.append(property)
        continue
      }
      // The schema's own definition is narrower.
      let isRequired = facts.properties[place].isRequired || property.isRequired
      facts.properties[place] = SchemaFacts.Property(
        key: property.key, schema: property.schema, isRequired: isRequired)
    }
    facts.required.formUnion(part.required)
    if facts.types.isEmpty { facts.types = part.types }
    facts.isNullable = facts.isNullable || part.isNullable
    facts.format = facts.format ?? part.format
    facts.title = facts.title ?? part.title
    facts.description = facts.description ?? part.description
    facts.defaultValue = facts.defaultValue ?? part.defaultValue
    facts.allowed = facts.allowed ?? part.allowed
    facts.additional = facts.additional ?? part.additional
    facts.items = facts.items ?? part.items
    if facts.variants.isEmpty { facts.variants = part.variants }
    if facts.keyHint.isEmpty { facts.keyHint = part.keyHint }
    facts.isReadOnly = facts.isReadOnly || part.isReadOnly
    facts.isWriteOnly = facts.isWriteOnly || part.isWriteOnly
    facts.isDeprecated = facts.isDeprecated || part.isDeprecated
    facts.hasMoney = facts.hasMoney || part.hasMoney
    facts.least = facts.least ?? part.least
    facts.greatest = facts.greatest ?? part.greatest
  }

  private func variants(_ node: SchemaNode, into facts: inout SchemaFacts, _ visited: inout Set<SchemaPlace>)
  {
    for keyword in ["oneOf", "anyOf"] {
      let all = node.items(keyword)
      // Variants that only require keys do not make another type.
      let meaningful = all.filter { variant in
        variant.value.object?.keys.contains { $0 != "required" && $0 != "not" && $0 != "title" } ?? false
      }
      let others = meaningful.filter { $0.value["type"]?.text != "null" && $0.value["enum"]?.list != [.null] }
      if others.count < meaningful.count { facts.isNullable = true }
      if others.count == 1 {
        let only = self.facts(of: others[0], &visited)
        let isReference = facts.types.isEmpty || others[0].value["$ref"] != nil
        if isReference, isBare(facts, at: node) { facts.place = only.place }
        add(only, to: &facts)
        facts.discriminator = facts.discriminator ?? only.discriminator
      } else if !others.isEmpty {
        facts.variants = others
      }
    }
  }
}
