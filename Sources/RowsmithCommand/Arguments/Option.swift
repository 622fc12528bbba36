/// An option that takes a value, declared once: for parsing, for the help, and for the type of its value.
struct Option<Value: Sendable>: Sendable {
  let declaration: OptionDeclaration
  /// Reads a value; what it throws says what was expected.
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
  /// An option whose value is text.
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

/// What the parser and the help know of an option.
struct OptionDeclaration: Sendable {
  /// Whether a command can do without an option.
  enum Need: Sendable, Hashable {
    case optional
    case required
    /// One option of the group is needed.
    case oneOf(String)
  }

  /// The name, without the dashes.
  let name: String
  /// What stands for the value in the help; nil where the option takes none.
  let placeholder: String?
  let help: String
  let need: Need
  let isRepeatable: Bool

  /// `--model MODEL`.
  var spelling: String { "--\(name)" + (placeholder.map { " \($0)" } ?? "") }
}
