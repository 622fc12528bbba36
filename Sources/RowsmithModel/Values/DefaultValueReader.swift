import RowsmithSchema

/// Converts the `default` of an attribute to a stored value.
struct DefaultValueReader {
  /// The attribute's type.
  var type: Schema.AttributeType
  /// The attribute's date formats.
  var dateFormats: [DateFormat]
  /// The values of the attribute's enumeration, if it has one.
  var listed: [String]

  /// Why a default is invalid.
  enum Problem: Error {
    /// It has the wrong type.
    case expected(String)
    /// The enumeration does not list it.
    case unlisted(String)
  }

  /// Reads a default that is not null.
  func value(_ node: YAMLNode) throws(Problem) -> StoredValue {
    switch type {
    case .scalar(.json):
      guard let json = node.json else { throw .expected("a value that JSON can hold") }
      return .text(json)
    case .scalar(let scalar): return try value(node, scalar)
    case .array(.value):
      guard node.items?.isEmpty == true else {
        throw .expected("[]: a model cannot give another list of values")
      }
      return .text("[]")
    case .array(let scalar):
      guard let items = node.items else { throw .expected("a list") }
      var parts: [String] = []
      for item in items { parts.append(try json(item, scalar)) }
      return .text("[\(parts.joined(separator: ","))]")
    }
  }

  private func value(_ node: YAMLNode, _ type: Schema.ScalarType) throws(Problem) -> StoredValue {
    let expected = Problem.expected(Self.description(of: type))
    guard let scalar = node.scalar else { throw expected }
    switch (type, scalar.value) {
    case (.int, .integer(let value)): return .integer(value)
    case (.int, .number):
      // From the text: a Double may not be exactly what the model says.
      let whole = ValueText.decimal(scalar.text).flatMap(Self.whole)
      return .integer(try unwrap(whole, expected))
    case (.double, .integer(let value)): return .real(Double(value))
    case (.double, .number(let value)) where value.isFinite: return .real(value)
    case (.bool, .bool(let value)): return .integer(value ? 1 : 0)
    case (.string, .text(let text)): return .text(text)
    case (.enumeration, _):
      guard scalar.value != .null || !scalar.isPlain else { throw expected }
      guard listed.contains(scalar.text) else { throw .unlisted(scalar.text) }
      return .text(scalar.text)
    case (.decimal, .null), (.decimal, .bool): throw expected
    case (.decimal, _): return .text(try unwrap(ValueText.decimal(scalar.text), expected))
    case (.date, .null), (.date, .bool): throw expected
    case (.date, .text(let text)):
      return .text(try unwrap(ValueText.date(text, isNumber: false, formats: dateFormats), expected))
    case (.date, _):
      return .text(try unwrap(ValueText.date(scalar.text, isNumber: true, formats: dateFormats), expected))
    case (.uuid, .text(let text)): return .text(try unwrap(ValueText.uuid(text), expected))
    case (.url, .text(let text)): return .text(try unwrap(ValueText.url(text), expected))
    case (.data, .text(let text)): return .blob(try unwrap(ValueText.bytes(base64: text), expected))
    default: throw expected
    }
  }

  /// An item of an array, in JSON, the stored form of arrays.
  private func json(_ node: YAMLNode, _ type: Schema.ScalarType) throws(Problem) -> String {
    let value: StoredValue
    do { value = try self.value(node, type) } catch {
      if case .expected(let what) = error { throw .expected("a list in which every item is \(what)") }
      throw error
    }
    switch (type, value) {
    case (.bool, .integer(let value)): return value == 0 ? "false" : "true"
    case (_, .integer(let value)): return "\(value)"
    // As an import writes it, so that the same value in JSON is no change.
    case (_, .real(let value)): return "\(value)"
    case (_, .text(let text)): return JSONString.quoted(text)
    case (_, .blob): return JSONString.quoted(node.scalar?.text ?? "")
    case (_, .null): return "null"
    }
  }

  /// The whole number that a decimal number is.
  private static func whole(_ decimal: String) -> Int64? {
    let parts = decimal.split(separator: ".")
    return parts.dropFirst().allSatisfy { $0.allSatisfy { $0 == "0" } }
      ? parts.first.flatMap { Int64($0) } : nil
  }

  private func unwrap<Value>(_ value: Value?, _ problem: Problem) throws(Problem) -> Value {
    guard let value else { throw problem }
    return value
  }

  private static func description(of type: Schema.ScalarType) -> String {
    switch type {
    case .int: "a whole number"
    case .double: "a number"
    case .decimal: "a decimal number"
    case .bool: "true or false"
    case .string: "text (in quotes where it looks like something else)"
    case .date: "a date in the attribute's DateFormat or in ISO 8601"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .data: "base64 text"
    case .json: "a value that JSON can hold"
    case .enumeration(let name): "a value of '\(name)'"
    case .value(let name): "a value of '\(name)', which a model cannot give"
    }
  }
}
