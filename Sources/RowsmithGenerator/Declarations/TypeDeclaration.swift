/// A structure, an enumeration, a protocol or an extension.
struct TypeDeclaration: Equatable {
  /// What is declared.
  enum Kind: String {
    /// A structure.
    case structure = "struct"
    /// An enumeration.
    case enumeration = "enum"
    /// A protocol.
    case `protocol`
    /// An extension.
    case `extension`
  }

  /// The comment above it, a line each; empty for none.
  var doc: [String] = []
  /// Who can see it.
  var visibility = Visibility.exported
  /// What is declared.
  var kind: Kind
  /// Its name, escaped.
  var name: String
  /// What it conforms to.
  var conformances: [String] = []
  /// Its members, in order.
  var members: [Declaration]
}
