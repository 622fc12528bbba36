/// Exact decimals as text in one spelling: `-12.50`.
///
/// Plain notation, no `+`, no leading zeros, a minus only for numbers other than zero. Trailing zeros of a fraction are kept.
public enum DecimalText {
  /// Why a text is refused.
  public enum Refusal: Sendable, Hashable {
    /// It is not a number.
    case notANumber
    /// More than 38 significant digits, which `Foundation.Decimal` does not hold.
    case tooManyDigits
    /// Greater than 10^127 times its last digit, or more than 128 digits after the point.
    case outOfRange
  }

  /// The outcome of a conversion.
  public enum Outcome: Sendable, Hashable {
    /// The text already is canonical; nothing was written.
    case alreadyCanonical
    /// The canonical spelling was written, with this number of bytes.
    case written(Int)
    /// The text is not a decimal that can be stored.
    case refused(Refusal)
  }

  /// The most bytes that a canonical spelling takes.
  public static var maximumByteCount: Int { 300 }

  /// Converts a number to its canonical spelling, digit by digit.
  ///
  /// - Parameters:
  ///   - utf8: a JSON number, or the content of a string: there `+1`, `007`, `.5` and `5.` are numbers, too.
  ///   - destination: room for `maximumByteCount` bytes.
  public static func canonicalize(
    _ utf8: UnsafeBufferPointer<UInt8>, into destination: UnsafeMutablePointer<UInt8>
  ) -> Outcome {
    if isCanonicalAndShort(utf8) { return .alreadyCanonical }
    guard let number = NumberScan(utf8, .decimal) else { return .refused(.notANumber) }
    let significant = number.significant
    let scale = max(0, number.scale)
    if !significant.isEmpty {
      guard significant.count <= 38 else { return .refused(.tooManyDigits) }
      let last = number.pointIndex &- significant.upperBound
      guard last <= 127 else { return .refused(.outOfRange) }
    }
    guard scale <= 128 else { return .refused(.outOfRange) }
    var count = 0
    func write(_ byte: UInt8) {
      destination[count] = byte
      count &+= 1
    }
    if number.isNegative, !significant.isEmpty { write(UInt8(ascii: "-")) }
    let point = significant.isEmpty ? 0 : number.pointIndex
    if point <= significant.lowerBound {
      write(48)
    } else {
      for index in significant.lowerBound..<point { write(48 &+ number.digit(index)) }
    }
    if scale > 0 {
      write(UInt8(ascii: "."))
      for index in point..<point &+ scale {
        write(48 &+ (significant.contains(index) ? number.digit(index) : 0))
      }
    }
    return .written(count)
  }

  /// Whether a text of up to 38 characters is canonical, in one pass.
  private static func isCanonicalAndShort(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard utf8.count <= 38 else { return false }
    var index = 0
    let isNegative = utf8.count > 0 && utf8[0] == UInt8(ascii: "-")
    if isNegative { index = 1 }
    let start = index
    var any: UInt8 = 0
    while index < utf8.count {
      let digit = utf8[index] &- 48
      guard digit <= 9 else { break }
      any |= digit
      index &+= 1
    }
    guard index > start, index &- start == 1 || utf8[start] != 48 else { return false }
    if index < utf8.count {
      guard utf8[index] == UInt8(ascii: "."), index &+ 1 < utf8.count else { return false }
      index &+= 1
      while index < utf8.count {
        let digit = utf8[index] &- 48
        guard digit <= 9 else { return false }
        any |= digit
        index &+= 1
      }
    }
    return !isNegative || any != 0
  }
}
