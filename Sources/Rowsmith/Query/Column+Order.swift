// Order comparisons, for columns whose values have an order. Dates are ordered by time, decimals by value, text by its code
// points.
extension Column where Value: ColumnValue & Comparable {
  /// True if the column is less than the value.
  public static func < (column: Column, value: Value) -> Condition<Root> { column.compare(.less, value) }

  /// True if the column is less than or equal to the value.
  public static func <= (column: Column, value: Value) -> Condition<Root> {
    column.compare(.lessOrEqual, value)
  }

  /// True if the column is greater than the value.
  public static func > (column: Column, value: Value) -> Condition<Root> { column.compare(.greater, value) }

  /// True if the column is greater than or equal to the value.
  public static func >= (column: Column, value: Value) -> Condition<Root> {
    column.compare(.greaterOrEqual, value)
  }

  /// True if the column is in the range, including both bounds.
  public func isIn(_ range: ClosedRange<Value>) -> Condition<Root> {
    self >= range.lowerBound && self <= range.upperBound
  }

  /// True if the column is in the range, excluding its upper bound.
  public func isIn(_ range: Range<Value>) -> Condition<Root> {
    self >= range.lowerBound && self < range.upperBound
  }

  private func compare(_ comparison: Comparison, _ value: Value) -> Condition<Root> {
    Condition(.compare(term, comparison, [value.storedValue]))
  }
}

// The same for optional columns. For an empty column they are false.
extension Column {
  /// True if the column is less than the value.
  public static func < <Wrapped: ColumnValue & Comparable>(
    column: Column, value: Wrapped
  ) -> Condition<Root> where Value == Wrapped? { column.compare(.less, value) }

  /// True if the column is less than or equal to the value.
  public static func <= <Wrapped: ColumnValue & Comparable>(
    column: Column, value: Wrapped
  ) -> Condition<Root> where Value == Wrapped? { column.compare(.lessOrEqual, value) }

  /// True if the column is greater than the value.
  public static func > <Wrapped: ColumnValue & Comparable>(
    column: Column, value: Wrapped
  ) -> Condition<Root> where Value == Wrapped? { column.compare(.greater, value) }

  /// True if the column is greater than or equal to the value.
  public static func >= <Wrapped: ColumnValue & Comparable>(
    column: Column, value: Wrapped
  ) -> Condition<Root> where Value == Wrapped? { column.compare(.greaterOrEqual, value) }

  /// True if the column is in the range, including both bounds.
  public func isIn<Wrapped: ColumnValue & Comparable>(
    _ range: ClosedRange<Wrapped>
  ) -> Condition<Root> where Value == Wrapped? { self >= range.lowerBound && self <= range.upperBound }

  /// True if the column is in the range, excluding its upper bound.
  public func isIn<Wrapped: ColumnValue & Comparable>(
    _ range: Range<Wrapped>
  ) -> Condition<Root> where Value == Wrapped? { self >= range.lowerBound && self < range.upperBound }

  private func compare<Wrapped: ColumnValue>(
    _ comparison: Comparison, _ value: Wrapped
  ) -> Condition<Root> { Condition(.compare(term, comparison, [value.storedValue])) }
}

// A range of integers is also a sequence; without these methods such a call would be ambiguous.
extension Column where Value == Int? {
  /// True if the column is in the range, including both bounds.
  public func isIn(_ range: ClosedRange<Int>) -> Condition<Root> {
    self >= range.lowerBound && self <= range.upperBound
  }

  /// True if the column is in the range, excluding its upper bound.
  public func isIn(_ range: Range<Int>) -> Condition<Root> {
    self >= range.lowerBound && self < range.upperBound
  }
}
