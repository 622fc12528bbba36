/// The rules for the fields of a pattern together, so that it names one instant and is unambiguous.
struct DatePatternRules {
  private let pattern: String
  private let elements: [DatePatternElement]

  init(_ elements: [DatePatternElement], of pattern: String) {
    self.elements = elements
    self.pattern = pattern
  }

  /// Throws the first rule that is broken.
  func check() throws(DatePatternError) {
    try checkDuplicates()
    try checkDate()
    try checkTime()
  }

  /// The elements with the number of digits that each reads.
  func measured() throws(DatePatternError) -> [DatePatternElement] {
    var result = elements
    for index in result.indices where result[index].isNumber {
      let element = result[index]
      if touchesNumber(index) {
        guard let width = element.fixedWidth else {
          throw error(
            "'\(element.spelling)' has no fixed width and stands next to another number; "
              + "write '\(widened(element))', or put a separator between them", element)
        }
        result[index].minimumDigits = width
        result[index].maximumDigits = width
      } else {
        let digits = freeDigits(element)
        result[index].minimumDigits = digits.lowerBound
        result[index].maximumDigits = digits.upperBound
      }
    }
    return result
  }

  private func freeDigits(_ element: DatePatternElement) -> ClosedRange<Int> {
    switch element.field {
    case .year where element.count == 1: 1...4
    case .year where element.count == 3: 3...4
    case .year: element.count...element.count
    case .dayOfYear: 1...3
    case .fraction: 1...(.max)
    default: 1...2
    }
  }

  private func touchesNumber(_ index: Int) -> Bool {
    let before = index > 0 && isDigits(elements[index - 1])
    let after = index + 1 < elements.count && isDigits(elements[index + 1])
    return before || after
  }

  private func isDigits(_ element: DatePatternElement) -> Bool {
    element.field == .literal ? element.letter &- 48 <= 9 : element.isNumber
  }

  private func widened(_ element: DatePatternElement) -> String {
    let letter = Character(Unicode.Scalar(element.letter))
    let width =
      switch element.field {
      case .year: 4
      case .dayOfYear: 3
      default: 2
      }
    return String(repeating: letter, count: width)
  }

  private func checkDuplicates() throws(DatePatternError) {
    for (index, element) in elements.enumerated() where element.field != .literal {
      if let earlier = elements[..<index].first(where: { $0.field == element.field }) {
        throw error(
          "'\(element.spelling)' repeats '\(earlier.spelling)' before it; leave one of them out",
          element)
      }
    }
  }

  private func checkDate() throws(DatePatternError) {
    guard first(.year) != nil else {
      throw DatePatternError(
        "no field for the year, so the pattern is not a date; add 'yyyy'", offset: 0, pattern: pattern)
    }
    if let dayOfYear = first(.dayOfYear), let other = first(.month) ?? first(.day) {
      throw error(
        "'\(dayOfYear.spelling)' is the day of the year and contradicts '\(other.spelling)'; "
          + "leave one of them out ('d' is the day of the month)", dayOfYear)
    }
    if let day = first(.day), first(.month) == nil {
      throw error("'\(day.spelling)' is the day of a month, and no field says which; add 'MM'", day)
    }
    if let weekday = first(.weekday), first(.day) == nil, first(.dayOfYear) == nil {
      throw error("'\(weekday.spelling)' names a weekday, and no field gives the day; add 'dd'", weekday)
    }
  }

  private func checkTime() throws(DatePatternError) {
    if let hour = first(.hour) {
      if hour.isTwelveHour, first(.period) == nil {
        throw error(
          "'\(hour.spelling)' counts hours to 12, and no field says which half of the day; "
            + "add 'a' for AM and PM, or write 'HH'", hour)
      }
      if !hour.isTwelveHour, let period = first(.period) {
        throw error(
          "'\(period.spelling)' is AM or PM, and '\(hour.spelling)' counts 24 hours; write 'hh' for the hour",
          period)
      }
    } else if let period = first(.period) {
      throw error("'\(period.spelling)' is AM or PM, and no field gives the hour; add 'hh'", period)
    }
    try require(.hour, "HH", for: .minute, "minutes need the hour")
    try require(.minute, "mm", for: .second, "seconds need the minute")
    try require(.second, "ss", for: .fraction, "fractions need the second")
  }

  private func require(
    _ field: DatePatternElement.Field, _ spelling: String, for other: DatePatternElement.Field,
    _ reason: String
  ) throws(DatePatternError) {
    guard let element = first(other), first(field) == nil else { return }
    throw error("'\(element.spelling)': \(reason); add '\(spelling)'", element)
  }

  private func first(_ field: DatePatternElement.Field) -> DatePatternElement? {
    elements.first { $0.field == field }
  }

  private func error(_ message: String, _ element: DatePatternElement) -> DatePatternError {
    DatePatternError(message, offset: element.offset, pattern: pattern)
  }
}
