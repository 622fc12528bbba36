/// A typed to-many relationship of an entity: the type of `$0.albums` in the closure of a query.
///
/// A question about its items makes a ``Condition``: `$0.albums.contains { $0.released < date }` or `$0.albums.count > 3`. The
/// items of one owner are a query: `band.albums`.
public struct ToMany<Source: Record, Target: Record>: Sendable, Hashable {
  /// The name of the relationship.
  public let name: String

  /// Creates a relationship of `Source` by its name.
  public init(_ name: String) { self.name = name }
}
