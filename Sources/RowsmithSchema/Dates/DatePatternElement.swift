/// One field of a date pattern, or one literal byte.
struct DatePatternElement: Equatable {
  /// What a field means. Letters that mean the same (`M` and `L`) share one.
  enum Field: UInt8 {
    case literal, year, month, day, dayOfYear, weekday, hour, minute, second, fraction, period, zone
  }

  var field: Field
  /// The pattern's letter, or the literal byte.
  var letter: UInt8
  /// How often the letter is repeated.
  var count: Int
  /// Where the field begins in the pattern, in bytes.
  var offset: Int
  /// How many digits are read; both zero if the field is not a number.
  var minimumDigits = 0
  /// See `minimumDigits`.
  var maximumDigits = 0

  /// Whether the field is written in digits.
  var isNumber: Bool {
    switch field {
    case .year, .day, .dayOfYear, .hour, .minute, .second, .fraction: true
    case .month: count <= 2
    case .literal, .weekday, .period, .zone: false
    }
  }

  /// The number of digits that the field always has; `nil` if it varies.
  var fixedWidth: Int? {
    switch field {
    case .year: count == 2 || count >= 4 ? count : nil
    case .dayOfYear: count == 3 ? 3 : nil
    case .fraction: count
    default: count == 2 ? 2 : nil
    }
  }

  /// Whether the hours are counted to 12.
  var isTwelveHour: Bool {
    field == .hour && (letter == UInt8(ascii: "h") || letter == UInt8(ascii: "K"))
  }

  /// The letters as the pattern has them.
  var spelling: String { String(repeating: Character(Unicode.Scalar(letter)), count: count) }

  /// What a letter means and how often it may be repeated; `nil` if it is not a supported field.
  static func meaning(of letter: UInt8) -> (field: Field, counts: ClosedRange<Int>)? {
    switch letter {
    case UInt8(ascii: "y"): (.year, 1...9)
    case UInt8(ascii: "M"), UInt8(ascii: "L"): (.month, 1...4)
    case UInt8(ascii: "d"): (.day, 1...2)
    case UInt8(ascii: "D"): (.dayOfYear, 1...3)
    case UInt8(ascii: "E"): (.weekday, 1...4)
    case UInt8(ascii: "H"), UInt8(ascii: "h"), UInt8(ascii: "k"), UInt8(ascii: "K"): (.hour, 1...2)
    case UInt8(ascii: "m"): (.minute, 1...2)
    case UInt8(ascii: "s"): (.second, 1...2)
    case UInt8(ascii: "S"): (.fraction, 1...30)
    case UInt8(ascii: "a"): (.period, 1...4)
    case UInt8(ascii: "Z"), UInt8(ascii: "X"), UInt8(ascii: "x"): (.zone, 1...5)
    case UInt8(ascii: "z"): (.zone, 1...4)
    default: nil
    }
  }
}
