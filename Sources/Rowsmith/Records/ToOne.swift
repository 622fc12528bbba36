/// The content of a to-one relationship's columns: a ``Reference``, or an optional one.
public protocol ToOne: Sendable {
  /// The record that it leads to.
  associatedtype Target: Record
}

extension Reference: ToOne {}

extension Optional: ToOne where Wrapped: ToOne {
  /// The record that it leads to.
  public typealias Target = Wrapped.Target
}
