import RowsmithSchema

/// A column and what it is to hold, for an update of many records at once.
public struct Assignment<Root: Record>: Sendable, Hashable {
  let columns: [String]
  let values: [StoredValue]
}

extension Column where Value: ColumnContent {
  /// Sets the column: an attribute or a to-one relationship.
  public func set(_ value: Value) -> Assignment<Root> {
    Assignment(columns: names, values: value.storedValues)
  }
}
