public import Foundation

/// A number that can be summed: `Int`, `Double` or `Decimal`. Apps have no need to conform their own types.
public protocol NumericValue: ColumnValue, Comparable, AdditiveArithmetic {
  /// The type of an average.
  associatedtype Average: ColumnValue

  /// The SQL function for sums.
  static var sumFunction: String { get }

  /// The SQL function for averages.
  static var averageFunction: String { get }
}

extension Int: NumericValue {
  /// The average of integers need not be an integer.
  public typealias Average = Double

  /// SQLite's `sum`, which throws if the sum exceeds 64 bits.
  public static var sumFunction: String { "sum" }

  /// SQLite's `avg`.
  public static var averageFunction: String { "avg" }
}

extension Double: NumericValue {
  /// `Double`.
  public typealias Average = Double

  /// SQLite's `total`, which always returns a real number.
  public static var sumFunction: String { "total" }

  /// SQLite's `avg`.
  public static var averageFunction: String { "avg" }
}

extension Decimal: NumericValue {
  /// `Decimal`, with up to 38 digits.
  public typealias Average = Decimal

  /// Rowsmith's function, which is exact.
  public static var sumFunction: String { "rowsmith_decimal_sum" }

  /// Rowsmith's function.
  public static var averageFunction: String { "rowsmith_decimal_average" }
}
