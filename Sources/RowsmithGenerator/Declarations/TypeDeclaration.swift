/// A structure, an enumeration, a protocol or an extension.
struct TypeDeclaration: Equatable {
  /// The kind of a type declaration.
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

  /// The comment above it, by line; empty for none.
  var doc: [String] = []
  /// Its visibility.
  var visibility = Visibility.exported
  /// Its kind.
  var kind: Kind
  /// Its name, escaped.
  var name: String
  /// The protocols it conforms to.
  var conformances: [String] = []
  /// Its members, in order.
  var members: [Declaration]
}
