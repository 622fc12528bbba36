import RowsmithSchema

extension Translator {
  /// The type of an attribute's property.
  func type(of attribute: Schema.Attribute) -> String {
    type(attribute.type) + (attribute.isOptional ? "?" : "")
  }

  /// The type of an attribute's values.
  func type(_ type: Schema.AttributeType) -> String {
    switch type {
    case .scalar(let scalar): self.type(scalar)
    case .array(let scalar): "[\(self.type(scalar))]"
    }
  }

  /// The type of a value.
  func type(_ scalar: Schema.ScalarType) -> String {
    switch scalar {
    case .int: names.standard("Int")
    case .double: names.standard("Double")
    case .bool: names.standard("Bool")
    case .string: names.standard("String")
    case .decimal: names.foundation("Decimal")
    case .date: names.foundation("Date")
    case .uuid: names.foundation("UUID")
    case .url: names.foundation("URL")
    case .data: names.foundation("Data")
    case .json: names.runtime("JSONText")
    case .enumeration(let name), .value(let name): names.model(name)
    }
  }

  /// The type of a to-one relationship's property.
  func type(of relationship: Schema.Relationship) -> String {
    let reference = "\(names.runtime("Reference"))<\(names.model(relationship.target))>"
    return reference + (relationship.isOptional ? "?" : "")
  }
}
