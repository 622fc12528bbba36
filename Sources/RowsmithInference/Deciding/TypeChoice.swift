import RowsmithModel
import RowsmithSchema

/// The narrowest type that fits all values at a place.
struct TypeChoice {
  /// A type of the modelling language, without `?`.
  var type: String
  /// The format of dates.
  var dateFormat: String?
  /// The values, if they are few and repeat often.
  var values: [String]?
  /// A comment on what the type does not show, or what was left undecided.
  var remark: String?
  /// Whether some values are written as text and others are not.
  var coerces = false

  /// The type of texts, numbers and truth values.
  ///
  /// - Parameters:
  ///   - name: the key of the values, which shows whether a number is a time.
  ///   - records: the number of distinct records with a value, if known.
  static func decide(_ values: ValueShape, named name: String, of records: Int? = nil) -> TypeChoice {
    let strings = values.strings
    let numbers = values.numbers
    switch (values.bools > 0, numbers != nil, strings != nil) {
    case (false, false, false):
      return TypeChoice(type: "JSON", remark: values.nulls > 0 ? "only null was seen" : nil)
    case (true, false, false): return TypeChoice(type: "Bool")
    case (false, true, false): return numbers.map { number($0, named: name) } ?? TypeChoice(type: "JSON")
    case (false, false, true):
      return strings.map { string($0, named: name, of: records) } ?? TypeChoice(type: "JSON")
    default:
      if values.bools == 0, let strings, let numbers, let choice = numberOrText(strings, numbers) {
        return TypeChoice(type: choice.type, remark: mixture(values), coerces: choice.coerces)
      }
      return TypeChoice(type: "JSON", remark: mixture(values))
    }
  }

  /// The type of numbers if some are written as text.
  private static func numberOrText(_ strings: StringShape, _ numbers: NumberShape) -> (
    type: String, coerces: Bool
  )? {
    if numbers.integers == numbers.count, strings.kinds.contains(.integer) { return ("Int", true) }
    return !numbers.exceedsDecimal && strings.kinds.contains(.decimal) ? ("Decimal", false) : nil
  }

  private static func mixture(_ values: ValueShape) -> String {
    var parts: [String] = []
    if let strings = values.strings { parts.append("text in \(Amount.of(strings.count))") }
    if let numbers = values.numbers { parts.append("a number in \(Amount.of(numbers.count))") }
    if values.bools > 0 { parts.append("true or false in \(Amount.of(values.bools))") }
    return parts.joined(separator: ", ")
  }

  // MARK: Numbers

  private static func number(_ numbers: NumberShape, named name: String) -> TypeChoice {
    if numbers.fractions == 0, numbers.hugeIntegers == 0 {
      let format = epochFormat(numbers, named: name)
      return TypeChoice(type: format == nil ? "Int" : "Date", dateFormat: format)
    }
    if !numbers.exceedsDouble, numbers.hugeIntegers == 0 { return TypeChoice(type: "Double") }
    return numbers.exceedsDecimal
      ? TypeChoice(type: "JSON", remark: "more digits than any type of number keeps")
      : TypeChoice(type: "Decimal", remark: "a Double would not keep all digits")
  }

  /// The years 2000 to 2100, in seconds since 1970.
  static let times: ClosedRange<Int64> = 946_684_800...4_102_444_800

  /// The date format of whole numbers whose name and size suggest times.
  private static func epochFormat(_ numbers: NumberShape, named name: String) -> String? {
    guard isTime(name) else { return nil }
    if numbers.areSeconds { return "epochSeconds" }
    let milliseconds = times.lowerBound * 1000...times.upperBound * 1000
    if milliseconds.contains(numbers.least), milliseconds.contains(numbers.greatest) {
      return "epochMilliseconds"
    }
    return nil
  }

