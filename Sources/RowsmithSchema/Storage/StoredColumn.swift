/// A column that a model gives the table of a family: its name, and what of the model it holds.
///
/// Names of columns are part of the language, so that they are known where a model is checked. How a column is declared
/// in SQL is the runtime's (`Layout`).
package struct StoredColumn: Sendable, Hashable {
  /// The name of the column.
  package var name: String
  /// The type of its values: of a part of a key, that of the attribute which the key ends at.
  package var type: Schema.AttributeType
  /// Whether every row has a value in it.
  package var isRequired: Bool
  /// What a row is stored with that is inserted without a value.
  package var defaultValue: StoredValue?
  /// What of the model it holds.
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

  /// Which entity of the family a record is.
  static let entityName = StoredColumn(
    name: "entityName", type: .scalar(.string), isRequired: true, source: .entityName)
}

/// What a column holds.
package enum ColumnSource: Sendable, Hashable {
  /// An attribute of the entity that declares it.
  case attribute(entity: String, name: String)
  /// A to-one relationship of the entity that declares it: one part of the target's key.
  case relationship(entity: String, name: String, part: Int)
  /// The place of the record in an ordered to-many relationship of the entity at the other end.
  case position(entity: String, relationship: String)
  /// Which entity of the family the record is.
  case entityName
  /// The key of a record whose entity declares none.
  case rowIdentifier
}
