import RowsmithSchema

// Values equal to their defaults are left out, and so is documentation, which the records have as comments.
extension Translator {
  func literal(_ enumeration: Schema.Enumeration) -> Expression {
    .call(
      "\(names.runtime("Schema")).Enumeration",
      [.init("name", .string(enumeration.name)), .init("values", .strings(enumeration.values))])
  }

  func literal(_ entity: Schema.Entity) -> Expression {
    var arguments: [Expression.Argument] = [.init("name", .string(entity.name))]
    arguments.add("parent", entity.parent)
    arguments.add("discriminator", entity.discriminator.map(literal))
    arguments.add("discriminatorValues", entity.discriminatorValues.map(literal))
    arguments.add("primaryKey", entity.primaryKey.map(Expression.string))
    arguments.add("attributes", entity.attributes.map(literal))
    arguments.add("groups", entity.groups.map(literal))
    arguments.add("relationships", entity.relationships.map { literal($0, of: entity) })
    arguments.add("indexes", entity.indexes.map(Expression.strings))
    arguments.add("uniques", entity.uniques.map(Expression.strings))
    if let search = entity.search { arguments.append(.init("search", literal(search))) }
    arguments.add("deletedWhen", entity.deletedWhen.map(literal))
    arguments.add("modificationAttribute", entity.modificationAttribute)
    arguments.add("hooks", entity.hooks.map { .source(".\($0)") })
    arguments.add("renamedFrom", entity.renamedFrom)
    return .call("\(names.runtime("Schema")).Entity", arguments)
  }

  func literal(_ type: Schema.ValueType) -> Expression {
    .call(
      "\(names.runtime("Schema")).ValueType",
      [.init("name", .string(type.name)), .init("attributes", .array(type.attributes.map(literal)))])
  }

  private func literal(_ group: Schema.Group) -> Expression {
    var arguments: [Expression.Argument] = [
      .init("name", .string(group.name)), .init("type", .string(group.type)),
    ]
    arguments.add("isOptional", group.isOptional)
    arguments.append(.init("importPaths", .array(group.importPaths.map(literal))))
    arguments.append(.init("exportPath", group.exportPath.map(Expression.strings) ?? .source("nil")))
    arguments.add("isLocal", group.isLocal)
    arguments.add("renamedFrom", group.renamedFrom)
    return .call("\(names.runtime("Schema")).Group", arguments)
  }

  func literal(_ attribute: Schema.Attribute) -> Expression {
    if let keys = plainKeys(attribute.importPaths, exportPath: attribute.exportPath) {
      var plain = attribute
      plain.doc = nil
      let shorthand = Schema.Attribute(
        name: attribute.name, type: attribute.type, isOptional: attribute.isOptional, keys: keys,
        dateFormats: attribute.dateFormats)
      if plain == shorthand { return literal(attribute, keys: keys) }
    }
    var arguments: [Expression.Argument] = [.init("name", .string(attribute.name))]
    arguments.append(.init("type", literal(attribute.type)))
    arguments.add("isOptional", attribute.isOptional)
    arguments.append(.init("importPaths", .array(attribute.importPaths.map(literal))))
    arguments.append(.init("exportPath", attribute.exportPath.map(Expression.strings) ?? .source("nil")))
    arguments.add("dateFormats", attribute.dateFormats.map(literal))
    if let value = attribute.defaultValue { arguments.append(.init("defaultValue", literal(value))) }
    arguments.add("isIndexed", attribute.isIndexed)
    arguments.add("isUnique", attribute.isUnique)
    arguments.add("coerces", attribute.coerces)
    arguments.add("transform", attribute.transform)
    arguments.add("isLocal", attribute.isLocal)
    arguments.add("renamedFrom", attribute.renamedFrom)
    return .call("\(names.runtime("Schema")).Attribute", arguments)
  }

  private func literal(_ attribute: Schema.Attribute, keys: [String]) -> Expression {
    if case .scalar(let type) = attribute.type, keys.count == 1 {
      var arguments: [Expression.Argument] = [
        .init(nil, .string(attribute.name)), .init(nil, .source(literal(type))),
      ]
      if keys[0] != attribute.name || !attribute.dateFormats.isEmpty {
        arguments.append(.init("key", .string(keys[0])))
      }
      arguments.add("dates", attribute.dateFormats.map(literal))
      return .call(attribute.isOptional ? ".optional" : ".required", arguments)
    }
    var arguments: [Expression.Argument] = [.init("name", .string(attribute.name))]
    arguments.append(.init("type", literal(attribute.type)))
    arguments.add("isOptional", attribute.isOptional)
    arguments.append(.init("keys", .strings(keys)))
    arguments.add("dateFormats", attribute.dateFormats.map(literal))
    return .call("\(names.runtime("Schema")).Attribute", arguments)
  }

