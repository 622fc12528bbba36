import RowsmithSchema

extension EntityMapping {
  /// The columns that a record of the entity reads: attributes, then to-one relationships, inherited ones first; then the
  /// column of the entity's name, if there are several entities.
  var recordColumns: [String] {
    let identifier = table.hasRowIdentifier ? table.layout.key : []
    let kind = family.count > 1 ? entityNameSlot.map { [table.layout.columns[$0].name] } ?? [] : []
    return identifier + attributes.map(\.schema.name)
      + relationships.filter(\.isToOne).flatMap(\.columnNames) + kind
  }
}
