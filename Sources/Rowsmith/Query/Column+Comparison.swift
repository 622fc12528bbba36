import Foundation

extension Column {
  /// The column without its type.
  var term: ColumnTerm {
    ColumnTerm(names: names, collation: (Value.self as? any Collated.Type)?.collation, path: path)
  }

  /// The column, its text as a collation sorts it.
  func term(_ collation: Collation) -> ColumnTerm {
    ColumnTerm(names: names, collation: collation, path: path)
  }
}

// Equality: of every column and of the keys that links hold.
extension Column where Value: RecordKey {
  /// Met where the column holds the value.
  public static func == (column: Column, value: Value) -> Condition<Root> {
    Condition(.compare(column.term, .equal, value.storedValues))
  }

  /// Met where the column holds another value.
  public static func != (column: Column, value: Value) -> Condition<Root> {
    Condition(.compare(column.term, .notEqual, value.storedValues))
  }

  /// Met where the column holds one of the values.
  public func isIn(_ values: some Sequence<Value>) -> Condition<Root> {
    Condition(.isIn(term, values.map(\.storedValues)))
  }
}

extension Column {
  /// Met where the column holds the value; nil is an empty column.
  public static func == <Wrapped: RecordKey>(
    column: Column, value: Wrapped?
  ) -> Condition<Root> where Value == Wrapped? {
    Condition(value.map { .compare(column.term, .equal, $0.storedValues) } ?? .isNull(column.term))
  }

  /// Met where the column holds another value, or none; for nil, where it holds any.
  public static func != <Wrapped: RecordKey>(
    column: Column, value: Wrapped?
  ) -> Condition<Root> where Value == Wrapped? {
    Condition(value.map { .compare(column.term, .notEqual, $0.storedValues) } ?? .not(.isNull(column.term)))
  }

  /// Met where the column holds one of the values.
  public func isIn<Wrapped: RecordKey>(
    _ values: some Sequence<Wrapped>
  ) -> Condition<Root> where Value == Wrapped? {
    Condition(.isIn(term, values.map(\.storedValues)))
  }

  /// Met where the column holds one of the values, or, with nil among them, where it is empty.
  public func isIn<Wrapped: RecordKey>(
    _ values: some Sequence<Wrapped?>
  ) -> Condition<Root> where Value == Wrapped? {
    let values = Array(values)
    let node = ConditionNode.isIn(term, values.compactMap { $0?.storedValues })
    return Condition(values.contains(nil) ? .or([node, .isNull(term)]) : node)
  }
}
