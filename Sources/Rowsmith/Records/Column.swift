/// An attribute or a to-one relationship of an entity, named and typed: what `$0.formed` is in the closure of a query.
///
/// Comparing a column gives a ``Condition``, `$0.formed >= 1970`; asking for a direction an ``Ordering``,
/// `$0.formed.descending`.
public struct Column<Root: Record, Value: Sendable>: Sendable, Hashable {
  /// The columns of the table: one, or one per part of a composite key.
  public let names: [String]

  /// Names the columns that hold a `Value` of a `Root`.
  public init(_ names: String...) { self.names = names }
}
