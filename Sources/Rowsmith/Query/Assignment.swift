import RowsmithSchema

/// A column and its new value, for an update of many records at once.
public struct Assignment<Root: Record>: Sendable, Hashable {
  let column: ColumnTerm
  let values: [StoredValue]
}

extension Column where Value: ColumnContent {
  /// Sets the column: an attribute or a to-one relationship.
  public func set(_ value: Value) -> Assignment<Root> {
    Assignment(column: term, values: value.storedValues)
  }
}

extension Column where Value: ToOne {
  /// Sets the relationship to the record with a key, which need not exist.
  public func set(_ key: Value.Target.Key) -> Assignment<Root> {
    Assignment(column: term, values: key.storedValues)
  }
}

extension Column where Value: ToOne, Value.Target: Identifiable, Value.Target.ID == Value.Target.Key {
  /// Sets the relationship to the record.
  public func set(_ record: Value.Target) -> Assignment<Root> { set(record.id) }
}
