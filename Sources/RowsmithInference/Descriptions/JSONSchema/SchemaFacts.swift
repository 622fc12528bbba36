/// The facts of a schema, with references, `allOf` and null resolved.
struct SchemaFacts {
  /// The place after following references: two members with the same place have the same type.
  var place: SchemaPlace
  /// The allowed types, without null: `string`, `object`. Empty if the schema does not restrict them.
  var types: [String] = []
  var isNullable = false
  var format: String?
  var title: String?
  var description: String?
  var defaultValue: DescriptionValue?
  /// The allowed values, without null; `nil` if there is no list.
  var allowed: [DescriptionValue]?
  var properties: [Property] = []
  /// The required keys, from all parts.
  var required: Set<String> = []
  /// The schema of unlisted keys; `nil` if there is none.
  var additional: SchemaNode?
  var items: SchemaNode?
  /// The alternatives of a union.
  var variants: [SchemaNode] = []
  var discriminator: Discriminator?
  /// The schemas that `allOf` refers to.
  var parents: [SchemaPlace] = []
  /// The key that an extension names, or that several schemas share by convention.
  var keyHint: [String] = []
  var isReadOnly = false
  var isWriteOnly = false
  var isDeprecated = false
  var hasMoney = false
  /// The bounds of numbers, as far as a Double shows them.
  var least: Double?
  var greatest: Double?

  /// A member of an object.
  struct Property {
    var key: String
    var schema: SchemaNode
    var isRequired: Bool
    /// The keys of the objects around it, for a lifted member.
    var outer: [String] = []
  }

  /// The key that distinguishes variants.
  struct Discriminator: Equatable {
    var key: String
    /// The references for the values.
    var mapping: [String: String]
  }

  /// Whether the values are objects with known keys.
  var isObject: Bool {
    !properties.isEmpty && (types.isEmpty || types == ["object"])
  }

  /// Whether whole numbers of the schema may exceed the 64 bits of an Int.
  var exceedsInt: Bool {
    if let allowed {
      return allowed.contains { value in
        guard case .number(let text) = value, Int64(text) == nil else { return false }
        return Double(text).map { Int64(exactly: $0) == nil && $0.rounded() == $0 } ?? false
      }
    }
    let isFormatWide = ["uint64", "uint128", "int128"].contains(format ?? "")
    return Self.isWide(least) || Self.isWide(greatest) || isFormatWide && greatest == nil
  }

  /// Whether a bound admits numbers that an Int cannot hold. Many tools write the bounds of Int rounded to a Double, and
  /// that of a Double where there is none.
  private static func isWide(_ bound: Double?) -> Bool {
    bound.map { abs($0) > 0x1p63 && abs($0) < 1e38 } ?? false
  }

  /// The property of a key.
  func property(_ key: String) -> Property? { properties.first { $0.key == key } }
}
