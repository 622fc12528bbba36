import RowsmithSchema

extension Translator {
  /// The nested type of a key of several parts.
  func translateCompositeKey(_ parts: [RecordProperty], of entity: Schema.Entity) -> TypeDeclaration {
    let list = parts.map(\.name).codeList
    var members: [Declaration] = parts.map { part in
      .property(
        PropertyDeclaration(name: SwiftName.identifier(part.name), type: type(of: part), value: .stored))
    }
    members += [
      .function(
        FunctionDeclaration(
          doc: ["Creates a key."], name: "init",
          parameters: parts.map { part in
            .init(label: SwiftName.parameter(part.name).declaration, type: type(of: part))
          },
          body: parts.map { part in
            .assignment(
              target: "self.\(SwiftName.member(part.name))",
              value: .source(SwiftName.parameter(part.name).use))
          })),
      .function(translateKeyReading(parts)),
      .property(
        PropertyDeclaration(
          doc: ["The number of columns."], isStatic: true, name: "columnCount", type: names.standard("Int"),
          value: .computed([.expression(.source(String(parts.flatMap(columns).count)))]))),
      .property(
        PropertyDeclaration(
          doc: ["The key as SQLite stores it."], name: "storedValues",
          type: "[\(names.runtime("StoredValue"))]",
          value: .computed([
            .expression(
              .sum(parts.map { "\(SwiftName.value(of: $0.name)).storedValues" }))
          ]))),
    ]
    return TypeDeclaration(
      doc: ["What identifies a record of `\(entity.name)`: \(list)."], kind: .structure, name: "ID",
      conformances: [names.runtime("RecordKey")], members: members)
  }

  private func translateKeyReading(_ parts: [RecordProperty]) -> FunctionDeclaration {
    var body: [Statement] = []
    var offset = 0
    for part in parts {
      let index = offset == 0 ? "index" : "index + \(offset)"
      body.append(
        .assignment(
          target: SwiftName.target(part.name, hiddenBy: ["row", "index"]),
          value: .source("try \(read(part, at: index))")))
      offset += columns(of: part).count
    }
    return FunctionDeclaration(
      doc: ["Reads a key from the columns that start at the index."], name: "init",
      parameters: [
        .init(label: "row", type: names.runtime("Row")),
        .init(label: "at index", type: names.standard("Int")),
      ], effects: "throws(\(names.runtime("RowDecodingError")))", body: body)
  }
}
