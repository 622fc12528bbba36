/// A `DateFormat` made ready to read and write many dates.
///
/// The same on every platform: names are English, no locale and no time zone of the machine takes part,
/// and a date without a zone is UTC. Reading never allocates.
public struct CompiledDateFormat: Sendable {
  private enum Kind: UInt8 {
    case iso8601, iso8601Basic, epochSeconds, epochMilliseconds, rfc1123, pattern
  }

  // Apart from the pattern, so that the common formats touch no reference count.
  private let kind: Kind
  private let pattern: DatePattern

  /// Prepares a format.
  ///
  /// - Throws: a `DatePatternError` for a pattern that has unsupported fields or makes no date.
  public init(_ format: DateFormat) throws(DatePatternError) {
    switch format {
    case .iso8601: self.init(kind: .iso8601)
    case .iso8601Basic: self.init(kind: .iso8601Basic)
    case .epochSeconds: self.init(kind: .epochSeconds)
    case .epochMilliseconds: self.init(kind: .epochMilliseconds)
    case .rfc1123: self.init(kind: .rfc1123)
    case .pattern(let text): self.init(kind: .pattern, try DatePattern(text))
    }
  }

  private init(kind: Kind, _ pattern: DatePattern = .none) {
    self.kind = kind
    self.pattern = pattern
  }

  /// ISO 8601 with separators, the format of a date attribute that names none.
  public static var iso8601: CompiledDateFormat { CompiledDateFormat(kind: .iso8601) }

  /// Whether JSON has this format as a number rather than as a string.
  public var writesNumber: Bool { kind == .epochSeconds || kind == .epochMilliseconds }

  /// Whether the format counts milliseconds rather than seconds.
  var countsMilliseconds: Bool { kind == .epochMilliseconds }

  /// Whether the format counts seconds.
  var countsSeconds: Bool { kind == .epochSeconds }

  /// Reads a date from the content of a JSON string, whole and without white space around it.
  ///
  /// The two epoch formats read the text of a number, as some services quote it.
  ///
  /// - Returns: milliseconds since 1970-01-01T00:00:00Z; nil when the text does not match, names a day
  ///   that does not exist, or lies outside the years 1 to 9999.
  public func milliseconds(parsing utf8: UnsafeBufferPointer<UInt8>) -> Int64? {
    switch kind {
    case .iso8601: ISO8601Date.milliseconds(parsing: utf8)
    case .iso8601Basic: ISO8601Date.milliseconds(parsingBasic: utf8)
    case .epochSeconds: EpochDate.milliseconds(parsing: utf8, unit: .seconds)
    case .epochMilliseconds: EpochDate.milliseconds(parsing: utf8, unit: .milliseconds)
    case .rfc1123: RFC1123Date.milliseconds(parsing: utf8)
    case .pattern: pattern.milliseconds(parsing: utf8)
    }
  }

  /// Converts a date from the content of a JSON string to the stored form.
  ///
  /// Faster than reading and writing, because the usual ISO 8601 dates are nearly the stored form.
  ///
  /// - Parameters:
  ///   - utf8: the text of the date.
  ///   - destination: room for `CanonicalDate.byteCount` bytes.
  public func canonicalize(
    _ utf8: UnsafeBufferPointer<UInt8>, into destination: UnsafeMutablePointer<UInt8>
  ) -> DateOutcome {
    guard let milliseconds = milliseconds(parsing: utf8) else { return .invalid }
    if kind == .iso8601, let text = utf8.baseAddress, ISO8601Date.isPlainUTC(utf8) {
      if utf8.count == CanonicalDate.byteCount { return .alreadyCanonical }
      destination.update(from: text, count: 19)
      destination[19] = UInt8(ascii: ".")
      for place in 20...22 { destination[place] = UInt8(ascii: "0") }
      destination[23] = UInt8(ascii: "Z")
    } else {
      CanonicalDate.write(milliseconds: milliseconds, into: destination)
    }
    return .written
  }

  /// Reads a date from the text of a JSON number: milliseconds if this format is `epochMilliseconds`, otherwise seconds.
  ///
  /// - Returns: milliseconds since 1970-01-01T00:00:00Z, rounded to the nearest; `nil` if out of range.
  public func milliseconds(parsingNumber utf8: UnsafeBufferPointer<UInt8>) -> Int64? {
    EpochDate.milliseconds(parsing: utf8, unit: kind == .epochMilliseconds ? .milliseconds : .seconds)
  }

  /// Reads a date from a string; see `milliseconds(parsing:)` over bytes.
  public func milliseconds(parsing text: String) -> Int64? {
    var text = text
    return text.withUTF8 { milliseconds(parsing: $0) }
  }

  /// Writes a date.
  ///
  /// - Parameter milliseconds: since 1970-01-01T00:00:00Z. Outside the years 1 to 9999 the nearest date inside is written.
  /// - Returns: the text of a JSON number if `writesNumber`, otherwise the content of a JSON string.
  public func string(milliseconds: Int64) -> String {
    let range = CanonicalDate.supported
    let milliseconds = min(max(milliseconds, range.lowerBound), range.upperBound)
    return switch kind {
    case .iso8601: ISO8601Date.string(milliseconds: milliseconds, separated: true)
    case .iso8601Basic: ISO8601Date.string(milliseconds: milliseconds, separated: false)
    case .epochSeconds: EpochDate.string(milliseconds: milliseconds, unit: .seconds)
    case .epochMilliseconds: EpochDate.string(milliseconds: milliseconds, unit: .milliseconds)
    case .rfc1123: RFC1123Date.string(milliseconds: milliseconds)
    case .pattern: pattern.string(milliseconds: milliseconds)
    }
  }
}
