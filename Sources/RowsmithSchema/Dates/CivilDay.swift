/// Arithmetic on the days of the proleptic Gregorian calendar, years 1 to 9999.
///
/// A calendar of our own, because Foundation's switches to the Julian one in 1582 and takes locks.
enum CivilDay {
  /// Days from 0000-03-01, where the arithmetic starts, to 1970-01-01.
  private static let epoch = 719_468

  /// The number of days from 1970-01-01 to the given day, which must exist.
  @inline(__always)
  static func number(year: Int, month: Int, day: Int) -> Int {
    // Years begin in March, so that the leap day is the last of its year.
    let year = UInt(truncatingIfNeeded: month <= 2 ? year &- 1 : year)
    let month = UInt(truncatingIfNeeded: month <= 2 ? month &+ 9 : month &- 3)
    let century = year / 100
    let leaps = year / 4 &- century &+ century / 4
    let days = year &* 365 &+ leaps &+ (153 &* month &+ 2) / 5
    return Int(truncatingIfNeeded: days) &+ day &- 1 &- epoch
  }

  /// The day that is `number` days after 1970-01-01, from 0001-01-01 on.
  @inline(__always)
  static func civil(_ number: Int) -> (year: Int, month: Int, day: Int) {
    let days = UInt(truncatingIfNeeded: number &+ epoch)
    let era = days / 146_097
    let dayOfEra = days &- era &* 146_097
    let yearOfEra = (dayOfEra &- dayOfEra / 1460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
    let shifted = (5 &* dayOfYear &+ 2) / 153
    let day = dayOfYear &- (153 &* shifted &+ 2) / 5 &+ 1
    let month = shifted < 10 ? shifted &+ 3 : shifted &- 9
    let year = yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0)
    return (Int(truncatingIfNeeded: year), Int(truncatingIfNeeded: month), Int(truncatingIfNeeded: day))
  }

  /// The weekday of a day counted from 1970-01-01: 1 is Sunday, 7 is Saturday.
  static func weekday(_ number: Int) -> Int {
    (number &+ epoch &+ 3) % 7 &+ 1
  }

  @inline(__always)
  static func isLeap(_ year: Int) -> Bool {
    year & 3 == 0 && (year % 100 != 0 || year & 15 == 0)
  }

  /// The number of days of a month, 1 to 12.
  @inline(__always)
  static func length(ofMonth month: Int, year: Int) -> Int {
    if month == 2 { return isLeap(year) ? 29 : 28 }
    return 30 &+ ((month &+ month &>> 3) & 1)
  }
}
