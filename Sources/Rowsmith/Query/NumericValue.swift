public import Foundation

/// A number that can be added up: `Int`, `Double` and `Decimal`. There is no reason to conform other types.
public protocol NumericValue: ColumnValue, Comparable, AdditiveArithmetic {
  /// The type of the average of such numbers.
  associatedtype Average: ColumnValue

  /// The SQL function that adds numbers up.
  static var sumFunction: String { get }

  /// The SQL function that takes their average.
  static var averageFunction: String { get }
}

extension Int: NumericValue {
  /// Whole numbers need not have a whole average.
  public typealias Average = Double

  /// SQLite's, which refuses a sum beyond 64 bits.
  public static var sumFunction: String { "sum" }

  /// SQLite's.
  public static var averageFunction: String { "avg" }
}

extension Double: NumericValue {
  /// The same.
  public typealias Average = Double

  /// SQLite's, which is a real number always.
  public static var sumFunction: String { "total" }

  /// SQLite's.
  public static var averageFunction: String { "avg" }
}

extension Decimal: NumericValue {
  /// The same, to 38 digits.
  public typealias Average = Decimal

  /// Rowsmith's, which is exact.
  public static var sumFunction: String { "rowsmith_decimal_sum" }

  /// Rowsmith's.
  public static var averageFunction: String { "rowsmith_decimal_average" }
}
