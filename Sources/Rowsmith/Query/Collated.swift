import Foundation

/// A type of value whose stored text does not sort as the values do.
protocol Collated {
  static var collation: Collation { get }
}

extension Decimal: Collated {
  static var collation: Collation { .decimal }
}

extension Optional: Collated where Wrapped: Collated {
  static var collation: Collation { Wrapped.collation }
}
