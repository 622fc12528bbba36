import Foundation

/// A type whose values sort differently from their stored text.
protocol Collated {
  static var collation: Collation { get }
}

extension Decimal: Collated {
  static var collation: Collation { .decimal }
}

extension Array: Collated where Element == Decimal {
  static var collation: Collation { .decimals }
}

extension Optional: Collated where Wrapped: Collated {
  static var collation: Collation { Wrapped.collation }
}
