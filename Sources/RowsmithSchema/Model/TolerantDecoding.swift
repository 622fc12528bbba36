// A database keeps the schema that made it. What a later version adds to a model, an earlier one has not written: a part
// that is lacking says nothing. The conformances that the compiler derives for the parts of a schema call these.
//
// So a new part is an optional, a list, a Boolean that is false while nothing uses it, or an enumeration with a value for
// that; `OmittedWhenEmpty` is for parts that are not written either while nothing uses them.

/// An enumeration that has a value for where nothing is said.
protocol SpokenForWhenLacking {
  /// The value where nothing is said.
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
