/// An option with a value, declared once for parsing, help and the type of the value.
struct Option<Value: Sendable>: Sendable {
  let declaration: OptionDeclaration
  /// Parses a value. Its error tells what was expected.
  let read: @Sendable (String) throws(UsageError) -> Value

  init(
    _ name: String, _ placeholder: String, _ help: String, need: OptionDeclaration.Need = .optional,
    isRepeatable: Bool = false, read: @escaping @Sendable (String) throws(UsageError) -> Value
  ) {
    declaration = OptionDeclaration(
      name: name, placeholder: placeholder, help: help, need: need, isRepeatable: isRepeatable)
    self.read = read
  }
}

extension Option where Value == String {
  /// An option with a text value.
  init(
    _ name: String, _ placeholder: String, _ help: String, need: OptionDeclaration.Need = .optional,
    isRepeatable: Bool = false
  ) {
    self.init(name, placeholder, help, need: need, isRepeatable: isRepeatable) { $0 }
  }
}

extension Option where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// An option whose value is one of several words.
  init(_ name: String, _ help: String) {
    let words = Value.allCases.map(\.rawValue)
    self.init(name, words.joined(separator: "|"), help) { text throws(UsageError) in
      if let value = Value(rawValue: text) { return value }
      throw UsageError(
        "expected \(words.joined(separator: ", ")) after --\(name), found '\(text)'",
        suggestion: Spelling.nearest(to: text, in: words))
    }
  }
}

/// An option without a value.
struct Flag: Sendable {
  let declaration: OptionDeclaration

  init(_ name: String, _ help: String) {
    declaration = OptionDeclaration(
      name: name, placeholder: nil, help: help, need: .optional, isRepeatable: false)
  }
}

/// The declaration of an option, for the parser and the help.
struct OptionDeclaration: Sendable {
  /// Whether an option is required.
  enum Need: Sendable, Hashable {
    case optional
    case required
    /// One option of the group is used; whether it can be left out depends on other options.
    case oneOf(String)
  }

  /// The name, without the dashes.
  let name: String
  /// The placeholder of the value in the help; `nil` if the option has no value.
  let placeholder: String?
  let help: String
  let need: Need
  let isRepeatable: Bool

  /// The spelling in the help: `--model MODEL`.
  var spelling: String { "--\(name)" + (placeholder.map { " \($0)" } ?? "") }
}
