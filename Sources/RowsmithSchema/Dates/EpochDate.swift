/// Dates as numbers: the seconds or milliseconds since 1970-01-01T00:00:00Z.
enum EpochDate {
  /// The unit, as the power of ten that makes milliseconds of it.
  enum Unit: Int {
    case milliseconds = 0
    case seconds = 3
  }

  /// Milliseconds of a JSON number's text, rounded to the nearest, a half towards the future.
  ///
  /// Exact for every spelling, as no binary fraction is involved. `nil` if the text is not a number or out of range.
  static func milliseconds(parsing utf8: UnsafeBufferPointer<UInt8>, unit: Unit) -> Int64? {
    guard let number = NumberScan(utf8, .json) else { return nil }
    let significant = number.significant
    if significant.isEmpty { return 0 }
    let point = number.pointIndex &+ unit.rawValue
    let width = point &- significant.lowerBound
    guard width >= 0 else { return 0 }
    guard width <= 15 else { return nil }
    var magnitude: Int64 = 0
    for index in significant.lowerBound..<point {
      magnitude = magnitude &* 10 &+ Int64(truncatingIfNeeded: number.digit(index))
    }
    if point < significant.upperBound {
      let next = number.digit(point)
      let isMoreThanHalf = next == 5 && point &+ 1 < significant.upperBound
      if next > 5 || isMoreThanHalf || (next == 5 && !number.isNegative) { magnitude &+= 1 }
    }
    let milliseconds = number.isNegative ? -magnitude : magnitude
    return CanonicalDate.supported.contains(milliseconds) ? milliseconds : nil
  }

  /// The number's text, without a fraction that is zero.
  static func string(milliseconds: Int64, unit: Unit) -> String {
    guard unit == .seconds else { return String(milliseconds) }
    let fraction = milliseconds.magnitude % 1000
    var text = DateText()
    if milliseconds < 0 { text.append("-") }
    text.append(milliseconds.magnitude / 1000)
    if fraction != 0 {
      text.append(".")
      switch fraction {
      case _ where fraction % 100 == 0: text.append(fraction / 100)
      case _ where fraction % 10 == 0: text.append(fraction / 10, width: 2)
      default: text.append(fraction, width: 3)
      }
    }
    return text.string
  }
}
