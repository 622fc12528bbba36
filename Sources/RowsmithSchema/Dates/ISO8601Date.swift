/// ISO 8601 dates, with separators (`2000-08-22T13:28:00Z`) or without (`20000822T132800Z`).
///
/// Accepted are: the date alone, which is midnight; hours and minutes; seconds; a fraction after `.` or `,` of any length,
/// rounded to the nearest millisecond; `T`, `t` or one space between date and time; the zones `Z`, `±hh`, `±hhmm`, `±hh:mm`,
/// or none, which is UTC. `24:00:00` is the next day's midnight, second 60 the next minute's first.
enum ISO8601Date {
  /// Milliseconds since 1970-01-01T00:00:00Z of a date with separators; nil when it is none.
  static func milliseconds(parsing utf8: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard utf8.count >= 20, let text = utf8.baseAddress,
      let first = DateDigits(text, at: 0, .yearMonth),
      let second = DateDigits(text, at: 8, .dayHourMinute)
    else { return general(utf8, separated: true) }
    var time = CivilTime()
    time.year = first[0] &* 100 &+ first[2]
    time.month = first[5]
    time.day = second[0]
    time.hour = second[3]
    time.minute = second[6]
    if utf8.count == 20, text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "Z") {
      let tens = text[17] &- 48
      let ones = text[18] &- 48
      guard tens <= 6, ones <= 9 else { return nil }
      time.second = Int(truncatingIfNeeded: tens &* 10 &+ ones)
      return time.milliseconds
    }
    if utf8.count == 24, let third = DateDigits(text, at: 16, .secondFraction) {
      time.second = third[1]
      time.millisecond = third[4] &* 10 &+ third[5] % 10
      return time.milliseconds
    }
    return rest(&time, DateCursor(utf8, offset: 16), separated: true)
  }

  /// Whether a valid date is `yyyy-MM-ddTHH:mm:ssZ` or `yyyy-MM-ddTHH:mm:ss.SSSZ`, without hour 24 or second 60, so that its
  /// text is what is stored.
  @inline(__always)
  static func isPlainUTC(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard utf8.count == 20 || (utf8.count == 24 && utf8[19] == UInt8(ascii: ".")) else { return false }
    guard utf8[10] == UInt8(ascii: "T"), utf8[utf8.count &- 1] == UInt8(ascii: "Z") else { return false }
    let isHour24 = utf8[11] == UInt8(ascii: "2") && utf8[12] == UInt8(ascii: "4")
    return !isHour24 && utf8[17] != UInt8(ascii: "6")
  }

  /// Milliseconds since 1970-01-01T00:00:00Z of a date without separators; nil when it is none.
  static func milliseconds(parsingBasic utf8: UnsafeBufferPointer<UInt8>) -> Int64? {
    general(utf8, separated: false)
  }

  /// The UTC date; a fraction of zero is left out.
  static func string(milliseconds: Int64, separated: Bool) -> String {
    let time = CivilTime.utc(milliseconds: milliseconds)
    var text = DateText()
    text.append(time.year, width: 4)
    if separated { text.append(UInt8(ascii: "-")) }
    text.append(time.month, width: 2)
    if separated { text.append(UInt8(ascii: "-")) }
    text.append(time.day, width: 2)
    text.append(UInt8(ascii: "T"))
    text.append(time.hour, width: 2)
    if separated { text.append(UInt8(ascii: ":")) }
    text.append(time.minute, width: 2)
    if separated { text.append(UInt8(ascii: ":")) }
    text.append(time.second, width: 2)
    if time.millisecond != 0 {
      text.append(UInt8(ascii: "."))
      text.append(time.millisecond, width: 3)
    }
    text.append(UInt8(ascii: "Z"))
    return text.string
  }

  private static func general(_ utf8: UnsafeBufferPointer<UInt8>, separated: Bool) -> Int64? {
    var cursor = DateCursor(utf8)
    var time = CivilTime()
    guard let year = cursor.digits(4, 4), !separated || cursor.take(UInt8(ascii: "-")),
      let month = cursor.digits(2, 2), !separated || cursor.take(UInt8(ascii: "-")),
      let day = cursor.digits(2, 2)
    else { return nil }
    time.year = year
    time.month = month
    time.day = day
    if cursor.isAtEnd { return time.milliseconds }
    guard cursor.byte | 0x20 == UInt8(ascii: "t") || cursor.byte == UInt8(ascii: " ") else { return nil }
    cursor.offset &+= 1
    guard let hour = cursor.digits(2, 2), !separated || cursor.take(UInt8(ascii: ":")),
      let minute = cursor.digits(2, 2)
    else { return nil }
    time.hour = hour
    time.minute = minute
    return rest(&time, cursor, separated: separated)
  }

  /// Reads what follows the minutes.
  private static func rest(
    _ time: inout CivilTime, _ cursor: consuming DateCursor, separated: Bool
  ) -> Int64? {
    if separated ? cursor.take(UInt8(ascii: ":")) : cursor.byte &- 48 <= 9 {
      guard let second = cursor.digits(2, 2) else { return nil }
      time.second = second
      if cursor.byte == UInt8(ascii: ".") || cursor.byte == UInt8(ascii: ",") {
        cursor.offset &+= 1
        guard let millisecond = cursor.fraction() else { return nil }
        time.millisecond = millisecond
      }
    }
    if !cursor.isAtEnd {
      guard let offset = DateZone.offset(&cursor), cursor.isAtEnd else { return nil }
      time.offset = offset
    }
    return time.milliseconds
  }
}
