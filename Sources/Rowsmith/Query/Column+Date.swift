public import Foundation
import RowsmithSchema

// Dates are stored, and so compared, to the millisecond.
extension Column where Value: ColumnContent, Value.Present == Date {
  /// True if the date is in the same calendar unit, such as the day or month, as another date.
  ///
  /// ```swift
  /// var calendar = Calendar(identifier: .gregorian)
  /// calendar.timeZone = TimeZone.current
  /// let today = Album.filter { $0.released.isIn(.day, of: .now, calendar) }
  /// ```
  ///
  /// - Parameters:
  ///   - component: the unit: a day, a month, a year.
  ///   - date: any date in that unit.
  ///   - calendar: defines where the unit begins and ends, in the calendar's time zone.
  public func isIn(
    _ component: Calendar.Component, of date: Date, _ calendar: Calendar
  ) -> Condition<Root> {
    guard let interval = calendar.dateInterval(of: component, for: date) else { return .never }
    return isBetween(interval.start, andBefore: interval.end)
  }

  /// True if the date is in a year, month or day of the Gregorian calendar. That holds before 1582, too, as in JSON
  /// and in the database.
  ///
  /// - Parameters:
  ///   - year: the year.
  ///   - month: the month, from 1; `nil` for the whole year.
  ///   - day: the day, from 1; `nil` for the whole month. Give it only with a month.
  ///   - timeZone: the time zone that defines where days begin and end.
  public func isIn(
    year: Int, month: Int? = nil, day: Int? = nil, timeZone: TimeZone
  ) -> Condition<Root> {
    // Foundation's calendar is the Julian one before October 1582. The Gregorian one repeats itself every 400 years.
    let cycles = (1..<1600).contains(year) ? (1999 - year) / 400 : 0
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = cycles == 0 ? timeZone : .gmt
    let parts = DateComponents(year: year + 400 * cycles, month: month ?? 1, day: day ?? 1)
    let unit: Calendar.Component = month == nil ? .year : day == nil ? .month : .day
    guard parts.isValidDate(in: calendar), let date = calendar.date(from: parts),
      let interval = calendar.dateInterval(of: unit, for: date)
    else { return .never }
    if cycles == 0 { return isBetween(interval.start, andBefore: interval.end) }
    let bounds = [interval.start, interval.end].map { bound in
      let date = bound.addingTimeInterval(Double(cycles) * -146_097 * 86_400)
      return date.addingTimeInterval(-Double(timeZone.secondsFromGMT(for: date)))
    }
    return isBetween(bounds[0], andBefore: bounds[1])
  }

  private func isBetween(_ start: Date, andBefore end: Date) -> Condition<Root> {
    // An end after the last date that can be stored is stored as that date, which is before it.
    let last = Double(CanonicalDate.supported.upperBound) / 1000
    if start.timeIntervalSince1970 > last { return .never }
    let comparison: Comparison = end.timeIntervalSince1970 > last ? .lessOrEqual : .less
    return Condition(
      .and([
        .compare(term, .greaterOrEqual, [start.storedValue]), .compare(term, comparison, [end.storedValue]),
      ]))
  }
}
