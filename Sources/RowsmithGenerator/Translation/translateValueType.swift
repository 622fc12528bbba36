import RowsmithSchema

extension Translator {
  /// The structure of a value of several parts, and the extensions with its parts, its reading and writing.
  func translateValueType(_ type: Schema.ValueType) -> [Declaration] {
    let properties = properties(of: type)
    let structure = TypeDeclaration(
      doc: type.doc.map { [$0] } ?? ["A value of `\(type.name)`."], kind: .structure,
      name: SwiftName.type(type.name), conformances: [names.runtime("ValueGroup")],
      members: properties.map { .property(translateProperty($0)) } + [
        .function(translateValueInitializer(properties))
      ])
    return [
      .type(structure), .type(translateValueNames(type, properties)),
      .type(
        TypeDeclaration(
          kind: .extension, name: SwiftName.type(type.name),
          members: translateValueColumns(properties) + translateValueObject(properties))),
    ]
  }

  /// The properties of a value; a nested value is a group.
  private func properties(of type: Schema.ValueType) -> [RecordProperty] {
    type.attributes.map { attribute in
      guard case .scalar(.value(let inner)) = attribute.type else { return .attribute(attribute) }
      return .group(
        Schema.Group(
          name: attribute.name, type: inner, isOptional: attribute.isOptional,
          importPaths: attribute.importPaths, exportPath: attribute.exportPath, doc: attribute.doc))
    }
  }

  private func translateValueInitializer(_ properties: [RecordProperty]) -> FunctionDeclaration {
    FunctionDeclaration(
      doc: ["Creates a value."], name: "init",
      parameters: properties.map { property in
        .init(
          label: SwiftName.parameter(property.name).declaration, type: type(of: property),
          defaultValue: defaultValue(of: property))
      }, layout: .onePerLine,
      body: properties.map { property in
        .assignment(
          target: "self.\(SwiftName.member(property.name))",
          value: .source(SwiftName.parameter(property.name).use))
      })
  }

  /// The extension with the typed names of the parts.
  private func translateValueNames(
    _ type: Schema.ValueType, _ properties: [RecordProperty]
  ) -> TypeDeclaration {
    let parts = properties.map { property in
      var wrapper = names.runtime("ValueColumn")
      if case .group = property { wrapper = names.runtime("NestedValue") }
      return typedName(
        property.name, "\(wrapper)<\(self.type(of: property))>", function: wrapper,
        arguments: [property.name],
        isStatic: false)
    }
    let create = FunctionDeclaration(doc: ["Names them."], name: "init", body: [])
    return TypeDeclaration(
      kind: .extension, name: SwiftName.type(type.name),
      members: [
        .type(
          TypeDeclaration(
            doc: ["The parts of `\(type.name)`."], kind: .structure, name: "Columns",
            conformances: [names.standard("Sendable")], members: parts + [.function(create)])),
        .property(
          PropertyDeclaration(
            doc: ["The parts, named and typed."], isStatic: true, name: "columns", type: "Columns",
            value: .computed([.expression(.source("Columns()"))]))),
      ])
  }

  /// The functions that read a value from columns and write it to them.
  private func translateValueColumns(_ properties: [RecordProperty]) -> [Declaration] {
    var body: [Statement] = []
    var offset = 0
    for property in properties {
      let index = offset == 0 ? "index" : "index + \(offset)"
      body.append(
        .assignment(
          target: SwiftName.target(property.name, hiddenBy: ["row", "index"]),
          value: .source("try \(read(property, at: index))")))
      offset += columns(of: property).count
    }
    return [
      .property(
        PropertyDeclaration(
          doc: [
            "What the columns are called after the name of the value, in the order in which they are read."
          ],
          isStatic: true, name: "columnNames", type: "[\(names.standard("String"))]",
          value: .computed([.expression(.strings(properties.flatMap(columns)))]))),
      .function(
        FunctionDeclaration(
          doc: ["Reads a value from the columns that start at the index."], name: "init",
          parameters: [
            .init(label: "row", type: names.runtime("Row")),
            .init(label: "at index", type: names.standard("Int")),
          ], effects: "throws(\(names.runtime("RowDecodingError")))", body: body)),
      .function(
        FunctionDeclaration(
          doc: ["Gives the values of `columnNames`."], name: "func encode",
          parameters: [.init(label: "to encoder", type: "inout \(names.runtime("RowEncoder"))")],
          body: properties.map { property in
            .expression(
              .source("encoder.encode(\(SwiftName.target(property.name, hiddenBy: ["encoder"])))"))
          })),
    ]
  }

  /// The functions that read and write a value in a list.
  private func translateValueObject(_ properties: [RecordProperty]) -> [Declaration] {
    [
      .function(
        FunctionDeclaration(
          doc: ["Reads a value from an item of a list."], name: "init",
          parameters: [.init(label: "object", type: names.runtime("ValueObject"))],
          effects: "throws(\(names.runtime("ValueObjectError")))",
          body: properties.map { property in
            let function = type(of: property).hasSuffix("?") ? "optionalValue" : "value"
            return .assignment(
              target: SwiftName.target(property.name, hiddenBy: ["object"]),
              value: .source("try object.\(function)(\(StringLiteral.source(property.name)))"))
          })),
      .function(
        FunctionDeclaration(
          doc: ["Gives the members of the item of a list."], name: "func encode",
          parameters: [.init(label: "to object", type: "inout \(names.runtime("ValueObject"))")],
          body: properties.map { property in
            let value = SwiftName.target(property.name, hiddenBy: ["object"])
            return .expression(
              .source("object.encode(\(StringLiteral.source(property.name)), \(value))"))
          })),
    ]
  }
}
