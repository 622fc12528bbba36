import Foundation

/// How text is compared where its bytes are not in the order of the values.
enum Collation: String, Sendable, Hashable {
  /// Decimal numbers, by value.
  case decimal = "rowsmith_decimal"
  /// Text, capital and small letters as one.
  case caseless = "rowsmith_caseless"

  func compare(_ one: String, _ other: String) -> ComparisonResult {
    switch self {
    case .decimal: Collation.compareNumbers(one, other)
    case .caseless: Collation.compare(one.lowercased(), other.lowercased())
    }
  }

  private static func compareNumbers(_ one: String, _ other: String) -> ComparisonResult {
    switch (Decimal(storedText: one), Decimal(storedText: other)) {
    case (let one?, let other?):
      one == other ? .orderedSame : one < other ? .orderedAscending : .orderedDescending
    // Text that is no number comes after the numbers.
    case (_?, nil): .orderedAscending
    case (nil, _?): .orderedDescending
    case (nil, nil): compare(one, other)
    }
  }

  private static func compare(_ one: String, _ other: String) -> ComparisonResult {
    if one.utf8.elementsEqual(other.utf8) { return .orderedSame }
    return one.utf8.lexicographicallyPrecedes(other.utf8) ? .orderedAscending : .orderedDescending
  }
}

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
