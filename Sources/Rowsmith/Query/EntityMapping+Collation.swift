import RowsmithSchema

extension EntityMapping {
  /// The collation of a column, as SQL with a space before it: decimals are compared by value. Empty for the default.
  func collation(of column: String) -> String {
    let isDecimal = attributes.contains {
      $0.schema.name == column && $0.schema.type == .scalar(.decimal)
    }
    return isDecimal ? " COLLATE \(Collation.decimal.sql)" : ""
  }
}
