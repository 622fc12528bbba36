/// What the compiler names in its error for a member that a column does not have, such as `$0.name.lowercased()`.
///
/// Conditions compare columns with operators and the functions of ``Column``. What else is to be computed is computed of the
/// records that are fetched, or in SQL: ``Condition/sql(_:_:)``.
public struct NoSuchMember: Sendable {}

extension Column where Value: ColumnContent, Value.Present: ColumnValue {
  /// No member: with it, the compiler's error points at the name of one that does not exist.
  @available(*, unavailable, message: "a column has no member of this name")
  public subscript(dynamicMember name: String) -> NoSuchMember { NoSuchMember() }
}
