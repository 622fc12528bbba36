extension Schema.AttributeType {
  /// The type as a model writes it.
  package var spelling: String {
    switch self {
    case .scalar(let type): type.spelling
    case .array(let type): "[\(type.spelling)]"
    }
  }
}

extension Schema.ScalarType {
  /// The type as a model writes it.
  package var spelling: String {
    switch self {
    case .int: "Int"
    case .double: "Double"
    case .decimal: "Decimal"
    case .bool: "Bool"
    case .string: "String"
    case .date: "Date"
    case .uuid: "UUID"
    case .url: "URL"
    case .data: "Data"
    case .json: "JSON"
    case .enumeration(let name), .value(let name): name
    }
  }
}
