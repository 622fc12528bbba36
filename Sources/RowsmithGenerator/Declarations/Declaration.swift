/// A Swift declaration; only the parts of the language that generated code needs.
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

/// The visibility of a declaration.
enum Visibility: Equatable {
  /// The access level of the options.
  case exported
  /// Visible in its file.
  case `private`
  /// The visibility of its context, such as a protocol or an extension.
  case inherited
}
