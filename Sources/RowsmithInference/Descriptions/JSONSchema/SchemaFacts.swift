/// What a schema says once references, `allOf` and null are out of the way.
struct SchemaFacts {
  /// Where it stands behind its references: two members with one place have one type.
  var place: SchemaPlace
  /// What its values may be, without null: `string`, `object`. Empty where the schema does not say.
  var types: [String] = []
  var isNullable = false
  var format: String?
  var title: String?
  var description: String?
  var defaultValue: DescriptionValue?
  /// The values that are allowed, without null; nil where any are.
  var allowed: [DescriptionValue]?
  var properties: [Property] = []
  /// The keys that must be there, of whatever part they are.
  var required: Set<String> = []
  /// What the keys hold that are not listed; nil where the schema does not say.
  var additional: SchemaNode?
  var items: SchemaNode?
  /// One of these, where there are several.
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
    /// The keys of the objects that it stands in, for a member that is lifted out of them.
    var outer: [String] = []
  }

  /// What tells variants apart.
  struct Discriminator: Equatable {
    var key: String
    /// Values with the references that they stand for.
    var mapping: [String: String]
  }

  /// Whether its values are objects with known keys.
  var isObject: Bool {
    !properties.isEmpty && (types.isEmpty || types == ["object"])
  }

  /// The property of a key.
  func property(_ key: String) -> Property? { properties.first { $0.key == key } }
}
