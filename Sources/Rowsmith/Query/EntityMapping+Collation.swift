import RowsmithSchema

extension EntityMapping {
  /// The collation of a column, as SQL with a space before it: decimals are compared by value. Empty for the default.
  func collation(of column: String) -> String {
    let types = attributes.filter { $0.schema.name == column }.map(\.schema.type)
    if types.contains(.scalar(.decimal)) { return " COLLATE \(Collation.decimal.sql)" }
    return types.contains(.array(.decimal)) ? " COLLATE \(Collation.decimals.sql)" : ""
  }
}
