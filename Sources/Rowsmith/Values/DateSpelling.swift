import RowsmithSchema

/// Formats stored dates for the JSON of an attribute.
struct DateSpelling {
  private let dates: CompiledDateFormatList
  private let formats: [CompiledDateFormat]
  /// Whether no format writes every date in full.
  let mayLose: Bool

  /// - Parameter dates: the same formats, compiled for reading.
  init(_ formats: [DateFormat], dates: CompiledDateFormatList) throws {
    self.init(formats, compiled: try formats.map { try CompiledDateFormat($0) }, dates: dates)
  }

  /// - Parameters:
  ///   - compiled: the same formats, compiled for writing.
  ///   - dates: the same formats, compiled for reading.
  init(_ formats: [DateFormat], compiled: [CompiledDateFormat], dates: CompiledDateFormatList) {
    self.dates = dates
    self.formats = compiled
    let canLose = formats.allSatisfy { format in
      switch format {
      case .rfc1123, .pattern: true
      case .iso8601, .iso8601Basic, .epochSeconds, .epochMilliseconds: false
      }
    }
    mayLose = canLose && !formats.isEmpty
  }

  /// Whether an import reads the same date from what ``spelled(_:)`` has made of it.
  func keeps(_ text: UnsafeBufferPointer<UInt8>, spelled date: (text: String, isNumber: Bool)) -> Bool {
    guard mayLose, let milliseconds = CanonicalDate.milliseconds(parsing: text) else { return true }
    return read(date.text, isNumber: date.isNumber) == milliseconds
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
    return formats.first { isExact($0, milliseconds) } ?? formats.first
  }

  /// Whether an import reads what the format writes as the same date.
  private func isExact(_ format: CompiledDateFormat, _ milliseconds: Int64) -> Bool {
    read(format.string(milliseconds: milliseconds), isNumber: format.writesNumber) == milliseconds
  }

  /// The date that an import reads.
  private func read(_ text: String, isNumber: Bool) -> Int64? {
    var text = text
    return text.withUTF8 { text in
      isNumber ? dates.milliseconds(parsingNumber: text) : dates.milliseconds(parsing: text)
    }
  }
}
