import Rowsmith
import RowsmithSchema

/// A summary of the numbers at a place.
struct NumberShape {
  private(set) var count = 0
  /// The numbers without fraction and exponent that fit 64 bits.
  private(set) var integers = 0
  /// The numbers without fraction and exponent that exceed 64 bits.
  private(set) var hugeIntegers = 0
  private(set) var least = Int64.max
  private(set) var greatest = Int64.min
  /// Whether a Double would change a number.
  private(set) var exceedsDouble = false
  /// Whether a number has more digits than a Decimal keeps.
  private(set) var exceedsDecimal = false
  /// The most digits after a decimal point.
  private(set) var places = 0
  private(set) var sketch = ValueSketch()

  /// The numbers with a fraction or an exponent.
  var fractions: Int { count - integers - hugeIntegers }

  /// The numbers with a fraction or an exponent that are seconds of times that are usual.
  private(set) var fractionalSeconds = 0

  /// Whether all are seconds of times that are usual.
  var areSeconds: Bool {
    integers + fractionalSeconds == count
      && (integers == 0 || TypeChoice.times.contains(least) && TypeChoice.times.contains(greatest))
  }

  /// Adds a number.
  ///
  /// - Returns: its hash.
  mutating func add(_ token: NumberToken) -> UInt64 {
    count += 1
    if token.isInteger, let value = Self.integer(token) {
      integers += 1
      if value < least { least = value }
      if value > greatest { greatest = value }
      if value.magnitude > 1 << 53 { exceedsDouble = exceedsDouble || Int64(exactly: Double(value)) != value }
      let hash = SampleHash.of(value)
      sketch.add(hash)
      return hash
    }
    let text = UnsafeBufferPointer(start: token.start, count: token.count)
    if token.isInteger { hugeIntegers += 1 }
    judge(text)
    return SampleHash.of(text)
  }

  mutating func merge(_ other: NumberShape) {
    count += other.count
    integers += other.integers
    hugeIntegers += other.hugeIntegers
    fractionalSeconds += other.fractionalSeconds
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
    exceedsDouble = exceedsDouble || other.exceedsDouble
    exceedsDecimal = exceedsDecimal || other.exceedsDecimal
    places = max(places, other.places)
    sketch.merge(other.sketch)
  }

  /// Checks whether a Double and a Decimal keep a number.
  private mutating func judge(_ text: UnsafeBufferPointer<UInt8>) {
    guard let number = NumberScan(text, .json) else { return }
    let digits = number.significant
    if Self.areSeconds(number, digits) { fractionalSeconds += 1 }
    places = max(places, digits.upperBound - number.pointIndex)
    if digits.count > 38 || number.pointIndex > 100 || digits.upperBound - number.pointIndex > 100 {
      exceedsDecimal = true
    }
    // A Double keeps fifteen digits.
    if digits.count <= 15, abs(number.pointIndex) < 290 { return }
    if digits.count > 17 {
      exceedsDouble = true
      return
    }
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
      exceedsDouble = true
      return
    }
    var spelled = "\(value)"
    spelled.withUTF8 { spelled in
      guard let other = NumberScan(spelled, .json) else { return exceedsDouble = true }
      let isSame =
        other.significant.count == digits.count
        && other.pointIndex - other.significant.lowerBound
          == number.pointIndex - digits.lowerBound
        && zip(other.significant, digits).allSatisfy { other.digit($0) == number.digit($1) }
      if !isSame { exceedsDouble = true }
    }
  }

  /// Whether a number is one of the usual times, by what is before the point.
  private static func areSeconds(_ number: NumberScan, _ digits: Range<Int>) -> Bool {
    guard !number.isNegative, (9...10).contains(number.pointIndex - digits.lowerBound) else { return false }
    let seconds = (digits.lowerBound..<number.pointIndex).reduce(Int64(0)) { seconds, index in
      10 * seconds + Int64(number.digit(index))
    }
    return TypeChoice.times.contains(seconds)
  }

  private static func integer(_ token: NumberToken) -> Int64? {
    let isNegative = token.start.pointee == UInt8(ascii: "-")
    var value: Int64 = 0
    if token.count <= 18 {
      for index in (isNegative ? 1 : 0)..<token.count {
        value = value &* 10 &+ Int64(truncatingIfNeeded: token.start[index] &- 48)
      }
      return isNegative ? -value : value
    }
    return Int64(
      String(decoding: UnsafeBufferPointer(start: token.start, count: token.count), as: UTF8.self))
  }
}
