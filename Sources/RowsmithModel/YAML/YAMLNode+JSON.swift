extension YAMLNode {
  /// The value as JSON without white space; nil where JSON has no such number.
  var json: String? {
    switch content {
    case .scalar(let scalar): return scalar.json
    case .sequence(let items):
      let parts = items.compactMap(\.json)
      return parts.count == items.count ? "[\(parts.joined(separator: ","))]" : nil
    case .mapping(let entries):
      let parts = entries.compactMap { entry in
        entry.value.json.map { "\(YAMLScalar.quoted(entry.key.value)):\($0)" }
      }
      return parts.count == entries.count ? "{\(parts.joined(separator: ","))}" : nil
    }
  }
}

extension YAMLScalar {
  /// The value as JSON; a number keeps its spelling where JSON has it too.
  var json: String? {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .number(let value): value.isFinite ? Self.isJSONNumber(text) ? text : "\(value)" : nil
    case .text(let value): Self.quoted(value)
    }
  }

  /// A text as a JSON string.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func isJSONNumber(_ text: String) -> Bool {
    text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
  }
}
