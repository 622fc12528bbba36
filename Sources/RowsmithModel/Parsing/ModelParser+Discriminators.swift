import RowsmithSchema

// Discriminators of families and mixed collections.
extension ModelParser {
  /// Reads the `Discriminator` of a family: a key, a list of them, or a mapping with `key` and `values`.
  mutating func discriminator(_ node: YAMLNode) -> DiscriminatorDeclaration? {
    guard node.entries != nil else {
      return discriminatorPaths(node).map { DiscriminatorDeclaration(range: node.range, paths: $0) }
    }
    guard var fields = fields(of: node, in: .discriminator, called: "'Discriminator'") else { return nil }
    var declaration = DiscriminatorDeclaration(range: node.range)
    declaration.paths = fields.take("key").flatMap { discriminatorPaths($0) }
    if let values = fields.take("values") {
      declaration.values = self.values(values, "'values'")
    } else {
      diagnostics.append(
        .missingPart("values", of: "'Discriminator'", write: "values: { image: Image }", at: node.range))
    }
    return declaration
  }

  /// Reads `oneOf` and the `Discriminator` beside it: values with their entities, or entities whose names are the values.
  mutating func oneOf(_ fields: inout Fields) -> OneOfDeclaration? {
    let discriminatorRange = fields.range(of: "Discriminator")
    let discriminator = fields.take("Discriminator")
    guard let node = fields.take("oneOf") else {
      if let discriminatorRange { diagnostics.append(.discriminatorWithoutOneOf(at: discriminatorRange)) }
      return nil
    }
    let paths = discriminator.flatMap { discriminatorPaths($0) }
    let values =
      node.entries != nil
      ? self.values(node, "'oneOf'")
      : names(node, "'oneOf'")?.value.map { ValueDeclaration(value: $0, entity: $0) }
    guard let values, !values.isEmpty else { return nil }
    return OneOfDeclaration(range: node.range, values: values, paths: paths)
  }

  private mutating func discriminatorPaths(_ node: YAMLNode) -> Located<[Located<Schema.ImportPath>]>? {
    guard let paths = importPaths(node, "Discriminator") else { return nil }
    for path in paths.value where path.value.keys == nil {
      diagnostics.append(.placeNotAllowed("\(path.value)", in: "a discriminator", at: path.range))
    }
    return paths
  }

  /// Reads values with their entities, at least one.
  private mutating func values(_ node: YAMLNode, _ what: String) -> [ValueDeclaration]? {
    guard let entries = node.entries else {
      let expected = "values with entities, such as { image: Image, video: Video }"
      diagnostics.append(.wrongKind(what, expected: expected, found: node.kindDescription, at: node.range))
      return nil
    }
    if entries.isEmpty { diagnostics.append(.emptyList(what, at: node.range)) }
    return entries.compactMap { entry in
      name(entry.value, "the entity of '\(entry.key.value)'").map {
        ValueDeclaration(value: entry.key, isBare: entry.isBareKey, entity: $0)
      }
    }
  }
}
