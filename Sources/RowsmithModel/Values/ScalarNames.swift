import RowsmithSchema

extension Schema.ScalarType {
  /// The built-in types, by their names in models.
  private static let named: [(name: String, type: Schema.ScalarType)] = [
    ("Int", .int), ("Double", .double), ("Decimal", .decimal), ("Bool", .bool), ("String", .string),
    ("Date", .date), ("UUID", .uuid), ("URL", .url), ("Data", .data), ("JSON", .json),
  ]

  /// The names of the built-in types.
  package static var names: [String] { named.map(\.name) }

  /// The built-in type with this name; `nil` if there is none.
  package init?(named name: String) {
    guard let type = Self.named.first(where: { $0.name == name })?.type else { return nil }
    self = type
  }
}
