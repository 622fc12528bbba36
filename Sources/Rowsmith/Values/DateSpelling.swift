import RowsmithSchema

/// Formats stored dates for the JSON of an attribute.
struct DateSpelling {
  private let dates: CompiledDateFormatList
  private let formats: [CompiledDateFormat]

  /// - Parameter dates: the same formats, compiled for reading.
  init(_ formats: [DateFormat], dates: CompiledDateFormatList) throws {
    self.dates = dates
    self.formats = try formats.map { try CompiledDateFormat($0) }
  }

  /// The date as in the JSON, and whether it is a number; `nil` if the text is not a date.
  func spelled(_ text: UnsafeBufferPointer<UInt8>) -> (text: String, isNumber: Bool)? {
    guard let milliseconds = CanonicalDate.milliseconds(parsing: text) else { return nil }
    let format = self.format(for: milliseconds)
    return (
      format?.string(milliseconds: milliseconds) ?? dates.string(milliseconds: milliseconds),
      format?.writesNumber ?? dates.writesNumber
    )
  }

  /// The first format, unless it loses precision that a later one keeps.
  private func format(for milliseconds: Int64) -> CompiledDateFormat? {
    guard formats.count > 1 else { return formats.first }
    let exact = formats.first { format in
      var text = format.string(milliseconds: milliseconds)
      return text.withUTF8 { text in
        format.writesNumber ? dates.milliseconds(parsingNumber: text) : dates.milliseconds(parsing: text)
      } == milliseconds
    }
    return exact ?? formats.first
  }
}
