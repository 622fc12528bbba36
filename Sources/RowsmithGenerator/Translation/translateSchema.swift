import RowsmithSchema

extension Translator {
  /// The schema as literals: one variable per part, so that each is quick to type-check and easy to find.
  func translateSchema() -> [Declaration] {
    var arguments: [Expression.Argument] = [.init("name", .string(schema.name))]
    if !schema.enumerations.isEmpty {
      arguments.append(
        .init("enumerations", .array(schema.enumerations.map { .source(variable($0.name, "Enumeration")) })))
    }
    if !schema.valueTypes.isEmpty {
      arguments.append(
        .init("valueTypes", .array(schema.valueTypes.map { .source(variable($0.name, "ValueType")) })))
    }
    arguments.append(.init("entities", .array(schema.entities.map { .source(variable($0.name, "Entity")) })))
    if !schema.documents.isEmpty {
      arguments.append(
        .init("documents", .array(schema.documents.map { .source(variable($0.name, "Document")) })))
    }
    if let history = schema.history {
      let keep = history.keepSeconds.map { "keepSeconds: \($0)" } ?? ""
      arguments.append(.init("history", .source("\(names.runtime("Schema")).History(\(keep))")))
    }
    let schemaType = names.runtime("Schema")
    let whole = PropertyDeclaration(
      doc: ["The schema of the server's data."], isStatic: true, name: "schema", type: schemaType,
      value: .initialized(.call(schemaType, arguments)))
    let parts =
      schema.enumerations.map { part($0.name, "Enumeration", literal($0)) }
      + schema.valueTypes.map { part($0.name, "ValueType", literal($0)) }
      + schema.entities.flatMap { [part($0.name, "Entity", literal($0))] + choices(of: $0) }
      + schema.documents.map { part($0.name, "Document", literal($0)) }
    return [.type(TypeDeclaration(kind: .extension, name: modelName, members: [.property(whole)] + parts))]
  }

  /// A variable for a part. It runs once, and optimising it would take a quarter of the module's build time.
  private func part(_ name: String, _ kind: String, _ value: Expression) -> Declaration {
    part(variable(name, kind), type: kind, value)
  }

  private func part(_ variable: String, type: String, _ value: Expression) -> Declaration {
    .property(
      PropertyDeclaration(
        attributes: ["@_optimize(none)"], visibility: .private, isStatic: true, name: variable,
        type: "\(names.runtime("Schema")).\(type)", value: .computed([.expression(value)])))
  }

  /// The entities of each link to one of several.
  private func choices(of entity: Schema.Entity) -> [Declaration] {
    entity.choices.compactMap { choice in
      choice.relationships.first?.choice.map {
        part(choiceVariable(choice.name, of: entity), type: "OneOf", literal($0.oneOf))
      }
    }
  }

  /// The variable with the entities of a link to one of several: `zEntityChoice1`.
  func choiceVariable(_ name: String, of entity: Schema.Entity) -> String {
    let index = entity.choices.firstIndex { $0.name == name } ?? 0
    return variable(entity.name, "EntityChoice\(index + 1)")
  }

  private func variable(_ name: String, _ kind: String) -> String {
    let variable = SwiftName.lowerFirst(name) + kind
    return SwiftName.isPlain(variable) ? variable : "`\(variable)`"
  }
}
