/// A record with the targets of one of its relationships: what ``Query`` fetches with `including`.
///
/// ``Graph2`` and ``Graph3`` hold the targets of two and three relationships.
public struct Graph<Root: Record, Related: Sendable & Hashable>: Sendable, Hashable {
  /// The record.
  public let record: Root
  /// The target of the relationship: an array or an optional.
  public let related: Related

  /// Creates a graph from its parts, for a preview or a test.
  public init(_ record: Root, _ related: Related) {
    self.record = record
    self.related = related
  }

  /// Both parts as a tuple: `let (band, albums) = graph.parts`.
  public var parts: (Root, Related) { (record, related) }
}

extension Graph: Identifiable where Root: Identifiable {
  /// The identifier of the record.
  public var id: Root.ID { record.id }
}
