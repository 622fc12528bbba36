/// A record with the targets of two of its relationships, in the order of `including`.
public struct Graph2<Root: Record, First: Sendable & Hashable, Second: Sendable & Hashable>: Sendable,
  Hashable
{
  /// The record.
  public let record: Root
  /// The target of the first relationship: an array or an optional.
  public let first: First
  /// The target of the second relationship.
  public let second: Second

  /// Creates a graph from its parts, for a preview or a test.
  public init(_ record: Root, _ first: First, _ second: Second) {
    self.record = record
    self.first = first
    self.second = second
  }

  /// All parts as a tuple: `let (band, albums, members) = graph.parts`.
  public var parts: (Root, First, Second) { (record, first, second) }
}

extension Graph2: Identifiable where Root: Identifiable {
  /// The identifier of the record.
  public var id: Root.ID { record.id }
}
