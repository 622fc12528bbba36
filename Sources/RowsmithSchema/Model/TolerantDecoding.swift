// A database keeps the schema that made it, which may be from an earlier version and lack parts that a later one has added.
// Missing parts get a neutral value. Called by the conformances that the compiler derives for the parts of a schema.
//
// So a new part must be an optional, a list, a Boolean that is `false` while unused, or an enumeration with a value for that.
// `OmittedWhenEmpty` is for parts that are also not written while unused.

/// An enumeration with a value for a missing part.
protocol SpokenForWhenLacking {
  /// The value if the part is missing.
  static var whenLacking: Self { get }
}

extension Schema.MergePolicy: SpokenForWhenLacking {
  static var whenLacking: Schema.MergePolicy { .replace }
}

extension Schema.DeleteRule: SpokenForWhenLacking {
  static var whenLacking: Schema.DeleteRule { .nullify }
}

extension Schema.Prune: SpokenForWhenLacking {
  static var whenLacking: Schema.Prune { .unlink }
}

extension KeyedDecodingContainer {
  func decode<Element: Decodable>(_ type: [Element].Type, forKey key: Key) throws -> [Element] {
    try decodeIfPresent(type, forKey: key) ?? []
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decodeIfPresent(type, forKey: key) ?? false
  }

  func decode<Value: SpokenForWhenLacking & Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decodeIfPresent(type, forKey: key) ?? .whenLacking
  }
}
