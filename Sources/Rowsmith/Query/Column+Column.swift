// Comparisons of two columns of a record. If one is empty, neither is less or greater; two empty columns are equal.
extension Column where Value: ColumnContent {
  /// True if both columns hold the same value, or both are empty.
  public static func == <Other: ColumnContent>(
    column: Column, other: Column<Root, Other>
  ) -> Condition<Root> where Value.Present == Other.Present { column.compare(.equal, other) }

  /// True if the columns differ.
  public static func != <Other: ColumnContent>(
    column: Column, other: Column<Root, Other>
  ) -> Condition<Root> where Value.Present == Other.Present { column.compare(.notEqual, other) }

  /// True if the first column is less than the second.
  public static func < <Other: ColumnContent>(
    column: Column, other: Column<Root, Other>
  ) -> Condition<Root> where Value.Present == Other.Present, Value.Present: ColumnValue & Comparable {
    column.compare(.less, other)
  }

  /// True if the first column is less than or equal to the second.
  public static func <= <Other: ColumnContent>(
    column: Column, other: Column<Root, Other>
  ) -> Condition<Root> where Value.Present == Other.Present, Value.Present: ColumnValue & Comparable {
    column.compare(.lessOrEqual, other)
  }

  /// True if the first column is greater than the second.
  public static func > <Other: ColumnContent>(
    column: Column, other: Column<Root, Other>
  ) -> Condition<Root> where Value.Present == Other.Present, Value.Present: ColumnValue & Comparable {
    column.compare(.greater, other)
  }

  /// True if the first column is greater than or equal to the second.
  public static func >= <Other: ColumnContent>(
    column: Column, other: Column<Root, Other>
  ) -> Condition<Root> where Value.Present == Other.Present, Value.Present: ColumnValue & Comparable {
    column.compare(.greaterOrEqual, other)
  }

  private func compare<Other>(_ comparison: Comparison, _ other: Column<Root, Other>) -> Condition<Root> {
    Condition(.compareColumns(term, comparison, other.term))
  }
}
