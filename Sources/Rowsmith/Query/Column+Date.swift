public import Foundation

// Dates are compared to the millisecond, as they are stored.
extension Column where Value: ColumnContent, Value.Present == Date {
  /// Met where the date is in the same day, month, year and so on as another one.
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
  ///   - calendar: says when the unit begins and ends, in its time zone.
  public func isIn(
    _ component: Calendar.Component, of date: Date, _ calendar: Calendar
  ) -> Condition<Root> {
    guard let interval = calendar.dateInterval(of: component, for: date) else { return .never }
    return isBetween(interval.start, andBefore: interval.end)
  }

  /// Met where the date is in a year of the Gregorian calendar, or in one month or day of it.
  ///
  /// - Parameters:
  ///   - year: the year.
  ///   - month: the month, from 1; nil for the whole year.
  ///   - day: the day, from 1; nil for the whole month.
  ///   - timeZone: where the days begin and end.
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
