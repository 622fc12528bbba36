// Most members of most models are read from plain keys and written under the first of them. With these initializers,
// generated code, which has thousands of them, is shorter to read and compiles several times as fast.

extension Schema.Attribute {
  /// Creates an attribute that is read from the first of the keys that is present, and written under the first.
  ///
  /// - Parameters:
  ///   - name: the name of the attribute.
  ///   - type: the type of its values.
  ///   - isOptional: whether the column may be NULL.
  ///   - keys: JSON keys, at least one.
  ///   - dateFormats: how the JSON writes dates.
  public init(
    name: String, type: Schema.AttributeType, isOptional: Bool = false, keys: [String],
    dateFormats: [DateFormat] = []
  ) {
    self.init(
      name: name, type: type, isOptional: isOptional, importPaths: keys.map(Schema.ImportPath.key),
      exportPath: Array(keys.prefix(1)), dateFormats: dateFormats)
  }
}

extension Schema.Attribute {
  /// An attribute with a value in every record, read from and written under its own name.
  public static func required(_ name: String, _ type: Schema.ScalarType) -> Self {
    Self(name: name, type: .scalar(type), keys: [name])
  }

  /// An attribute with a value in every record.
  ///
  /// - Parameters:
  ///   - name: the name of the attribute.
  ///   - type: the type of its values.
  ///   - key: the JSON key from which it is read and under which it is written.
  ///   - dates: how the JSON writes dates.
  public static func required(
    _ name: String, _ type: Schema.ScalarType, key: String, dates: [DateFormat] = []
  ) -> Self {
    Self(name: name, type: .scalar(type), keys: [key], dateFormats: dates)
  }

  /// An attribute that may have no value, read from and written under its own name.
  public static func optional(_ name: String, _ type: Schema.ScalarType) -> Self {
    Self(name: name, type: .scalar(type), isOptional: true, keys: [name])
  }

  /// An attribute that may have no value.
  ///
  /// - Parameters:
  ///   - name: the name of the attribute.
  ///   - type: the type of its values.
  ///   - key: the JSON key from which it is read and under which it is written.
  ///   - dates: how the JSON writes dates.
  public static func optional(
    _ name: String, _ type: Schema.ScalarType, key: String, dates: [DateFormat] = []
  ) -> Self {
    Self(name: name, type: .scalar(type), isOptional: true, keys: [key], dateFormats: dates)
  }
}

extension Schema.Relationship {
  /// Creates an optional relationship that is read from the first of the keys that is present, and written under
  /// the first.
  ///
  /// - Parameters:
  ///   - name: the name of the relationship.
  ///   - target: the entity at the other end.
  ///   - cardinality: how many records it leads to.
  ///   - keys: JSON keys of embedded objects or keys, at least one.
  ///   - foreignKeys: JSON keys of keys only.
  ///   - mergePolicy: what an import does to related records.
  ///   - inverse: the relationship of the target that points back.
  public init(
    name: String, target: String, cardinality: Schema.Cardinality, keys: [String], foreignKeys: [String],
    mergePolicy: Schema.MergePolicy, inverse: String?
  ) {
    self.init(
      name: name, target: target, cardinality: cardinality, importPaths: keys.map(Schema.ImportPath.key),
      foreignKeyPaths: foreignKeys.map(Schema.ImportPath.key), exportPath: Array(keys.prefix(1)),
      mergePolicy: mergePolicy, inverse: inverse)
  }
}
