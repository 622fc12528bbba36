/// An expression, in a form that can be broken into lines.
indirect enum Expression: Equatable {
  /// Source text that stays on its line.
  case source(String)
  /// A string literal with this text.
  case string(String)
  /// `a + b`
  case sum([String])
  /// `function(label: value, …)`
  case call(String, [Argument])
  /// `[a, b]`
  case array([Expression])
  /// `["key": value]`
  case dictionary([Entry])

  /// An argument of a call.
  struct Argument: Equatable {
    /// Its label, if any.
    var label: String?
    /// Its value.
    var value: Expression

    /// Creates an argument.
    init(_ label: String? = nil, _ value: Expression) {
      self.label = label
      self.value = value
    }
  }

  /// A key with its value.
  struct Entry: Equatable {
    /// The key.
    var key: Expression
    /// The value.
    var value: Expression
  }

  /// An array of string literals.
  static func strings(_ texts: [String]) -> Expression { .array(texts.map(Expression.string)) }
}
