/// A record with what three of its relationships lead to, in the order in which `including` named them.
public struct Graph3<
  Root: Record, First: Sendable & Hashable, Second: Sendable & Hashable, Third: Sendable & Hashable
>: Sendable, Hashable {
  /// The record.
  public let record: Root
  /// What the first relationship leads to: an array or an optional.
  public let first: First
  /// What the second relationship leads to.
  public let second: Second
  /// What the third relationship leads to.
  public let third: Third

  /// Puts a record and what it leads to together, for a preview or a test.
  public init(_ record: Root, _ first: First, _ second: Second, _ third: Third) {
    self.record = record
    self.first = first
    self.second = second
    self.third = third
  }

  /// All of it, to be given names: `let (product, currency, image, stock) = graph.parts`.
  public var parts: (Root, First, Second, Third) { (record, first, second, third) }
}

extension Graph3: Identifiable where Root: Identifiable {
  /// What identifies the record.
  public var id: Root.ID { record.id }
}
