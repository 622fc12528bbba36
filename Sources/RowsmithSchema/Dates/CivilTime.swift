/// The parts of a date as they were read, unchecked, and the instant that they name.
struct CivilTime {
  var year = 1970
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  /// 60 is a leap second and counts as the next minute's first.
  var second = 0
  /// 1000 if a fraction was rounded up.
  var millisecond = 0
  /// Seconds east of UTC.
  var offset = 0

  /// Days since 1970-01-01 of the day as written; nil when the calendar has no such day.
  var dayNumber: Int? {
    @inline(__always) get {
      guard year >= 1, year <= 9999, month >= 1, month <= 12, day >= 1 else { return nil }
      guard day <= 28 || day <= CivilDay.length(ofMonth: month, year: year) else { return nil }
      return CivilDay.number(year: year, month: month, day: day)
    }
  }

  /// Milliseconds since 1970-01-01T00:00:00Z; nil when the parts are no date or out of range.
  var milliseconds: Int64? {
    @inline(__always) get {
      guard let dayNumber, hour <= 24, minute <= 59, second <= 60 else { return nil }
      if hour == 24, minute | second | millisecond != 0 { return nil }
      let ofDay = hour &* 3600 &+ minute &* 60 &+ second &- offset
      // Int has 32 bits on some watches.
      let seconds = Int64(truncatingIfNeeded: dayNumber) &* 86_400 &+ Int64(truncatingIfNeeded: ofDay)
      let milliseconds = seconds &* 1000 &+ Int64(truncatingIfNeeded: millisecond)
      if CanonicalDate.supported.contains(milliseconds) { return milliseconds }
      // The greatest date of .NET and SQL Server, 9999-12-31T23:59:59.9999999, is not rounded into the year 10000.
      let last = CanonicalDate.supported.upperBound
      return millisecond == 1000 && milliseconds == last &+ 1 ? last : nil
    }
  }

  /// The parts of an instant in UTC. One outside `CanonicalDate.supported` becomes the nearest inside.
  @inline(__always)
  static func utc(milliseconds: Int64) -> CivilTime {
    let range = CanonicalDate.supported
    let clamped = min(max(milliseconds, range.lowerBound), range.upperBound)
    let sinceYearOne = UInt64(truncatingIfNeeded: clamped &- range.lowerBound)
    let days = sinceYearOne / 86_400_000
    let rest = UInt32(truncatingIfNeeded: sinceYearOne &- days &* 86_400_000)
    let seconds = rest / 1000
    let civil = CivilDay.civil(Int(truncatingIfNeeded: days) &- 719_162)
    var time = CivilTime()
    time.year = civil.year
    time.month = civil.month
    time.day = civil.day
    time.hour = Int(truncatingIfNeeded: seconds / 3600)
    time.minute = Int(truncatingIfNeeded: seconds / 60 % 60)
    time.second = Int(truncatingIfNeeded: seconds % 60)
    time.millisecond = Int(truncatingIfNeeded: rest &- seconds &* 1000)
    return time
  }
}
