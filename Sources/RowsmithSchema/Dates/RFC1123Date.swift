/// The date of HTTP and mail: `Tue, 22 Aug 2000 13:28:00 GMT`.
///
/// The weekday may be missing, but must be right if present. The seconds may be missing. Years of two digits are read by RFC
/// 2822 (50 to 99 are 1950 to 1999, 00 to 49 are 2000 to 2049; three digits count from 1900). The zone is `GMT`, `UTC`, `UT`,
/// `Z` or an offset.
enum RFC1123Date {
  /// Milliseconds since 1970-01-01T00:00:00Z; nil when the text is no such date.
  static func milliseconds(parsing utf8: UnsafeBufferPointer<UInt8>) -> Int64? {
    var cursor = DateCursor(utf8)
    var time = CivilTime()
    var weekday: Int?
    if cursor.byte &- 48 > 9 {
      weekday = cursor.weekday()
      guard weekday != nil, cursor.take(UInt8(ascii: ",")) else { return nil }
      skipSpaces(&cursor)
    }
    guard let day = cursor.digits(1, 2), skipSpaces(&cursor), let month = cursor.month(),
      skipSpaces(&cursor), let year = year(&cursor), skipSpaces(&cursor),
      let hour = cursor.digits(2, 2), cursor.take(UInt8(ascii: ":")), let minute = cursor.digits(2, 2)
    else { return nil }
    time.year = year
    time.month = month
    time.day = day
    time.hour = hour
    time.minute = minute
    if cursor.take(UInt8(ascii: ":")) {
      guard let second = cursor.digits(2, 2) else { return nil }
      time.second = second
    }
    guard skipSpaces(&cursor), let offset = DateZone.named(&cursor), cursor.isAtEnd else { return nil }
    time.offset = offset
    if let weekday {
      guard let dayNumber = time.dayNumber, CivilDay.weekday(dayNumber) == weekday else { return nil }
    }
    return time.milliseconds
  }

  /// The UTC date with weekday and seconds, without milliseconds.
  static func string(milliseconds: Int64) -> String {
    let time = CivilTime.utc(milliseconds: milliseconds)
    var text = DateText()
    text.append(EnglishDateNames.weekday(CivilDay.weekday(time.dayNumber ?? 0)), first: 3)
    text.append(", ")
    text.append(time.day, width: 2)
    text.append(" ")
    text.append(EnglishDateNames.month(time.month), first: 3)
    text.append(" ")
    text.append(time.year, width: 4)
    text.append(" ")
    text.append(time.hour, width: 2)
    text.append(":")
    text.append(time.minute, width: 2)
    text.append(":")
    text.append(time.second, width: 2)
    text.append(" GMT")
    return text.string
  }

  @discardableResult
  private static func skipSpaces(_ cursor: inout DateCursor) -> Bool {
    let start = cursor.offset
    while cursor.take(UInt8(ascii: " ")) {}
    return cursor.offset > start
  }

  private static func year(_ cursor: inout DateCursor) -> Int? {
    let start = cursor.offset
    guard let year = cursor.digits(2, 4) else { return nil }
    switch cursor.offset - start {
    case 2: return year < 50 ? year + 2000 : year + 1900
    case 3: return year + 1900
    default: return year
    }
  }
}
