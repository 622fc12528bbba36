/// A record with what one of its relationships leads to: what ``Query`` reads with `including`.
///
/// ``Graph2`` and ``Graph3`` have the same of two and three relationships.
public struct Graph<Root: Record, Related: Sendable & Hashable>: Sendable, Hashable {
  /// The record.
  public let record: Root
  /// What its relationship leads to: an array or an optional.
  public let related: Related

  /// Puts a record and what it leads to together, for a preview or a test.
  public init(_ record: Root, _ related: Related) {
    self.record = record
    self.related = related
  }

  /// Both, to be given names: `let (band, albums) = graph.parts`.
  public var parts: (Root, Related) { (record, related) }
}

extension Graph: Identifiable where Root: Identifiable {
  /// What identifies the record.
  public var id: Root.ID { record.id }
}
