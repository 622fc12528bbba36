// A to-one relationship is compared with a key, or with the record itself, as with a reference.
extension Column where Value: ToOne {
  /// Met where the relationship leads to the record with that key, there or not.
  public static func == (column: Column, key: Value.Target.Key) -> Condition<Root> {
    Condition(.compare(column.term, .equal, key.storedValues))
  }

  /// Met where the relationship leads to another record, or to none.
  public static func != (column: Column, key: Value.Target.Key) -> Condition<Root> {
    Condition(.compare(column.term, .notEqual, key.storedValues))
  }

  // A literal `nil` is an empty column, whatever its type: it must not be in doubt between two types.
  /// Met where the relationship leads to the record with that key; nil is an empty column.
  @_disfavoredOverload
  public static func == (column: Column, key: Value.Target.Key?) -> Condition<Root> {
    key.map { column == $0 } ?? Condition(.isNull(column.term))
  }

  /// Met where the relationship leads to another record, or to none; for nil, where it leads to any.
  @_disfavoredOverload
  public static func != (column: Column, key: Value.Target.Key?) -> Condition<Root> {
    key.map { column != $0 } ?? Condition(.not(.isNull(column.term)))
  }

  /// Met where the relationship leads to one of the records with these keys.
  public func isIn(_ keys: some Sequence<Value.Target.Key>) -> Condition<Root> {
    Condition(.isIn(term, keys.map(\.storedValues)))
  }
}

extension Column where Value: ToOne, Value.Target: Identifiable, Value.Target.ID == Value.Target.Key {
  /// Met where the relationship leads to the record.
  public static func == (column: Column, record: Value.Target) -> Condition<Root> { column == record.id }

  /// Met where the relationship leads to another record, or to none.
  public static func != (column: Column, record: Value.Target) -> Condition<Root> { column != record.id }

  /// Met where the relationship leads to one of the records.
  public func isIn(_ records: some Sequence<Value.Target>) -> Condition<Root> { isIn(records.map(\.id)) }
}
