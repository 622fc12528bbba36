import RowsmithSchema

/// What the engine knows of one attribute of an entity.
final class AttributePlan {
  let schema: Schema.Attribute
  let slot: Int
  let converter: ValueConverter
  /// `Album.status`.
  let qualifiedName: String

  init(schema: Schema.Attribute, entityName: String, slot: Int, converter: ValueConverter) {
    self.schema = schema
    self.slot = slot
    self.converter = converter
    qualifiedName = "\(entityName).\(schema.name)"
  }
}
