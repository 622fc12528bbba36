/// The form in which dates are stored: `yyyy-MM-dd'T'HH:mm:ss.SSS'Z'`, always 24 bytes, always UTC.
///
/// The text sorts as the dates do, and SQLite's date functions read it.
public enum CanonicalDate {
  /// The dates that can be stored, in milliseconds since 1970-01-01T00:00:00Z: the years 1 to 9999
  /// of the proleptic Gregorian calendar.
  public static var supported: ClosedRange<Int64> {
    @inline(__always) get { -62_135_596_800_000...253_402_300_799_999 }
  }

  /// The number of bytes of every stored date.
  public static var byteCount: Int { 24 }

  /// Writes the 24 bytes of a date.
  ///
  /// - Parameters:
  ///   - milliseconds: since 1970-01-01T00:00:00Z. A date outside `supported` is written as the nearest
  ///     one inside, so that `Date.distantPast` stays a date.
  ///   - destination: room for 24 bytes.
  public static func write(milliseconds: Int64, into destination: UnsafeMutablePointer<UInt8>) {
    let time = CivilTime.utc(milliseconds: milliseconds)
    writePair(time.year / 100, destination)
    writePair(time.year % 100, destination + 2)
    destination[4] = UInt8(ascii: "-")
    writePair(time.month, destination + 5)
    destination[7] = UInt8(ascii: "-")
    writePair(time.day, destination + 8)
    destination[10] = UInt8(ascii: "T")
    writePair(time.hour, destination + 11)
    destination[13] = UInt8(ascii: ":")
    writePair(time.minute, destination + 14)
    destination[16] = UInt8(ascii: ":")
    writePair(time.second, destination + 17)
    destination[19] = UInt8(ascii: ".")
    destination[20] = UInt8(truncatingIfNeeded: 48 &+ time.millisecond / 100)
    writePair(time.millisecond % 100, destination + 21)
    destination[23] = UInt8(ascii: "Z")
  }

  /// The date of a stored text, in milliseconds since 1970-01-01T00:00:00Z.
  ///
  /// - Returns: nil for anything that `write(milliseconds:into:)` does not write.
  public static func milliseconds(parsing utf8: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard utf8.count == byteCount, let text = utf8.baseAddress,
      let first = DateDigits(text, at: 0, .yearMonth),
      let second = DateDigits(text, at: 8, .dayHourMinute),
      let third = DateDigits(text, at: 16, .secondFraction)
    else { return nil }
    var time = CivilTime()
    time.year = first[0] &* 100 &+ first[2]
    time.month = first[5]
    time.day = second[0]
    time.hour = second[3]
    time.minute = second[6]
    time.second = third[1]
    time.millisecond = third[4] &* 10 &+ third[5] % 10
    guard time.hour <= 23, time.second <= 59 else { return nil }
    return time.milliseconds
  }

  @inline(__always)
  private static func writePair(_ value: Int, _ destination: UnsafeMutablePointer<UInt8>) {
    let value = UInt32(truncatingIfNeeded: value)
    destination[0] = UInt8(truncatingIfNeeded: 48 &+ value / 10)
    destination[1] = UInt8(truncatingIfNeeded: 48 &+ value % 10)
  }
}
