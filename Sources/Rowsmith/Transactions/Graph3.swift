/// A record with the targets of three of its relationships, in the order of `including`.
public struct Graph3<
  Root: Record, First: Sendable & Hashable, Second: Sendable & Hashable, Third: Sendable & Hashable
>: Sendable, Hashable {
  /// The record.
  public let record: Root
  /// The target of the first relationship: an array or an optional.
  public let first: First
  /// The target of the second relationship.
  public let second: Second
  /// The target of the third relationship.
  public let third: Third

  /// Creates a graph from its parts, for a preview or a test.
  public init(_ record: Root, _ first: First, _ second: Second, _ third: Third) {
    self.record = record
    self.first = first
    self.second = second
    self.third = third
  }

  /// All parts as a tuple: `let (product, currency, image, stock) = graph.parts`.
  public var parts: (Root, First, Second, Third) { (record, first, second, third) }
}

extension Graph3: Identifiable where Root: Identifiable {
  /// The identifier of the record.
  public var id: Root.ID { record.id }
}
