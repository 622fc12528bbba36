import RowsmithSchema

/// Parses the text of JSON numbers as integers and doubles.
///
/// The grammar is RFC 8259's: no `+`, no leading zeros, no white space, no `NaN`.
enum NumberText {
  /// The result of reading a number as a 64-bit integer.
  enum Integer: Sendable, Hashable {
    /// The integer; `3.0`, `1e3` and `-0` are integers.
    case value(Int64)
    /// A number with a fraction, such as `3.5`.
    case notIntegral
    /// An integer that does not fit into 64 bits.
    case outOfRange
    /// Not a number.
    case malformed
  }

  /// Reads an integer, exactly.
  static func integer(_ utf8: UnsafeBufferPointer<UInt8>) -> Integer {
    let isNegative = utf8.count > 0 && utf8[0] == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    let digits = utf8.count &- start
    guard digits >= 1, digits <= 18, digits == 1 || utf8[start] != 48 else { return scanned(utf8) }
    var value: Int64 = 0
    var index = start
    while index < utf8.count {
      let digit = utf8[index] &- 48
      guard digit <= 9 else { return scanned(utf8) }
      value = value &* 10 &+ Int64(truncatingIfNeeded: digit)
      index &+= 1
    }
    return .value(isNegative ? 0 &- value : value)
  }

  /// Reads a number as the nearest double, ties to even.
  ///
  /// - Returns: `nil` if the text is not a number or the double would be infinite. A number too small for a double is zero.
  static func double(_ utf8: UnsafeBufferPointer<UInt8>) -> Double? {
    DoubleText.value(utf8)
  }

  /// Whether the text is a JSON number.
  static func isNumber(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    NumberScan(utf8, .json) != nil
  }

  /// Whether the text is a JSON number.
  package static func isNumber(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isNumber($0) }
  }

  private static func scanned(_ utf8: UnsafeBufferPointer<UInt8>) -> Integer {
    guard let number = NumberScan(utf8, .json) else { return .malformed }
    let significant = number.significant
    if significant.isEmpty { return .value(0) }
    let point = number.pointIndex
    guard point >= significant.upperBound else { return .notIntegral }
    guard point &- significant.lowerBound <= 19 else { return .outOfRange }
    var magnitude: UInt64 = 0
    for index in significant.lowerBound..<point {
      magnitude = magnitude &* 10 &+ UInt64(truncatingIfNeeded: number.digit(index))
    }
    if number.isNegative {
      guard magnitude <= Int64.min.magnitude else { return .outOfRange }
      return .value(Int64(truncatingIfNeeded: 0 &- magnitude))
    }
    return Int64(exactly: magnitude).map(Integer.value) ?? .outOfRange
  }
}
