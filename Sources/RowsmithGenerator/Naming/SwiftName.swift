/// Escapes and converts names of a model for Swift.
enum SwiftName {
  /// The name in a declaration or on its own.
  static func identifier(_ name: String) -> String {
    SwiftKeyword.reserved.contains(name) || !isPlain(name) ? "`\(name)`" : name
  }

  /// The name of a type, in a declaration or on its own.
  static func type(_ name: String) -> String {
    SwiftKeyword.typeModifiers.contains(name) || SwiftKeyword.accessors.contains(name)
      ? "`\(name)`" : identifier(name)
  }

  /// The name after a dot.
  static func member(_ name: String) -> String {
    SwiftKeyword.reservedAsMember.contains(name) || !isPlain(name) ? "`\(name)`" : name
  }

  /// The name as a parameter: one word for label and name, or two if the name would hide `self`.
  static func parameter(_ name: String) -> (declaration: String, use: String) {
    if name == "self" { return ("self selfValue", "selfValue") }
    return (label(name), identifier(name))
  }

  /// The name with its first letter in lowercase: `Album` → `album`, `URLSession` → `urlSession`.
  static func lowerFirst(_ name: String) -> String {
    let capitals = name.prefix { $0.isUppercase }
    // The last of several capitals begins the next word, unless nothing follows.
    let count = capitals.count > 1 && capitals.endIndex < name.endIndex ? capitals.count - 1 : capitals.count
    return name.prefix(count).lowercased() + name.dropFirst(count)
  }

  /// The name with its first letter in uppercase.
  static func upperFirst(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  /// Whether the name is a Swift identifier without backticks.
  static func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first else { return false }
    return (first == "_" || first.properties.isXIDStart)
      && name.unicodeScalars.dropFirst().allSatisfy { $0.properties.isXIDContinue }
  }
}

extension SwiftName {
  /// The name as an argument label in a call.
  static func argument(_ name: String) -> String {
    SwiftKeyword.reservedAsArgument.contains(name) || !isPlain(name) ? "`\(name)`" : name
  }

  /// The name as an argument label in a declaration.
  static func label(_ name: String) -> String {
    SwiftKeyword.reservedAsLabel.contains(name) || !isPlain(name) ? "`\(name)`" : name
  }

  /// The property as the target of an assignment in its own type, where a parameter may hide it.
  static func target(_ property: String, hiddenBy parameters: Set<String>) -> String {
    parameters.contains(property) || identifier(property) != property ? "self.\(member(property))" : property
  }

  /// The value of the property in its own type.
  static func value(of property: String) -> String {
    property == "self" || SwiftKeyword.accessors.contains(property)
      ? "self.\(member(property))" : identifier(property)
  }
}
