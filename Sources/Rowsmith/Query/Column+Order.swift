// Less and greater: of columns whose values have an order. Dates are ordered by time, decimals by value, text by its
// code points.
extension Column where Value: ColumnValue & Comparable {
  /// Met where the column holds a lesser value.
  public static func < (column: Column, value: Value) -> Condition<Root> { column.compare(.less, value) }

  /// Met where the column holds a lesser value, or this one.
  public static func <= (column: Column, value: Value) -> Condition<Root> {
    column.compare(.lessOrEqual, value)
  }

  /// Met where the column holds a greater value.
  public static func > (column: Column, value: Value) -> Condition<Root> { column.compare(.greater, value) }

  /// Met where the column holds a greater value, or this one.
  public static func >= (column: Column, value: Value) -> Condition<Root> {
    column.compare(.greaterOrEqual, value)
  }

  /// Met where the column holds a value of the range, both ends included.
  public func isIn(_ range: ClosedRange<Value>) -> Condition<Root> {
    self >= range.lowerBound && self <= range.upperBound
  }

  /// Met where the column holds a value of the range, its end not included.
  public func isIn(_ range: Range<Value>) -> Condition<Root> {
    self >= range.lowerBound && self < range.upperBound
  }

  private func compare(_ comparison: Comparison, _ value: Value) -> Condition<Root> {
    Condition(.compare(term, comparison, [value.storedValue]))
  }
}

// The same of optional columns; an empty one meets none of them.
extension Column {
  /// Met where the column holds a lesser value.
  public static func < <Wrapped: ColumnValue & Comparable>(
    column: Column, value: Wrapped
  ) -> Condition<Root> where Value == Wrapped? { column.compare(.less, value) }

  /// Met where the column holds a lesser value, or this one.
  public static func <= <Wrapped: ColumnValue & Comparable>(
    column: Column, value: Wrapped
  ) -> Condition<Root> where Value == Wrapped? { column.compare(.lessOrEqual, value) }

  /// Met where the column holds a greater value.
  public static func > <Wrapped: ColumnValue & Comparable>(
    column: Column, value: Wrapped
  ) -> Condition<Root> where Value == Wrapped? { column.compare(.greater, value) }

  /// Met where the column holds a greater value, or this one.
  public static func >= <Wrapped: ColumnValue & Comparable>(
    column: Column, value: Wrapped
  ) -> Condition<Root> where Value == Wrapped? { column.compare(.greaterOrEqual, value) }

  /// Met where the column holds a value of the range, both ends included.
  public func isIn<Wrapped: ColumnValue & Comparable>(
    _ range: ClosedRange<Wrapped>
  ) -> Condition<Root> where Value == Wrapped? { self >= range.lowerBound && self <= range.upperBound }

  /// Met where the column holds a value of the range, its end not included.
  public func isIn<Wrapped: ColumnValue & Comparable>(
    _ range: Range<Wrapped>
  ) -> Condition<Root> where Value == Wrapped? { self >= range.lowerBound && self < range.upperBound }

  private func compare<Wrapped: ColumnValue>(
    _ comparison: Comparison, _ value: Wrapped
  ) -> Condition<Root> { Condition(.compare(term, comparison, [value.storedValue])) }
}

// A range of whole numbers is a sequence, too. Without these methods such a call would be ambiguous.
extension Column where Value == Int? {
  /// Met where the column holds a number of the range, both ends included.
  public func isIn(_ range: ClosedRange<Int>) -> Condition<Root> {
    self >= range.lowerBound && self <= range.upperBound
  }

  /// Met where the column holds a number of the range, its end not included.
  public func isIn(_ range: Range<Int>) -> Condition<Root> {
    self >= range.lowerBound && self < range.upperBound
  }
}
