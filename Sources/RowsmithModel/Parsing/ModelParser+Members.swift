import RowsmithSchema

extension ModelParser {
  /// Reads one entry of `attributes`: a type, or a mapping.
  mutating func attribute(_ entry: YAMLEntry) -> AttributeDeclaration {
    var attribute = AttributeDeclaration(name: entry.key)
    let name = entry.key.value
    guard isLongForm(entry.value, .attribute) else {
      attribute.type = attributeType(entry.value, of: name)
      return attribute
    }
    guard var fields = fields(of: entry.value, in: .attribute, called: "the attribute '\(name)'") else {
      return attribute
    }
    if let node = fields.take("type") {
      attribute.type = attributeType(node, of: name)
    } else {
      let what = "the attribute '\(name)'"
      diagnostics.append(.missingPart("type", of: what, write: "type: String", at: entry.key.range))
    }
    attribute.importName = fields.take("ImportName").flatMap { importPaths($0, "ImportName") }
    attribute.dateFormats = fields.take("DateFormat").flatMap { dateFormats($0) }
    attribute.defaultValue = fields.take("default")
    attribute.isIndexed = fields.take("index").flatMap { bool($0, "'index'") }
    attribute.isUnique = fields.take("unique").flatMap { bool($0, "'unique'") }
    attribute.coerces = fields.take("coerce").flatMap { bool($0, "'coerce'") }
    attribute.transform = fields.take("Transform").flatMap { self.name($0, "'Transform'") }
    attribute.isExported = fields.take("export").flatMap { bool($0, "'export'") }
    attribute.isLocal = fields.take("local").flatMap { bool($0, "'local'") }
    attribute.sync = fields.take("sync").flatMap { memberSync($0, AttributeSync.self) }
    attribute.renamedFrom = fields.take("RenamedFrom").flatMap { self.name($0, "'RenamedFrom'") }
    attribute.doc = fields.take("doc").flatMap { text($0, "'doc'")?.value }
    return attribute
  }

  private mutating func attributeType(_ node: YAMLNode, of name: String) -> TypeReference? {
    if let type = TypeReference(node), type.shape != .keyed { return type }
    let found = TypeReference(node).map { "\($0)" } ?? node.kindDescription
    diagnostics.append(.malformedAttributeType(found, of: name, at: node.range))
    return nil
  }

  /// Reads one entry of `relationships`: a target, or a mapping.
  mutating func relationship(_ entry: YAMLEntry) -> RelationshipDeclaration {
    var relationship = RelationshipDeclaration(name: entry.key)
    let name = entry.key.value
    guard isLongForm(entry.value, .relationship) else {
      relationship.type = target(entry.value, of: name)
      return relationship
    }
    guard var fields = fields(of: entry.value, in: .relationship, called: "the relationship '\(name)'") else {
      return relationship
    }
    let isMixed = fields.range(of: "oneOf") != nil
    relationship.oneOf = oneOf(&fields)
    if let node = fields.take("to") {
      relationship.type = target(node, of: name)
    } else if !isMixed {
      let what = "the relationship '\(name)'"
      diagnostics.append(.missingPart("to", of: what, write: "to: [Album] or to: Band?", at: entry.key.range))
    }
    relationship.isRequired = fields.take("required").flatMap { bool($0, "'required'") }
    relationship.importName = fields.take("ImportName").flatMap { importPaths($0, "ImportName") }
    relationship.foreignKey = fields.take("ForeignKey").flatMap { importPaths($0, "ForeignKey") }
    relationship.mergePolicy = fields.take("MergePolicy").flatMap { mergePolicy($0) }
    relationship.inverse = fields.take("inverse").flatMap { self.name($0, "'inverse'") }
    relationship.isOrdered = fields.take("ordered").flatMap { bool($0, "'ordered'") }
    relationship.deleteRule =
      fields.take("DeleteRule").flatMap { keyword($0, "DeleteRule", Schema.DeleteRule.self)?.value }
    relationship.prune = fields.take("Prune").flatMap { keyword($0, "Prune", Schema.Prune.self) }
    relationship.isExported = fields.take("export").flatMap { bool($0, "'export'")?.value } ?? true
    relationship.sync = fields.take("sync").flatMap { memberSync($0, RelationshipSync.self) }
    relationship.renamedFrom = fields.take("RenamedFrom").flatMap { self.name($0, "'RenamedFrom'") }
    relationship.doc = fields.take("doc").flatMap { text($0, "'doc'")?.value }
    return relationship
  }

  private mutating func target(_ node: YAMLNode, of name: String) -> TypeReference? {
    guard var type = TypeReference(node) else {
      diagnostics.append(.malformedTarget(node.kindDescription, of: name, at: node.range))
      return nil
    }
    if type.isOptional, type.shape != .single {
      diagnostics.append(.optionalToMany(name, "\(type)", at: type.range))
      type.isOptional = false
    }
    return type
  }
}
