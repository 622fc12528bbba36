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

  /// The property of a key.
  func property(_ key: String) -> Property? { properties.first { $0.key == key } }
}
