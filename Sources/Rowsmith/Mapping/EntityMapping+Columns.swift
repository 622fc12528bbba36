import RowsmithSchema

extension EntityMapping {
  /// The columns that a record of the entity reads: attributes, then to-one relationships, inherited ones first, and
  /// which entity it is, if there are several.
  var recordColumns: [String] {
    let identifier = table.hasRowIdentifier ? table.layout.key : []
    let kind = family.count > 1 ? entityNameSlot.map { [table.layout.columns[$0].name] } ?? [] : []
    return identifier + attributes.map(\.schema.name)
      + relationships.filter(\.isToOne).flatMap(\.columnNames) + kind
  }
}
