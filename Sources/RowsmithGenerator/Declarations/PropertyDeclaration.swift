/// A stored or computed variable.
struct PropertyDeclaration: Equatable {
  /// What gives the value.
  enum Value: Equatable {
    /// It is stored, `var`, without an initial value.
    case stored
    /// It is stored once, `let`, without an initial value.
    case constant
    /// It is stored once, `let`, with a value that says its type.
    case initialized(Expression)
    /// It is computed.
    case computed([Statement])
  }

  /// The comment above it.
  var doc: [String] = []
  /// What the compiler is told of it, each on a line.
  var attributes: [String] = []
  /// Who can see it.
  var visibility = Visibility.exported
  /// Whether it belongs to the type.
  var isStatic = false
  /// Its name, escaped.
  var name: String
  /// Its type.
  var type: String
  /// What gives the value.
  var value: Value
}

/// Another name for a type.
struct AliasDeclaration: Equatable {
  /// The comment above it.
  var doc: [String] = []
  /// The new name.
  var name: String
  /// The type.
  var type: String
}

/// A case of an enumeration.
struct EnumCaseDeclaration: Equatable {
  /// The comment above it.
  var doc: [String] = []
  /// Its name, escaped.
  var name: String
  /// The types of its associated values.
  var payload: [String] = []
}
