import RowsmithSchema

extension Translator {
  /// The extension that reads records from rows and writes them to rows.
  func translateReading(
    of entity: Schema.Entity, properties: [RecordProperty], rowIdentifier: String?
  ) -> TypeDeclaration {
    var columnNames = rowIdentifier == nil ? [] : ["_rowsmith_id"]
    var values: [(name: String, value: String)] = []
    if let rowIdentifier {
      values.append((rowIdentifier, "\(names.runtime("RowIdentifier"))(row: row, at: 0)"))
    }
    for property in properties {
      values.append((property.name, read(property, at: String(columnNames.count))))
      columnNames += columns(of: property)
    }
    let kind = kind(of: entity).flatMap { $0.isStored ? $0 : nil }
    if let kind {
      values.append((kind.property, "row.enumeration(at: \(columnNames.count))"))
      columnNames.append(RecordKind.column)
    }
    let string = names.standard("String")
    return TypeDeclaration(
      kind: .extension, name: SwiftName.type(entity.name),
      members: [
        .alias(
          AliasDeclaration(doc: ["What identifies a record."], name: "Key", type: keyType(of: entity))),
        .property(
          PropertyDeclaration(
            doc: ["The entity in the model."], isStatic: true, name: "entityName", type: string,
            value: .computed([.expression(.string(entity.name))]))),
        .property(
          PropertyDeclaration(
            doc: ["The columns, in the order in which they are read."], isStatic: true, name: "columnNames",
            type: "[\(string)]", value: .computed([.expression(.strings(columnNames))]))),
        .function(
          FunctionDeclaration(
            doc: ["Reads a record from a row whose columns are `columnNames`."], name: "init",
            parameters: [.init(label: "row", type: names.runtime("Row"))],
            effects: "throws(\(names.runtime("RowDecodingError")))",
            body: readingBody(values, storesKind: kind != nil))),
        .function(translateWriting(properties, rowIdentifier: rowIdentifier, kind: kind)),
      ])
  }

  /// Passes all values to the memberwise initializer at once. If properties were set one by one, and each may throw, they would
  /// be copied at the end. Only the kind requires assignments.
  private func readingBody(_ values: [(name: String, value: String)], storesKind: Bool) -> [Statement] {
    if storesKind {
      return values.map { name, value in
        .assignment(target: SwiftName.target(name, hiddenBy: ["row"]), value: .source("try \(value)"))
      }
    }
    let arguments = values.map { Expression.Argument(SwiftName.argument($0.name), .source($0.value)) }
    return [.expression(.call(values.isEmpty ? "self.init" : "try self.init", arguments))]
  }

  /// The function that writes a record to a row.
  private func translateWriting(
    _ properties: [RecordProperty], rowIdentifier: String?, kind: RecordKind?
  ) -> FunctionDeclaration {
    let stored =
      (rowIdentifier.map { [$0] } ?? []) + properties.map(\.name) + (kind.map { [$0.property] } ?? [])
    return FunctionDeclaration(
      doc: ["Gives the values of `columnNames`."], name: "func encode",
      parameters: [.init(label: "to encoder", type: "inout \(names.runtime("RowEncoder"))")],
      body: stored.map { name in
        .expression(.source("encoder.encode(\(SwiftName.target(name, hiddenBy: ["encoder"])))"))
      })
  }
}
