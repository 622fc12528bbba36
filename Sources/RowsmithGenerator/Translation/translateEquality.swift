import RowsmithSchema

extension Translator {
  /// The functions `==` and `hash`.
  ///
  /// The derived ones mean the same, but take a quarter of the time of a debug build of generated code; these take less.
  /// Equal records have the same key, so hashing the key is enough. Records without a key use the derived functions.
  func translateEquality(_ properties: [String], of entity: Schema.Entity, key: RecordKeyShape)
    -> [Declaration]
  {
    let keyProperties: [String]
    switch key {
    case .none, .rowIdentifier: return []
    case .single(let part): keyProperties = [part.name]
    case .composite(let parts): keyProperties = parts.map(\.name)
    }
    let own = names.model(entity.name)
    let hasher = names.standard("Hasher")
    return [
      .function(
        FunctionDeclaration(
          doc: ["Whether two records have the same values."], name: "static func == ",
          parameters: [.init(label: "one", type: own), .init(label: "other", type: own)],
          effects: "-> \(names.standard("Bool"))", body: [.equal(properties.map(SwiftName.member))])),
      .function(
        FunctionDeclaration(
          doc: ["Hashes the key: equal records have the same."], name: "func hash",
          parameters: [.init(label: "into hasher", type: "inout \(hasher)")],
          body: keyProperties.map { name in
            let value = name == "hasher" ? "self.hasher" : SwiftName.value(of: name)
            return .expression(.source("hasher.combine(\(value))"))
          })),
    ]
  }
}
