/// Time zones as dates spell them, in seconds east of UTC.
enum DateZone {
  /// `Z`, `±hh`, `±hhmm` or `±hh:mm`.
  static func offset(_ cursor: inout DateCursor) -> Int? {
    if cursor.byte | 0x20 == UInt8(ascii: "z") {
      cursor.offset &+= 1
      return 0
    }
    return signed(&cursor, leastHourDigits: 2)
  }

  /// An offset, or one of the names of UTC (`GMT`, `UTC`, `UT`), which an offset may follow.
  ///
  /// Other names are refused: `EST` and `IST` mean several zones each.
  static func named(_ cursor: inout DateCursor) -> Int? {
    guard cursor.takeWord("GMT") || cursor.takeWord("UTC") || cursor.takeWord("UT") else {
      return offset(&cursor)
    }
    guard cursor.byte == UInt8(ascii: "+") || cursor.byte == UInt8(ascii: "-") else { return 0 }
    return signed(&cursor, leastHourDigits: 1)
  }

  private static func signed(_ cursor: inout DateCursor, leastHourDigits: Int) -> Int? {
    let isWest = cursor.byte == UInt8(ascii: "-")
    guard isWest || cursor.byte == UInt8(ascii: "+") else { return nil }
    cursor.offset &+= 1
    guard let hours = cursor.digits(leastHourDigits, 2), hours <= 23 else { return nil }
    var seconds = hours &* 3600
    let hasColon = cursor.take(UInt8(ascii: ":"))
    if hasColon || cursor.byte &- 48 <= 9 {
      guard let minutes = cursor.digits(2, 2), minutes <= 59 else { return nil }
      seconds &+= minutes &* 60
    }
    return isWest ? -seconds : seconds
  }
}
