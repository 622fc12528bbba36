/// A UTS #35 date pattern, parsed and checked.
///
/// Writes what the standard says for en_US_POSIX and UTC. Reads a little more than it writes: one digit for `MM` and the like
/// if no other number touches them, names long or short in any case, fractions of any length, and any spelling of a zone in
/// the place of a zone. Two-digit years (`yy`) are 1950 to 2049. A weekday must be right. Missing parts default to the first
/// of January, midnight, UTC. Literal characters must match exactly.
struct DatePattern: Sendable {
  let elements: [DatePatternElement]

  /// The pattern of a format that has none.
  static var none: DatePattern { DatePattern(elements: []) }

  init(_ pattern: String) throws(DatePatternError) {
    let rules = DatePatternRules(try DatePatternTokens.elements(of: pattern), of: pattern)
    try rules.check()
    elements = try rules.measured()
  }

  private init(elements: [DatePatternElement]) {
    self.elements = elements
  }

  /// Milliseconds since 1970-01-01T00:00:00Z; nil when the text does not match.
  func milliseconds(parsing utf8: UnsafeBufferPointer<UInt8>) -> Int64? {
    var reader = DatePatternReader(utf8)
    for element in elements {
      guard reader.read(element) else { return nil }
    }
    return reader.milliseconds
  }

  /// The date in UTC.
  func string(milliseconds: Int64) -> String {
    var writer = DatePatternWriter(milliseconds: milliseconds)
    for element in elements { writer.write(element) }
    return writer.text.string
  }
}
