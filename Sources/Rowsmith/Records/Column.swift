/// An attribute or a to-one relationship of an entity, named and typed.
public struct Column<Root: Record, Value: Sendable>: Sendable, Hashable {
  /// The columns of the table: one, or one per part of a composite key.
  public let names: [String]

  /// Names the columns that hold a `Value` of a `Root`.
  public init(_ names: String...) { self.names = names }
}
