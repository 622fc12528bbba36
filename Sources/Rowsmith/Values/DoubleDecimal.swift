import RowsmithSchema

/// A JSON number as ± mantissa × 10^exponent, with a mantissa of at most nineteen digits.
struct DoubleDecimal {
  private(set) var isNegative = false
  private(set) var mantissa: UInt64 = 0
  private(set) var exponent = 0
  /// Whether digits were cut off, so that the number is between this mantissa and the next one.
  private(set) var isCut = false

  /// Returns `nil` unless the whole text is a JSON number.
  @inline(__always)
  init?(_ utf8: UnsafeBufferPointer<UInt8>) {
    guard let start = utf8.baseAddress else { return nil }
    let end = start + utf8.count
    var place = start
    if place < end, place.pointee == UInt8(ascii: "-") {
      isNegative = true
      place += 1
    }
    let digits = place
    Self.read(&place, end, &mantissa)
    var count = place - digits
    guard count > 0, count == 1 || digits.pointee != 48 else { return nil }
    if place < end, place.pointee == UInt8(ascii: ".") {
      place += 1
      let fraction = place
      Self.read(&place, end, &mantissa)
      exponent = fraction - place
      guard place > fraction else { return nil }
      count &-= exponent
    }
    // Leading zeros count as digits here: some numbers take the slow path needlessly, but none misses it.
    if count > 19 {
      guard readLong(utf8) else { return nil }
    } else if place < end {
      guard place.pointee | 0x20 == UInt8(ascii: "e") else { return nil }
      guard Self.readExponent(place + 1, end, &exponent) else { return nil }
    }
  }

  /// Starts over for a number that may have more digits than fit.
  @inline(never)
  private mutating func readLong(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let number = NumberScan(utf8, .json) else { return false }
    let significant = number.significant
    let kept = significant.prefix(19)
    mantissa = 0
    for index in kept {
      mantissa = mantissa &* 10 &+ UInt64(truncatingIfNeeded: number.digit(index))
    }
    isCut = kept.count < significant.count
    exponent = number.pointIndex &- kept.endIndex
    return true
  }

  @inline(__always)
  private static func read(
    _ place: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ value: inout UInt64
  ) {
    while end - place >= 8 {
      let raw = UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
      let word = UInt64(littleEndian: raw) ^ 0x3030_3030_3030_3030
      guard (word | (word &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080 == 0 else { break }
      // Adjacent digits to pairs, pairs to fours, fours to eight.
      let pairs = (word &* 10 &+ word &>> 8) & 0x00FF_00FF_00FF_00FF
      let fours = (pairs &* 100 &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
      let eight = (fours &* 10_000 &+ fours &>> 32) & 0xFFFF_FFFF
      value = value &* 100_000_000 &+ eight
      place += 8
    }
    while place < end {
      let digit = place.pointee &- 48
      guard digit <= 9 else { return }
      value = value &* 10 &+ UInt64(truncatingIfNeeded: digit)
      place += 1
    }
  }

  private static func readExponent(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ exponent: inout Int
  ) -> Bool {
    var place = start
    var isMinus = false
    if place < end, place.pointee == UInt8(ascii: "-") || place.pointee == UInt8(ascii: "+") {
      isMinus = place.pointee == UInt8(ascii: "-")
      place += 1
    }
    guard place < end else { return false }
    var value = 0
    while place < end {
      let digit = place.pointee &- 48
      guard digit <= 9 else { return false }
      if value < 100_000 { value = value &* 10 &+ Int(truncatingIfNeeded: digit) }
      place += 1
    }
    exponent &+= isMinus ? 0 &- value : value
    return true
  }
}
