/// A to-many relationship of an entity, named and typed: what `$0.albums` is in the closure of a query.
///
/// Asking for its records gives a ``Condition``, `$0.albums.contains { $0.released < date }` or `$0.albums.count > 3`. The
/// records of one owner are a query: `band.albums`.
public struct ToMany<Source: Record, Target: Record>: Sendable, Hashable {
  /// The name of the relationship.
  public let name: String

  /// Names a relationship of `Source`.
  public init(_ name: String) { self.name = name }
}
