import RowsmithSchema

extension Translator {
  /// When records are equal, and what is hashed of them.
  ///
  /// What the compiler derives means the same, but is a quarter of what a debug build of generated code takes; this is less.
  /// Records that are equal have one key, so that is enough to hash. A record without a key is left to the compiler.
  func translateEquality(_ properties: [String], of entity: Schema.Entity, key: RecordKeyShape)
    -> [Declaration]
  {
    let keyProperties: [String]
    switch key {
    case .none, .rowIdentifier: return []
    case .single(let part): keyProperties = [part.name]
    case .composite(let parts): keyProperties = parts.map(\.name)
    }
    let own = SwiftName.identifier(entity.name)
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
          body: keyProperties.map { .expression(.source("hasher.combine(\(SwiftName.value(of: $0)))")) })),
    ]
  }
}
