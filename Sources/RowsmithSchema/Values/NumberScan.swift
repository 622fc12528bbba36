/// The parts of a number's text: the positions of its digits, and its exponent.
///
/// Digits are counted from the first one, without the point.
package struct NumberScan {
  /// Which spellings are numbers.
  package enum Grammar {
    /// RFC 8259: no `+`, no leading zero, digits on both sides of the point.
    case json
    /// Decimal strings: also `+1`, `007`, `.5` and `5.`.
    case decimal
  }

  private let text: UnsafeBufferPointer<UInt8>
  /// Whether it begins with a minus, even for zero.
  package private(set) var isNegative = false
  private var integer = 0..<0
  private var fraction = 0..<0
  /// The exponent, clamped to ±10⁹.
  package private(set) var exponent = 0

  /// `nil` if the whole text is not a number.
  package init?(_ text: UnsafeBufferPointer<UInt8>, _ grammar: Grammar) {
    self.text = text
    var offset = 0
    if offset < text.count, text[offset] == UInt8(ascii: "-") {
      isNegative = true
      offset &+= 1
    } else if grammar == .decimal, offset < text.count, text[offset] == UInt8(ascii: "+") {
      offset &+= 1
    }
    integer = Self.digits(text, offset)
    offset = integer.upperBound
    if offset < text.count, text[offset] == UInt8(ascii: ".") {
      fraction = Self.digits(text, offset &+ 1)
      offset = fraction.upperBound
      if grammar == .json, fraction.isEmpty { return nil }
    }
    switch grammar {
    case .json:
      guard !integer.isEmpty, integer.count == 1 || text[integer.lowerBound] != 48 else { return nil }
    case .decimal:
      guard !integer.isEmpty || !fraction.isEmpty else { return nil }
    }
    if offset < text.count, text[offset] | 0x20 == UInt8(ascii: "e") {
      guard readExponent(&offset) else { return nil }
    }
    guard offset == text.count else { return nil }
  }

  /// The number of digits.
  var digitCount: Int { integer.count &+ fraction.count }

  /// The number of digits after the point, once the exponent is applied; negative if zeros are missing.
  var scale: Int { fraction.count &- exponent }

  /// The number of digits before the point, once the exponent is applied; may be negative.
  package var pointIndex: Int { integer.count &+ exponent }

  /// A digit, 0 to 9; 0 before the first and after the last.
  package func digit(_ index: Int) -> UInt8 {
    guard index >= 0, index < digitCount else { return 0 }
    let place =
      index < integer.count
      ? integer.lowerBound &+ index : fraction.lowerBound &+ index &- integer.count
    return text[place] &- 48
  }

  /// The digits from the first that is not zero to the last that is not; empty for zero.
  package var significant: Range<Int> {
    var lower = 0
    var upper = digitCount
    while lower < upper, digit(lower) == 0 { lower &+= 1 }
    while upper > lower, digit(upper &- 1) == 0 { upper &-= 1 }
    return lower..<upper
  }

  private mutating func readExponent(_ offset: inout Int) -> Bool {
    offset &+= 1
    var isMinus = false
    if offset < text.count, text[offset] == UInt8(ascii: "-") || text[offset] == UInt8(ascii: "+") {
      isMinus = text[offset] == UInt8(ascii: "-")
      offset &+= 1
    }
    let digits = Self.digits(text, offset)
    var value = 0
    for place in digits where value < 1_000_000_000 {
      value = value &* 10 &+ Int(truncatingIfNeeded: text[place] &- 48)
    }
    exponent = min(value, 1_000_000_000) &* (isMinus ? -1 : 1)
    offset = digits.upperBound
    return !digits.isEmpty
  }

  private static func digits(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Range<Int> {
    var end = start
    while end < text.count, text[end] &- 48 <= 9 { end &+= 1 }
    return start..<end
  }
}
