import RowsmithSchema

extension Schema.ScalarType {
  /// The types that every model has, by the names under which models use them.
  private static let named: [(name: String, type: Schema.ScalarType)] = [
    ("Int", .int), ("Double", .double), ("Decimal", .decimal), ("Bool", .bool), ("String", .string),
    ("Date", .date), ("UUID", .uuid), ("URL", .url), ("Data", .data), ("JSON", .json),
  ]

  /// The names of the types that every model has.
  package static var names: [String] { named.map(\.name) }

  /// The type that every model has under that name.
  package init?(named name: String) {
    guard let type = Self.named.first(where: { $0.name == name })?.type else { return nil }
    self = type
  }
}
