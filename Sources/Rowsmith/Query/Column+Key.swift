// A to-one relationship can be compared with a key or a record, as well as with a reference.
extension Column where Value: ToOne {
  /// True if the relationship holds the key; the record need not exist.
  public static func == (column: Column, key: Value.Target.Key) -> Condition<Root> {
    column.compare(.equal, key.storedValues)
  }

  /// True if the relationship holds another key or is empty.
  public static func != (column: Column, key: Value.Target.Key) -> Condition<Root> {
    column.compare(.notEqual, key.storedValues)
  }

  // Disfavored, so that a literal `nil`, which means an empty column, is not ambiguous between two types.
  /// True if the relationship holds the key; for `nil`, if it is empty.
  @_disfavoredOverload
  public static func == (column: Column, key: Value.Target.Key?) -> Condition<Root> {
    key.map { column == $0 } ?? Condition(.isNull(column.term))
  }

  /// True if the relationship holds another key or is empty; for `nil`, if it is not empty.
  @_disfavoredOverload
  public static func != (column: Column, key: Value.Target.Key?) -> Condition<Root> {
    key.map { column != $0 } ?? Condition(.not(.isNull(column.term)))
  }

  /// True if the relationship holds one of the keys.
  public func isIn(_ keys: some Sequence<Value.Target.Key>) -> Condition<Root> {
    Condition(.isIn(term, keys.map(\.storedValues)))
  }
}

extension Column where Value: ToOne, Value.Target: Identifiable, Value.Target.ID == Value.Target.Key {
  /// True if the relationship leads to the record.
  public static func == (column: Column, record: Value.Target) -> Condition<Root> { column == record.id }

  /// True if the relationship leads to another record or is empty.
  public static func != (column: Column, record: Value.Target) -> Condition<Root> { column != record.id }

  /// True if the relationship leads to one of the records.
  public func isIn(_ records: some Sequence<Value.Target>) -> Condition<Root> { isIn(records.map(\.id)) }
}
