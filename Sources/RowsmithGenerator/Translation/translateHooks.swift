import RowsmithSchema

extension Translator {
  /// The entities whose hooks the app implements, in the order of the model.
  var hookedEntities: [Schema.Entity] { schema.entities.filter { !$0.hooks.isEmpty } }

  /// The protocol of an entity's hooks.
  func hooksName(of entity: Schema.Entity) -> String { "\(entity.name)Hooks" }

  /// One protocol per entity with hooks.
  func translateHooks() -> [Declaration] {
    hookedEntities.map { entity in
      .type(
        TypeDeclaration(
          doc: ["What the app does while records of `\(entity.name)` are imported."], kind: .protocol,
          name: hooksName(of: entity), conformances: [names.standard("Sendable")],
          members: Schema.Hook.allCases.filter(entity.hooks.contains).map { hook in
            .function(requirement(hook, of: entity))
          }))
    }
  }

  private func requirement(_ hook: Schema.Hook, of entity: Schema.Entity) -> FunctionDeclaration {
    let json = names.runtime("JSONValue")
    return switch hook {
    case .shouldImport:
      FunctionDeclaration(
        doc: ["Answers whether a record is wanted, before anything of it is mapped."],
        visibility: .inherited, name: "func shouldImport", parameters: [.init(label: "_ json", type: json)],
        effects: "throws -> \(names.standard("Bool"))")
    case .willImport:
      FunctionDeclaration(
        doc: ["Changes the JSON of a record before it is mapped."],
        visibility: .inherited, name: "func willImport",
        parameters: [.init(label: "_ json", type: "inout \(json)")], effects: "throws")
    case .didImport:
      FunctionDeclaration(
        doc: ["Sees the stored record."], visibility: .inherited, name: "func didImport",
        parameters: [.init(label: "_ record", type: names.model(entity.name))], effects: "throws")
    }
  }

  /// The dictionary of hooks by entity.
  func hooksTable() -> Expression {
    .dictionary(
      hookedEntities.map { entity in
        let hooks = hooksParameter(of: entity)
        let arguments = Schema.Hook.allCases.filter(entity.hooks.contains).map { hook in
          Expression.Argument(hook.rawValue, .source(closure(hook, of: entity, calling: hooks)))
        }
        return .init(
          key: .string(entity.name), value: .call(names.runtime("EntityHooks"), arguments))
      })
  }

  /// The parameter of the model's initializer for an entity's hooks.
  func hooksParameter(of entity: Schema.Entity) -> String { TypeNames.hooksParameter(of: entity.name) }

  private func closure(_ hook: Schema.Hook, of entity: Schema.Entity, calling hooks: String) -> String {
    switch hook {
    case .shouldImport: "{ json in try \(hooks).shouldImport(json) }"
    case .willImport: "{ json in try \(hooks).willImport(&json) }"
    case .didImport: "{ row in try \(hooks).didImport(\(names.value(entity.name))(row: row)) }"
    }
  }
}