  func literal(_ relationship: Schema.Relationship, of entity: Schema.Entity) -> Expression {
    let foreignKeys = relationship.foreignKeyPaths.compactMap(\.plainKey)
    if let keys = plainKeys(relationship.importPaths, exportPath: relationship.exportPath) {
      var plain = relationship
      plain.doc = nil
      let shorthand = Schema.Relationship(
        name: relationship.name, target: relationship.target, cardinality: relationship.cardinality,
        keys: keys,
        foreignKeys: foreignKeys, mergePolicy: relationship.mergePolicy, inverse: relationship.inverse)
      if plain == shorthand { return literal(relationship, keys: keys, foreignKeys: foreignKeys) }
    }
    var arguments: [Expression.Argument] = [.init("name", .string(relationship.name))]
    arguments.append(.init("target", .string(relationship.target)))
    arguments.append(.init("cardinality", .source(".\(relationship.cardinality)")))
    if !relationship.isOptional { arguments.append(.init("isOptional", .source("false"))) }
    arguments.add("isKeyed", relationship.isKeyed)
    arguments.append(.init("importPaths", .array(relationship.importPaths.map(literal))))
    arguments.add("foreignKeyPaths", relationship.foreignKeyPaths.map(literal))
    arguments.append(.init("exportPath", relationship.exportPath.map(Expression.strings) ?? .source("nil")))
    if let path = relationship.keyExportPath { arguments.append(.init("keyExportPath", .strings(path))) }
    arguments.append(.init("mergePolicy", .source(".\(relationship.mergePolicy)")))
    if let oneOf = relationship.oneOf { arguments.append(.init("oneOf", literal(oneOf))) }
    if let choice = relationship.choice {
      arguments.append(.init("choice", literal(choice, oneOf: choiceVariable(choice.name, of: entity))))
    }
    arguments.add("inverse", relationship.inverse)
    arguments.add("isOrdered", relationship.isOrdered)
    if relationship.deleteRule != .nullify {
      arguments.append(.init("deleteRule", .source(".\(relationship.deleteRule)")))
    }
    if relationship.prune != .unlink { arguments.append(.init("prune", .source(".\(relationship.prune)"))) }
    arguments.add("renamedFrom", relationship.renamedFrom)
    return .call("\(names.runtime("Schema")).Relationship", arguments)
  }

  private func literal(
    _ relationship: Schema.Relationship, keys: [String], foreignKeys: [String]
  ) -> Expression {
    .call(
      "\(names.runtime("Schema")).Relationship",
      [
        .init("name", .string(relationship.name)), .init("target", .string(relationship.target)),
        .init("cardinality", .source(".\(relationship.cardinality)")), .init("keys", .strings(keys)),
        .init("foreignKeys", .strings(foreignKeys)),
        .init("mergePolicy", .source(".\(relationship.mergePolicy)")),
        .init("inverse", relationship.inverse.map(Expression.string) ?? .source("nil")),
      ])
  }

  /// The keys of a member that is read from single keys and exported under the first of them; `nil` for other members.
  private func plainKeys(_ paths: [Schema.ImportPath], exportPath: [String]?) -> [String]? {
    let keys = paths.compactMap(\.plainKey)
    return !keys.isEmpty && keys.count == paths.count && exportPath == [keys[0]] ? keys : nil
  }

  func literal(_ search: Schema.Search) -> Expression {
    var arguments: [Expression.Argument] = [.init("columns", .strings(search.columns))]
    if search.tokenizer != .unicode61 {
      arguments.append(.init("tokenizer", .source(".\(search.tokenizer)")))
    }
    return .call("\(names.runtime("Schema")).Search", arguments)
  }

  func literal(_ document: Schema.Document) -> Expression {
    .call(
      "\(names.runtime("Schema")).Document",
      [.init("name", .string(document.name)), .init("members", .array(document.members.map(literal)))])
  }

  private func literal(_ member: Schema.Document.Member) -> Expression {
    var arguments: [Expression.Argument] = [
      .init("path", .strings(member.path)), .init("entity", .string(member.entity)),
      .init("shape", .source(".\(member.shape)")),
    ]
    if let oneOf = member.oneOf { arguments.append(.init("oneOf", literal(oneOf))) }
    return .call("\(names.runtime("Schema")).Document.Member", arguments)
  }
}

extension Schema.ImportPath {
  /// The key of a path with a single key; `nil` for other paths.
  fileprivate var plainKey: String? {
    guard case .keys(let keys) = self, keys.count == 1 else { return nil }
    return keys[0]
  }
}

extension [Expression.Argument] {
  fileprivate mutating func add(_ label: String, _ text: String?) {
    if let text { append(.init(label, .string(text))) }
  }

  fileprivate mutating func add(_ label: String, _ isTrue: Bool) {
    if isTrue { append(.init(label, .source("true"))) }
  }

  fileprivate mutating func add(_ label: String, _ elements: [Expression]) {
    if !elements.isEmpty { append(.init(label, .array(elements))) }
  }
}
