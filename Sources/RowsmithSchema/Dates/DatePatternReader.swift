/// Reads a date element by element.
struct DatePatternReader {
  private var cursor: DateCursor
  private var time = CivilTime()
  private var dayOfYear: Int?
  private var weekday: Int?
  private var isAfternoon = false

  init(_ utf8: UnsafeBufferPointer<UInt8>) { cursor = DateCursor(utf8) }

  /// The date, once every element is read; nil when text is left or the parts make no date.
  var milliseconds: Int64? {
    guard cursor.isAtEnd else { return nil }
    var time = time
    if isAfternoon { time.hour &+= 12 }
    if let dayOfYear {
      guard let first = time.dayNumber, dayOfYear >= 1,
        dayOfYear <= (CivilDay.isLeap(time.year) ? 366 : 365)
      else { return nil }
      let civil = CivilDay.civil(first + dayOfYear - 1)
      time.month = civil.month
      time.day = civil.day
    }
    if let weekday {
      guard let dayNumber = time.dayNumber, CivilDay.weekday(dayNumber) == weekday else { return nil }
    }
    return time.milliseconds
  }

  /// Reads one element; false when the text does not match it.
  mutating func read(_ element: DatePatternElement) -> Bool {
    switch element.field {
    case .literal: return cursor.take(element.letter)
    case .year: return readYear(element)
    case .month:
      return Self.store(element.isNumber ? number(element) : cursor.month(), &time.month)
    case .day: return Self.store(number(element), &time.day)
    case .dayOfYear:
      dayOfYear = number(element)
      return dayOfYear != nil
    case .weekday:
      weekday = cursor.weekday()
      return weekday != nil
    case .hour: return readHour(element)
    case .minute: return Self.store(number(element), &time.minute)
    case .second: return Self.store(number(element), &time.second)
    case .fraction:
      let width = element.minimumDigits == element.maximumDigits ? element.minimumDigits : nil
      return Self.store(cursor.fraction(width: width), &time.millisecond)
    case .period:
      isAfternoon = cursor.takeWord("PM")
      return isAfternoon || cursor.takeWord("AM")
    case .zone: return Self.store(DateZone.named(&cursor), &time.offset)
    }
  }

  private mutating func number(_ element: DatePatternElement) -> Int? {
    cursor.digits(element.minimumDigits, element.maximumDigits)
  }

  private mutating func readYear(_ element: DatePatternElement) -> Bool {
    guard var year = number(element) else { return false }
    if element.count == 2 { year &+= year < 50 ? 2000 : 1900 }
    time.year = year
    return true
  }

  private mutating func readHour(_ element: DatePatternElement) -> Bool {
    guard var hour = number(element) else { return false }
    switch element.letter {
    case UInt8(ascii: "H"): break
    case UInt8(ascii: "k"):
      guard hour >= 1, hour <= 24 else { return false }
      if hour == 24 { hour = 0 }
    case UInt8(ascii: "h"):
      guard hour >= 1, hour <= 12 else { return false }
      if hour == 12 { hour = 0 }
    default: guard hour <= 11 else { return false }
    }
    time.hour = hour
    return true
  }

  private static func store(_ value: Int?, _ part: inout Int) -> Bool {
    guard let value else { return false }
    part = value
    return true
  }
}
