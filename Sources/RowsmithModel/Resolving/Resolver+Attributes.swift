import RowsmithSchema

extension Resolver {
  /// Resolves the attributes of every entity.
  mutating func resolveAttributes() {
    for index in schema.entities.indices {
      guard let entity = declarations[schema.entities[index].name] else { continue }
      for declaration in entity.attributes {
        guard let attribute = declaration.part ?? attribute(declaration, of: entity.name.value) else {
          continue
        }
        schema.entities[index].attributes.append(attribute)
      }
      schema.entities[index].groups = entityGroups[entity.name.value] ?? []
    }
  }

  /// Resolves an attribute of an entity, or a member of a value.
  mutating func attribute(_ declaration: AttributeDeclaration, of owner: String) -> Schema.Attribute? {
    guard let reference = declaration.type, let type = type(reference, of: declaration, in: owner) else {
      return nil
    }
    let name = declaration.name.value
    let isLocal = declaration.isLocal?.value ?? false
    let paths = isLocal ? [] : importPaths(of: declaration, in: owner)
    var attribute = Schema.Attribute(
      name: name, type: type, isOptional: reference.isOptional, importPaths: paths,
      exportPath: declaration.isExported?.value ?? true ? exportPath(of: paths) : nil)
    attribute.dateFormats = dateFormats(of: declaration, type)
    attribute.isIndexed = declaration.isIndexed?.value ?? false
    attribute.isUnique = declaration.isUnique?.value ?? false
    attribute.coerces = declaration.coerces?.value ?? model.defaults.coerces?.value ?? false
    attribute.transform = declaration.transform?.value
    attribute.isLocal = isLocal
    attribute.renamedFrom = declaration.renamedFrom?.value
    attribute.doc = declaration.doc
    attribute.defaultValue = defaultValue(of: declaration, attribute)
    if let transform = declaration.transform { check(transform) }
    checkTransformedDefault(declaration, attribute)
    if isLocal { checkLocal(declaration, attribute) }
    checkObjectPlaces(declaration, attribute)
    return attribute
  }

  /// The path for exported JSON of an attribute with these import paths.
  func exportPath(of paths: [Schema.ImportPath]) -> [String]? {
    paths.contains(.rest) ? [] : paths.lazy.compactMap(\.keys).first
  }

  private mutating func type(
    _ reference: TypeReference, of declaration: AttributeDeclaration, in owner: String
  ) -> Schema.AttributeType? {
    let name = reference.name
    let scalar: Schema.ScalarType
    if let known = Schema.ScalarType(named: name) {
      scalar = known
    } else if enumerationValues[name] != nil {
      scalar = .enumeration(name)
    } else if valueDeclarations[name] != nil {
      scalar = .value(name)
    } else if declarations[name] != nil {
      let member = declaration.name.value
      diagnostics.append(
        declarations[owner] == nil
          ? .entityInValue(name, of: member, at: reference.range)
          : .entityAsType(name, of: member, at: reference.range))
      return nil
    } else {
      let nearest =
        suggestions.nearest(
          to: name,
          in: Schema.ScalarType.names + schema.enumerations.map(\.name) + valueDeclarations.keys.sorted())
        ?? suggestions.nearest(to: name, in: entityNames)
      diagnostics.append(
        .unknownType(name, Schema.ScalarType.names, suggestion: nearest, at: reference.range))
      return nil
    }
    guard reference.shape == .list else { return .scalar(scalar) }
    if scalar == .json { diagnostics.append(.listOfJSON(declaration.name.value, at: reference.range)) }
    return .array(scalar)
  }

  /// The import paths of an attribute: those of `ImportName`; otherwise its name in the casing of the model, then the exact
  /// name. `bandDescription` of a Band is read from `description` first, in that casing, too.
  func importPaths(of declaration: AttributeDeclaration, in entity: String) -> [Schema.ImportPath] {
    if let importName = declaration.importName { return importName.value.map(\.value) }
    let name = declaration.name.value
    let isReserved = name == "\(SwiftNames.instance(of: entity))Description"
    let reserved = isReserved ? casing.keys(for: "description") : []
    return (reserved + casing.keys(for: name)).map { .key($0) }
  }

