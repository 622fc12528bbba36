/// A column that a model defines for the table of a family: its name, and what it holds.
///
/// Column names are part of the model language, so they must be known where a model is checked. The runtime declares the
/// columns in SQL (`Layout`).
package struct StoredColumn: Sendable, Hashable {
  /// The name of the column.
  package var name: String
  /// The type of its values; for a part of a key, the type of the attribute that the key ends at.
  package var type: Schema.AttributeType
  /// Whether every row has a value in it.
  package var isRequired: Bool
  /// The value of a row that is inserted without one.
  package var defaultValue: StoredValue?
  /// The part of the model that it holds.
  package var source: ColumnSource

  init(
    name: String, type: Schema.AttributeType, isRequired: Bool = false, defaultValue: StoredValue? = nil,
    source: ColumnSource
  ) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.defaultValue = defaultValue
    self.source = source
  }

  init(attribute: Schema.Attribute, of entity: String, isRequired: Bool) {
    self.init(
      name: attribute.name, type: attribute.type, isRequired: isRequired,
      defaultValue: attribute.defaultValue,
      source: .attribute(entity: entity, name: attribute.name))
  }

  /// The key of a record whose entity declares none.
  static let rowIdentifier = StoredColumn(
    name: "_rowsmith_id", type: .scalar(.int), isRequired: true, source: .rowIdentifier)

  /// The entity of a record in a family.
  static let entityName = StoredColumn(
    name: "entityName", type: .scalar(.string), isRequired: true, source: .entityName)
}

/// What a column holds.
package enum ColumnSource: Sendable, Hashable {
  /// An attribute of the entity that declares it.
  case attribute(entity: String, name: String)
  /// A to-one relationship of the entity that declares it: one part of the target's key.
  case relationship(entity: String, name: String, part: Int)
  /// The position of the record in an ordered to-many relationship of the entity at the other end.
  case position(entity: String, relationship: String)
  /// The entity of the record in the family.
  case entityName
  /// The key of a record whose entity declares none.
  case rowIdentifier
}
