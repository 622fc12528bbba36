public import Foundation

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

  /// True if the date is in a year, month or day of the Gregorian calendar.
  ///
  /// - Parameters:
  ///   - year: the year.
  ///   - month: the month, from 1; `nil` for the whole year.
  ///   - day: the day, from 1; `nil` for the whole month.
  ///   - timeZone: the time zone that defines where days begin and end.
  public func isIn(
    year: Int, month: Int? = nil, day: Int? = nil, timeZone: TimeZone
  ) -> Condition<Root> {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let parts = DateComponents(year: year, month: month ?? 1, day: day ?? 1)
    guard parts.isValidDate(in: calendar), let date = calendar.date(from: parts) else { return .never }
    return isIn(month == nil ? .year : day == nil ? .month : .day, of: date, calendar)
  }

  private func isBetween(_ start: Date, andBefore end: Date) -> Condition<Root> {
    Condition(
      .and([
        .compare(term, .greaterOrEqual, [start.storedValue]), .compare(term, .less, [end.storedValue]),
      ]))
  }
}
