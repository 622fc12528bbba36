import RowsmithSchema

/// Finds the date formats of a column.
enum DateColumn {
  private static let dateOnly = "yyyy-MM-dd"
  private static let seconds = "yyyy-MM-dd HH:mm:ss"

  /// The type of a date column; `nil` if its values are not all dates.
  static func type(_ samples: [ForeignDatabase.Value], isDateOnly: Bool, isDeclared: Bool) -> ColumnType? {
    if samples.isEmpty {
      guard isDeclared else { return nil }
      return ColumnType(
        "Date", [isDateOnly ? dateOnly : seconds], comment: "no rows to infer the format of dates from")
    }
    let texts = samples.compactMap(\.text)
    if texts.count == samples.count { return type(ofTexts: texts) }
    guard texts.isEmpty else { return nil }
    let numbers = samples.compactMap { value -> Double? in
      switch value {
      case .integer(let number): Double(number)
      case .real(let number): number
      default: nil
      }
    }
    guard numbers.count == samples.count else { return nil }
    // All values are times between 1990 and 2100.
    if numbers.allSatisfy({ (631_152_000...4_102_444_800).contains($0) }) {
      return ColumnType("Date", ["epochSeconds"])
    }
    if numbers.allSatisfy({ (631_152_000_000...4_102_444_800_000).contains($0) }) {
      return ColumnType("Date", ["epochMilliseconds"])
    }
    if isDeclared, !numbers.allSatisfy(isDay),
      numbers.allSatisfy({ abs($0) < 4_102_444_800 && ($0 == 0 || abs($0) > 86_400) })
    {
      return numbers.allSatisfy { $0 == $0.rounded() } ? ColumnType("Date", ["epochSeconds"]) : nil
    }
    return nil
  }

  /// Whether a number is a day written without separators, such as 20240102.
  private static func isDay(_ number: Double) -> Bool {
    guard number == number.rounded(), (19_000_101...21_001_231).contains(number) else { return false }
    let digits = Int(number)
    return (1...12).contains(digits / 100 % 100) && (1...31).contains(digits % 100)
  }

  private static func type(ofTexts texts: [String]) -> ColumnType? {
    if texts.allSatisfy({ isRead($0, dateOnly) }) { return ColumnType("Date", [dateOnly]) }
    if texts.allSatisfy({ CompiledDateFormat.iso8601.milliseconds(parsing: $0) != nil && $0.contains("T") }) {
      return ColumnType("Date")
    }
    // A fraction is read in any length, and written in that of the rows.
    let fraction = texts.contains { $0.contains(/\.\d{4}/) } ? "SSSSSS" : "SSS"
    let patterns = [
      seconds, "\(seconds).\(fraction)", "yyyy-MM-dd HH:mm", "\(seconds)XXX", "\(seconds).\(fraction)XXX",
      "\(seconds) Z",
    ]
    let used = patterns.filter { pattern in texts.contains { isRead($0, pattern) } }
    guard !used.isEmpty, texts.allSatisfy({ text in used.contains { isRead(text, $0) } }) else { return nil }
    // The fewest patterns that read all texts.
    if let one = used.first(where: { pattern in texts.allSatisfy { isRead($0, pattern) } }) {
      return ColumnType("Date", [one])
    }
    var needed: [String] = []
    for text in texts where !needed.contains(where: { isRead(text, $0) }) {
      if let pattern = used.first(where: { isRead(text, $0) }) { needed.append(pattern) }
    }
    return ColumnType("Date", needed)
  }

  /// Whether a text is a date with a time of day.
  static func hasTime(_ text: String) -> Bool {
    text.wholeMatch(of: /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?/) != nil
  }

  private static func isRead(_ text: String, _ pattern: String) -> Bool {
    (try? CompiledDateFormat(.pattern(pattern)))?.milliseconds(parsing: text) != nil
  }
}
