import RowsmithSchema

extension Translator {
  /// Reads an attribute from a row: `row.optionalInt(at: 3)`.
  func read(_ attribute: Schema.Attribute, at index: String) -> String {
    let reader: (name: String, argument: String?) =
      switch attribute.type {
      case .array(let scalar): ("array", "of: \(type(scalar)).self")
      case .scalar(.enumeration(let name)): ("enumeration", "\(names.model(name)).self")
      case .scalar(.int): ("int", nil)
      case .scalar(.double): ("double", nil)
      case .scalar(.decimal): ("decimal", nil)
      case .scalar(.bool): ("bool", nil)
      case .scalar(.string): ("string", nil)
      case .scalar(.date): ("date", nil)
      case .scalar(.uuid): ("uuid", nil)
      case .scalar(.url): ("url", nil)
      case .scalar(.data): ("data", nil)
      case .scalar(.json): ("json", nil)
      }
    return read(reader.name, reader.argument, isOptional: attribute.isOptional, at: index)
  }

  /// Reads a to-one relationship from a row: `row.optionalReference(to: Band.self, at: 3)`.
  func read(_ relationship: Schema.Relationship, at index: String) -> String {
    read(
      "reference", "to: \(names.model(relationship.target)).self", isOptional: relationship.isOptional, at: index)
  }

  private func read(_ name: String, _ argument: String?, isOptional: Bool, at index: String) -> String {
    let acronyms = ["uuid": "UUID", "url": "URL", "json": "JSON"]
    let reader = isOptional ? "optional" + (acronyms[name] ?? SwiftName.upperFirst(name)) : name
    return "row.\(reader)(\(argument.map { "\($0), " } ?? "")at: \(index))"
  }
}
