/// Words that need backticks as names.
enum SwiftKeyword {
  /// Words that begin an accessor where they are the first of a computed property.
  static let accessors: Set<String> = [
    "_modify", "_read", "borrow", "didSet", "get", "mutate", "set", "unsafeAddress", "unsafeMutableAddress",
    "willSet",
  ]

  /// Words that cannot be the name of a variable, a case or a type.
  static let reserved: Set<String> = [
    "Any", "Protocol", "Self", "Type", "_", "as", "associatedtype", "await", "break", "case", "catch",
    "class",
    "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "nonisolated",
    "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
    "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Words that begin a type or, behind an arrow, are no result, so that they cannot be the name of a type.
  static let typeModifiers: Set<String> = [
    "any", "async", "borrowing", "consuming", "each", "isolated", "sending", "some",
  ]

  /// Words that are special even after a dot.
  static let reservedAsMember: Set<String> = ["Protocol", "Type", "_", "init", "self"]

  /// Words that cannot be an argument label in a call.
  static let reservedAsArgument: Set<String> = ["_", "inout"]

  /// Words that cannot be an argument label in a declaration.
  static let reservedAsLabel: Set<String> = ["_", "inout", "let", "var"]
}