  private static func isTime(_ name: String) -> Bool {
    let words = Words.of(name)
    guard let last = words.last else { return false }
    let endings: Set<String> = [
      "at", "on", "time", "date", "timestamp", "ts", "created", "updated", "modified", "expires", "start",
      "end",
      "epoch", "since", "until", "generated", "ms", "utc", "published", "due", "deleted", "lastmod", "mtime",
    ]
    return endings.contains(last) || words.contains("timestamp") || words.contains("date")
  }

  // MARK: Text

  private static func string(_ strings: StringShape, named name: String, of records: Int?) -> TypeChoice {
    if strings.hasFault {
      return TypeChoice(type: "JSON", remark: "text that is no Unicode, or has U+0000 in it")
    }
    if strings.isOfTable, let choice = field(strings) { return choice }
    if strings.kinds.contains(.uuid) { return TypeChoice(type: "UUID") }
    if strings.kinds.contains(.uuidInCapitals) {
      return TypeChoice(type: "String", remark: "a UUID with capitals, which the type UUID would write small")
    }
    if strings.kinds.contains(.url) { return TypeChoice(type: "URL") }
    if let date = date(strings) { return date }
    if strings.kinds.contains(.base64), strings.isPadded, isBinary(name) || strings.shortest >= 64 {
      return TypeChoice(type: "Data")
    }
    if let values = EnumChoice.values(of: strings, named: name, in: records) {
      return TypeChoice(
        type: "String", values: values,
        remark: "\(values.count) values in \(Amount.of(strings.count))")
    }
    return TypeChoice(type: "String")
  }

  /// The type of table fields that are all numbers or truth values.
  private static func field(_ strings: StringShape) -> TypeChoice? {
    if strings.kinds.contains(.integer) { return TypeChoice(type: "Int", coerces: true) }
    if strings.kinds.contains(.decimal) { return TypeChoice(type: "Decimal") }
    guard let values = strings.values, values.allSatisfy({ ["true", "false"].contains($0.text) }) else {
      return nil
    }
    return TypeChoice(type: "Bool", coerces: true)
  }

  /// Whether a member of this name holds bytes. A key or token that happens to be valid base64 is text.
  private static func isBinary(_ name: String) -> Bool {
    let binary: Set<String> = [
      "data", "content", "contents", "blob", "bytes", "binary", "base64", "b64", "certificate",
    ]
    return Words.of(name).last.map(binary.contains) ?? false
  }

  private static func date(_ strings: StringShape) -> TypeChoice? {
    let formats = strings.dates.formats
    guard let first = formats.first else { return nil }
    if let twin = first.twin, formats.contains(where: { $0.name == twin }) {
      return TypeChoice(type: "String", remark: "a date, but which of the numbers is the month is not known")
    }
    var remarks: [String] = []
    if strings.dates.isFiner { remarks.append("finer than milliseconds, which are all that is kept") }
    if strings.dates.isLeap { remarks.append("a leap second is kept as the next one") }
    if strings.dates.hasOffset { remarks.append("the instant is kept, its offset from UTC is not") }
    // Patterns write what they have read.
    let isISO = first.name == "iso8601" || first.name == "iso8601Basic"
    if strings.dates.isLocal, isISO { remarks.append("without an offset, taken for UTC") }
    if strings.dates.hasDay, isISO { remarks.append("a day alone is kept as its midnight in UTC") }
    return TypeChoice(
      type: "Date", dateFormat: first.name, remark: remarks.isEmpty ? nil : remarks.joined(separator: "; "))
  }
}

/// Numbers as the comments of a model write them.
enum Amount {
  /// `1 204`.
  static func of(_ count: Int) -> String {
    let digits = Array(String(count))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += " " }
      text.append(digit)
    }
    return text
  }

  /// `12 %` for many, `3 of 7` for few.
  static func share(_ part: Int, of whole: Int) -> String {
    if whole < 20 { return "\(part) of \(whole)" }
    let percent = Int((Double(part) * 100 / Double(whole)).rounded())
    return percent == 0 ? "less than 1 %" : percent == 100 ? "more than 99 %" : "\(percent) %"
  }
}
