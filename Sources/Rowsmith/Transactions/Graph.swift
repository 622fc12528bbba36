/// A record with what some of its relationships lead to: what ``Query`` reads with `including`.
///
/// For one relationship, ``related`` is what it leads to: an array or an optional. For several it is a tuple, in the
/// order in which they were named.
public struct Graph<Root: Record, Related: Sendable>: Sendable {
  /// The record.
  public let record: Root
  /// What its relationships lead to.
  public let related: Related
  /// Tuples have no `==` that generic code could use; who made the tuple knows its parts.
  let isSame: @Sendable (Related, Related) -> Bool
}

extension Graph: Equatable {
  /// Whether the records are the same, and all that they lead to.
  public static func == (one: Graph, other: Graph) -> Bool {
    one.record == other.record && one.isSame(one.related, other.related)
  }
}

extension Graph: Identifiable where Root: Identifiable {
  /// What identifies the record.
  public var id: Root.ID { record.id }
}
