/// Parses doubles, correctly rounded, without a locale and nearly always without allocating.
///
/// Short numbers use Clinger's exact arithmetic, others the 128-bit product of Eisel and Lemire. The rare number that
/// neither decides is parsed by the standard library.
enum DoubleText {
  /// The double; `nil` if the text is not a JSON number or the double would be infinite.
  static func value(_ utf8: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let decimal = DoubleDecimal(utf8) else { return nil }
    if decimal.mantissa <= 1 &<< 53, decimal.exponent >= -22, decimal.exponent <= 22, !decimal.isCut {
      let mantissa = Double(decimal.mantissa)
      let value =
        decimal.exponent < 0
        ? mantissa / powersOfTen[0 &- decimal.exponent] : mantissa * powersOfTen[decimal.exponent]
      return decimal.isNegative ? -value : value
    }
    let value = product(decimal.mantissa, decimal.exponent)
    // With cut-off digits, the number is between this mantissa and the next.
    if let value, !decimal.isCut || product(decimal.mantissa &+ 1, decimal.exponent) == value {
      return value.isInfinite ? nil : decimal.isNegative ? -value : value
    }
    return Double(String(decoding: utf8, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// mantissa × 10^exponent; `nil` if 128 bits do not decide the rounding.
  private static func product(_ mantissa: UInt64, _ exponent: Int) -> Double? {
    if mantissa == 0 || exponent < PowersOfFive.least { return 0 }
    if exponent > PowersOfFive.most { return .infinity }
    let zeros = mantissa.leadingZeroBitCount
    let shifted = mantissa &<< UInt64(truncatingIfNeeded: zeros)
    let index = 2 &* (exponent &- PowersOfFive.least)
    var (high, low) = shifted.multipliedFullWidth(by: PowersOfFive.halves[index])
    if high & 0x1FF == 0x1FF {
      let more = shifted.multipliedFullWidth(by: PowersOfFive.halves[index &+ 1]).high
      low &+= more
      if low < more { high &+= 1 }
    }
    if low == .max, exponent < -27 || exponent > 55 { return nil }
    let upperBit = Int(truncatingIfNeeded: high &>> 63)
    let shift = UInt64(truncatingIfNeeded: upperBit &+ 9)
    var bits = high &>> shift
    let scale = (217_706 &* exponent) &>> 16
    var power = scale &+ 63 &+ upperBit &- zeros &+ 1023
    // Subnormal numbers are rounded at another bit.
    if power <= 0 { return nil }
    if low <= 1, exponent >= -4, exponent <= 23, bits & 0b11 == 0b01, bits &<< shift == high { bits &= ~1 }
    bits = (bits &+ bits & 1) &>> 1
    if bits >= 1 &<< 53 {
      bits = 1 &<< 52
      power &+= 1
    }
    if power >= 0x7FF { return .infinity }
    let exponentBits = UInt64(truncatingIfNeeded: power) &<< 52
    return Double(bitPattern: bits & ~(1 &<< 52) | exponentBits)
  }
}
