/// A to-many relationship of an entity, named and typed.
public struct ToMany<Source: Record, Target: Record>: Sendable, Hashable {
  /// The name of the relationship.
  public let name: String

  /// Names a relationship of `Source`.
  public init(_ name: String) { self.name = name }
}
