import RowsmithSchema

extension Translator {
  /// The code that reads a property from a row: `row.optionalInt(at: 3)`. The property's type determines the enumeration or
  /// entity.
  func read(_ property: RecordProperty, at index: String) -> String {
    switch property {
    case .group(let group): "row.\(group.isOptional ? "optionalGroup" : "group")(at: \(index))"
    case .reference(let relationship):
      "row.\(relationship.isOptional ? "optionalReference" : "reference")(at: \(index))"
    case .choice(let choice): "row.\(choice.isRequired ? "choice" : "optionalChoice")(at: \(index))"
    case .attribute(let attribute):
      "row.\(reader(of: attribute.type, isOptional: attribute.isOptional))(at: \(index))"
    }
  }

  private func reader(of type: Schema.AttributeType, isOptional: Bool) -> String {
    switch type {
    case .array: isOptional ? "optionalArray" : "array"
    case .scalar(.enumeration): isOptional ? "optionalEnumeration" : "enumeration"
    case .scalar(.int): isOptional ? "optionalInt" : "int"
    case .scalar(.double): isOptional ? "optionalDouble" : "double"
    case .scalar(.decimal): isOptional ? "optionalDecimal" : "decimal"
    case .scalar(.bool): isOptional ? "optionalBool" : "bool"
    case .scalar(.string): isOptional ? "optionalString" : "string"
    case .scalar(.date): isOptional ? "optionalDate" : "date"
    case .scalar(.uuid): isOptional ? "optionalUUID" : "uuid"
    case .scalar(.url): isOptional ? "optionalURL" : "url"
    case .scalar(.data): isOptional ? "optionalData" : "data"
    case .scalar(.json): isOptional ? "optionalJSON" : "json"
    case .scalar(.value): isOptional ? "optionalGroup" : "group"
    }
  }
}
