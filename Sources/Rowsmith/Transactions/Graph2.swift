/// A record with what two of its relationships lead to, in the order in which `including` named them.
public struct Graph2<Root: Record, First: Sendable & Hashable, Second: Sendable & Hashable>: Sendable,
  Hashable
{
  /// The record.
  public let record: Root
  /// What the first relationship leads to: an array or an optional.
  public let first: First
  /// What the second relationship leads to.
  public let second: Second

  /// Puts a record and what it leads to together, for a preview or a test.
  public init(_ record: Root, _ first: First, _ second: Second) {
    self.record = record
    self.first = first
    self.second = second
  }

  /// All of it, to be given names: `let (band, albums, members) = graph.parts`.
  public var parts: (Root, First, Second) { (record, first, second) }
}

extension Graph2: Identifiable where Root: Identifiable {
  /// What identifies the record.
  public var id: Root.ID { record.id }
}