  private mutating func dateFormats(
    of declaration: AttributeDeclaration, _ type: Schema.AttributeType
  ) -> [DateFormat] {
    if type == .scalar(.date) || type == .array(.date) {
      return declaration.dateFormats?.value ?? model.defaults.dateFormats?.value ?? [.iso8601]
    }
    if let formats = declaration.dateFormats {
      diagnostics.append(.dateFormatWithoutDate(declaration.name.value, at: formats.range))
    }
    return []
  }

  private mutating func defaultValue(
    of declaration: AttributeDeclaration, _ attribute: Schema.Attribute
  ) -> StoredValue? {
    guard let node = declaration.defaultValue else { return nil }
    if let scalar = node.scalar, scalar.value == .null {
      if !attribute.isOptional { diagnostics.append(.nullDefault(attribute.name, at: node.range)) }
      return nil
    }
    var listed: [String] = []
    if case .scalar(.enumeration(let name)) = attribute.type { listed = values(of: name) }
    if case .array(.enumeration(let name)) = attribute.type { listed = values(of: name) }
    let reader = DefaultValueReader(type: attribute.type, dateFormats: attribute.dateFormats, listed: listed)
    do {
      return try reader.value(node)
    } catch {
      switch error {
      case .expected(let expected):
        diagnostics.append(
          .wrongDefault(attribute.name, expected: expected, found: node.kindDescription, at: node.range))
      case .unlisted(let value):
        let nearest = suggestions.nearest(to: value, in: listed)
        diagnostics.append(
          .unlistedDefault(value, of: attribute.name, listed, suggestion: nearest, at: node.range))
      }
      return nil
    }
  }

  private func values(of enumeration: String) -> [String] {
    enumerationValues[enumeration] ?? []
  }

  /// Warns if a transform is probably a mistyped built-in one. Others are the app's own, so they cannot be checked here.
  private mutating func check(_ transform: Located<String>) {
    let builtIn = BuiltInTransform.allCases.map(\.rawValue)
    if builtIn.contains(transform.value) { return }
    if !SwiftNames.isIdentifier(transform.value) {
      let nearest = Suggestion.nearest(to: transform.value, in: builtIn)
      diagnostics.append(.badTransform(transform.value, suggestion: nearest, at: transform.range))
    } else if let nearest = Suggestion.nearest(to: transform.value, in: builtIn) {
      diagnostics.append(.transformOfTheApp(transform.value, suggestion: nearest, at: transform.range))
    }
  }

  /// Warns of a default that the built-in transform would change: what is produced of a record that has it would be
  /// imported as another value.
  private mutating func checkTransformedDefault(
    _ declaration: AttributeDeclaration, _ attribute: Schema.Attribute
  ) {
    guard let name = attribute.transform, let transform = BuiltInTransform(rawValue: name),
      attribute.type == .scalar(.string), !attribute.isLocal,
      case .text(let text)? = attribute.defaultValue, let node = declaration.defaultValue
    else { return }
    let transformed = transform.applied(to: text)
    if transformed == text { return }
    diagnostics.append(
      .transformedDefault(text, of: attribute.name, by: name, into: transformed, at: node.range))
  }

  /// Reports settings about JSON on a local attribute, which is never in JSON.
  private mutating func checkLocal(_ declaration: AttributeDeclaration, _ attribute: Schema.Attribute) {
    let name = attribute.name
    if let range = declaration.importName?.range { diagnostics.append(.localIsRead(name, at: range)) }
    if let range = declaration.isExported?.range { diagnostics.append(.localIsProduced(name, at: range)) }
    for (key, range) in [
      ("DateFormat", declaration.dateFormats?.range), ("coerce", declaration.coerces?.range),
      ("Transform", declaration.transform?.range),
    ] {
      if let range { diagnostics.append(.localWithoutEffect(key, name, at: range)) }
    }
    if !attribute.isOptional, declaration.defaultValue == nil, let range = declaration.isLocal?.range {
      diagnostics.append(.localWithoutValue(name, at: range))
    }
  }
}
