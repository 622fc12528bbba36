/// The content of a to-one relationship's columns: a ``Reference``, or an optional ``Reference``.
public protocol ToOne: Sendable {
  /// The target record.
  associatedtype Target: Record
}

extension Reference: ToOne {}

extension Optional: ToOne where Wrapped: ToOne {
  /// The target record.
  public typealias Target = Wrapped.Target
}
