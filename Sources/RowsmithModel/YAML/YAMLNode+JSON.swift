import RowsmithSchema

extension YAMLNode {
  /// The value as JSON without white space; `nil` if it has a number that JSON does not allow.
  var json: String? {
    switch content {
    case .scalar(let scalar): return scalar.json
    case .sequence(let items):
      let parts = items.compactMap(\.json)
      return parts.count == items.count ? "[\(parts.joined(separator: ","))]" : nil
    case .mapping(let entries):
      let parts = entries.compactMap { entry in
        entry.value.json.map { "\(JSONString.quoted(entry.key.value)):\($0)" }
      }
      return parts.count == entries.count ? "{\(parts.joined(separator: ","))}" : nil
    }
  }
}

extension YAMLScalar {
  /// The value as JSON. A number keeps its notation if JSON allows it.
  var json: String? {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .number(let value): value.isFinite ? Self.isJSONNumber(text) ? text : "\(value)" : nil
    case .text(let value): JSONString.quoted(value)
    }
  }

  private static func isJSONNumber(_ text: String) -> Bool {
    text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
  }
}
