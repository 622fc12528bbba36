/// A stored or computed variable.
struct PropertyDeclaration: Equatable {
  /// The kind of the property's value.
  enum Value: Equatable {
    /// Stored, `var`, without an initial value.
    case stored
    /// Stored, `let`, without an initial value.
    case constant
    /// Stored, `let`, with a value that implies its type.
    case initialized(Expression)
    /// Computed.
    case computed([Statement])
  }

  /// The comment above it.
  var doc: [String] = []
  /// Its attributes, one per line.
  var attributes: [String] = []
  /// Its visibility.
  var visibility = Visibility.exported
  /// Whether it is static.
  var isStatic = false
  /// Its name, escaped.
  var name: String
  /// Its type.
  var type: String
  /// The kind of its value.
  var value: Value
}

/// A type alias.
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
