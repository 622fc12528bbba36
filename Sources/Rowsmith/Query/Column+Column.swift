// Two columns of one record. Where one of them is empty, neither is less or greater; two empty ones are equal.
extension Column where Value: ColumnContent {
  /// Met where both columns hold the same, or nothing.
  public static func == <Other: ColumnContent>(
    column: Column, other: Column<Root, Other>
  ) -> Condition<Root> where Value.Present == Other.Present { column.compare(.equal, other) }

  /// Met where the columns differ.
  public static func != <Other: ColumnContent>(
    column: Column, other: Column<Root, Other>
  ) -> Condition<Root> where Value.Present == Other.Present { column.compare(.notEqual, other) }

  /// Met where the first column holds the lesser value.
  public static func < <Other: ColumnContent>(
    column: Column, other: Column<Root, Other>
  ) -> Condition<Root> where Value.Present == Other.Present, Value.Present: ColumnValue & Comparable {
    column.compare(.less, other)
  }

  /// Met where the first column holds the lesser value, or both the same.
  public static func <= <Other: ColumnContent>(
    column: Column, other: Column<Root, Other>
  ) -> Condition<Root> where Value.Present == Other.Present, Value.Present: ColumnValue & Comparable {
    column.compare(.lessOrEqual, other)
  }

  /// Met where the first column holds the greater value.
  public static func > <Other: ColumnContent>(
    column: Column, other: Column<Root, Other>
  ) -> Condition<Root> where Value.Present == Other.Present, Value.Present: ColumnValue & Comparable {
    column.compare(.greater, other)
  }

  /// Met where the first column holds the greater value, or both the same.
  public static func >= <Other: ColumnContent>(
    column: Column, other: Column<Root, Other>
  ) -> Condition<Root> where Value.Present == Other.Present, Value.Present: ColumnValue & Comparable {
    column.compare(.greaterOrEqual, other)
  }

  private func compare<Other>(_ comparison: Comparison, _ other: Column<Root, Other>) -> Condition<Root> {
    Condition(.compareColumns(term, comparison, other.term))
  }
}
