/// The parsed arguments of a command.
struct ParsedArguments: Sendable {
  var operands: [String] = []
  /// The values of the given options, by name; a flag has an empty text.
  var values: [String: [String]] = [:]

  /// The value of an option; `nil` if it is not given.
  subscript<Value>(_ option: Option<Value>) -> Value? {
    get throws(UsageError) {
      guard let text = values[option.declaration.name]?.last else { return nil }
      return try option.read(text)
    }
  }

  /// Whether a flag is given.
  subscript(_ flag: Flag) -> Bool { values[flag.declaration.name] != nil }

  /// The values of an option that may be repeated.
  func all<Value>(_ option: Option<Value>) throws(UsageError) -> [Value] {
    var read: [Value] = []
    for text in values[option.declaration.name] ?? [] { read.append(try option.read(text)) }
    return read
  }

  /// The value of a required option.
  func require<Value>(_ option: Option<Value>) throws(UsageError) -> Value {
    guard let value = try self[option] else { throw UsageError("--\(option.declaration.name) is missing") }
    return value
  }
}
