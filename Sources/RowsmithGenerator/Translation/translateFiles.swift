import RowsmithSchema

extension Translator {
  /// All files, in the order of ``GeneratedFile/names``.
  func translateFiles() -> [SourceFile] {
    let model = translateHooks() + translateTransforms() + [translateModel()]
    let usesFoundation = applicationTransforms.contains { Translator.usesFoundation($0.type) }
    return [
      file(GeneratedFile.model, model, usesFoundation: usesFoundation),
      file(GeneratedFile.schema, translateSchema(), usesFoundation: false),
      file(
        GeneratedFile.enumerations,
        schema.enumerations.map { .type(translateEnumeration($0)) }
          + schema.valueTypes.flatMap(translateValueType),
        usesFoundation: schema.valueTypes.flatMap(\.attributes).contains {
          Translator.usesFoundation($0.type)
        }),
    ] + translateRecordFiles() + [translateClientFile(), translateSyncFile()]
  }

  private func translateRecordFiles() -> [SourceFile] {
    RecordShards.split(schema.entities).enumerated().map { index, entities in
      file(
        RecordShards.name(index + 1), entities.flatMap(translateRecord),
        usesFoundation: entities.contains { entity in
          properties(of: entity).contains { property in
            guard case .attribute(let attribute) = property else { return false }
            return Translator.usesFoundation(attribute.type)
          }
        })
    }
  }

  /// The client. For a model without routes, the file has no imports, so that the module does not need the client.
  private func translateClientFile() -> SourceFile {
    let declarations = translateClient()
    if declarations.isEmpty { return SourceFile(name: GeneratedFile.client) }
    return SourceFile(
      name: GeneratedFile.client, imports: (clientUsesFoundation ? ["Foundation"] : []) + ["RowsmithClient"],
      declarations: declarations)
  }

  /// The sync plan. For a model without one, the file has no imports.
  private func translateSyncFile() -> SourceFile {
    let declarations = translateSync()
    if declarations.isEmpty { return SourceFile(name: GeneratedFile.sync) }
    return SourceFile(name: GeneratedFile.sync, imports: ["RowsmithSync"], declarations: declarations)
  }

  private func file(
    _ name: String, _ declarations: [Declaration], usesFoundation: Bool
  ) -> SourceFile {
    guard !declarations.isEmpty else { return SourceFile(name: name) }
    let modules = usesFoundation ? ["Foundation", "Rowsmith"] : ["Rowsmith"]
    return SourceFile(name: name, imports: modules, declarations: declarations)
  }

  private static func usesFoundation(_ type: Schema.AttributeType) -> Bool {
    switch type {
    case .scalar(let scalar), .array(let scalar):
      [.date, .decimal, .uuid, .url, .data].contains(scalar)
    }
  }
}
