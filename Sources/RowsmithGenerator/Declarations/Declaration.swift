/// One Swift declaration: as much of the language as generated code needs.
enum Declaration: Equatable {
  /// A type, or an extension of one.
  case type(TypeDeclaration)
  /// A type alias.
  case alias(AliasDeclaration)
  /// A variable.
  case property(PropertyDeclaration)
  /// A function or an initializer.
  case function(FunctionDeclaration)
  /// A case of an enumeration.
  case enumCase(EnumCaseDeclaration)
}

/// How widely a declaration can be seen.
enum Visibility: Equatable {
  /// As the options say.
  case exported
  /// In its file.
  case `private`
  /// As its surroundings: a requirement of a protocol, an extension.
  case inherited
}
