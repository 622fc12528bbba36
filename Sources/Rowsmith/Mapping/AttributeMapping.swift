import RowsmithSchema

/// How one attribute of an entity is mapped.
final class AttributeMapping {
  let schema: Schema.Attribute
  let slot: Int
  let converter: ValueConverter
  /// Reads the value from a key of a JSON object, which is always text.
  let mapKeyConverter: ValueConverter
  /// Reads the value as the key of a record that a relationship leads to.
  let referenceConverter: ValueConverter
  /// `Album.status`.
  let qualifiedName: String

  init(
    schema: Schema.Attribute, entityName: String, slot: Int, isKey: Bool, enumeration: Schema.Enumeration?,
    transform: AttributeTransform?, values: ValueReader? = nil
  ) throws {
    self.schema = schema
    self.slot = slot
    converter = try ValueConverter(
      schema, of: entityName, isKey: isKey, enumeration: enumeration, transform: transform,
      values: values)
    var coerced = schema
    coerced.coerces = true
    mapKeyConverter = try ValueConverter(
      coerced, of: entityName, isKey: isKey, enumeration: enumeration, transform: transform,
      values: values)
    referenceConverter =
      isKey
      ? try ValueConverter(
        schema, of: entityName, isKey: true, isReference: true, enumeration: enumeration,
        transform: transform, values: values)
      : converter
    qualifiedName = "\(entityName).\(schema.name)"
  }
}
