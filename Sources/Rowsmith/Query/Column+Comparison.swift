import Foundation
import RowsmithSchema

extension Column {
  /// The column without its type.
  var term: ColumnTerm {
    ColumnTerm(names: names, collation: (Value.self as? any Collated.Type)?.collation, path: path)
  }

  /// The column without its type, compared by a collation.
  func term(_ collation: Collation) -> ColumnTerm {
    ColumnTerm(names: names, collation: collation, path: path)
  }
}

extension Column {
  /// Whether the column equals a value, or does not.
  ///
  /// No column holds a number that is none (NaN), nor a key with one. SQLite takes it for NULL, which is what an
  /// empty column holds.
  func compare(_ comparison: Comparison, _ values: [StoredValue]) -> Condition<Root> {
    if values.contains(where: \.isNothing) { return comparison == .equal ? .never : .always }
    return Condition(.compare(term, comparison, values))
  }
}

// Equality, for every column and for the keys of links.
extension Column where Value: RecordKey {
  /// True if the column equals the value.
  public static func == (column: Column, value: Value) -> Condition<Root> {
    column.compare(.equal, value.storedValues)
  }

  /// True if the column does not equal the value.
  public static func != (column: Column, value: Value) -> Condition<Root> {
    column.compare(.notEqual, value.storedValues)
  }

  /// True if the column equals one of the values.
  public func isIn(_ values: some Sequence<Value>) -> Condition<Root> {
    Condition(.isIn(term, values.map(\.storedValues)))
  }
}

extension Column {
  /// True if the column equals the value; for `nil`, if it is empty.
  public static func == <Wrapped: RecordKey>(
    column: Column, value: Wrapped?
  ) -> Condition<Root> where Value == Wrapped? {
    value.map { column.compare(.equal, $0.storedValues) } ?? Condition(.isNull(column.term))
  }

  /// True if the column does not equal the value or is empty; for `nil`, if it is not empty.
  public static func != <Wrapped: RecordKey>(
    column: Column, value: Wrapped?
  ) -> Condition<Root> where Value == Wrapped? {
    value.map { column.compare(.notEqual, $0.storedValues) } ?? Condition(.not(.isNull(column.term)))
  }

  /// True if the column equals one of the values.
  public func isIn<Wrapped: RecordKey>(
    _ values: some Sequence<Wrapped>
  ) -> Condition<Root> where Value == Wrapped? {
    Condition(.isIn(term, values.map(\.storedValues)))
  }

  /// True if the column equals one of the values; an empty column equals `nil`.
  public func isIn<Wrapped: RecordKey>(
    _ values: some Sequence<Wrapped?>
  ) -> Condition<Root> where Value == Wrapped? {
    let values = Array(values)
    let node = ConditionNode.isIn(term, values.compactMap { $0?.storedValues })
    return Condition(values.contains(nil) ? .or([node, .isNull(term)]) : node)
  }
}
