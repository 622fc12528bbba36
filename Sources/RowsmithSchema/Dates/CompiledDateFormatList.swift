/// The date formats of one attribute, tried in order.
public struct CompiledDateFormatList: Sendable {
  private let first: CompiledDateFormat
  private let others: [CompiledDateFormat]
  private let numbersAreMilliseconds: Bool

  /// Prepares the formats of an attribute; none at all means ISO 8601.
  ///
  /// - Throws: the `DatePatternError` of the first pattern that is wrong.
  public init(_ formats: [DateFormat]) throws(DatePatternError) {
    var compiled: [CompiledDateFormat] = []
    for format in formats { compiled.append(try CompiledDateFormat(format)) }
    first = compiled.first ?? .iso8601
    others = Array(compiled.dropFirst())
    numbersAreMilliseconds =
      compiled.contains(where: \.countsMilliseconds) && !compiled.contains(where: \.countsSeconds)
  }

  /// Whether JSON has these dates as numbers; as for the first format.
  public var writesNumber: Bool { first.writesNumber }

  /// Reads the content of a JSON string by the first format that matches.
  ///
  /// - Returns: milliseconds since 1970-01-01T00:00:00Z; nil when no format matches.
  public func milliseconds(parsing utf8: UnsafeBufferPointer<UInt8>) -> Int64? {
    if let milliseconds = first.milliseconds(parsing: utf8) { return milliseconds }
    for format in others {
      if let milliseconds = format.milliseconds(parsing: utf8) { return milliseconds }
    }
    return nil
  }

  /// Converts the content of a JSON string to the stored form, by the first format that matches.
  ///
  /// - Parameters:
  ///   - utf8: the text of the date.
  ///   - destination: room for `CanonicalDate.byteCount` bytes.
  public func canonicalize(
    _ utf8: UnsafeBufferPointer<UInt8>, into destination: UnsafeMutablePointer<UInt8>
  ) -> DateOutcome {
    let outcome = first.canonicalize(utf8, into: destination)
    if outcome != .invalid { return outcome }
    for format in others {
      let outcome = format.canonicalize(utf8, into: destination)
      if outcome != .invalid { return outcome }
    }
    return .invalid
  }

  /// Reads the text of a JSON number: epoch seconds, unless the formats name `epochMilliseconds` and
  /// not `epochSeconds`.
  ///
  /// - Returns: milliseconds since 1970-01-01T00:00:00Z, rounded to the nearest; nil when out of range.
  public func milliseconds(parsingNumber utf8: UnsafeBufferPointer<UInt8>) -> Int64? {
    EpochDate.milliseconds(parsing: utf8, unit: numbersAreMilliseconds ? .milliseconds : .seconds)
  }

  /// Writes a date by the first format; see `CompiledDateFormat.string(milliseconds:)`.
  public func string(milliseconds: Int64) -> String { first.string(milliseconds: milliseconds) }
}
