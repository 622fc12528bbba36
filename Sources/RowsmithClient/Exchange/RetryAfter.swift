import RowsmithSchema

/// The header `Retry-After` (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// The longest wait accepted, in seconds.
  private static let maximum = 1e9
  /// The forms of a date (RFC 9110, section 5.6.7): that of today, that of RFC 850, and that of C's `asctime`, where a day of
  /// one digit has two spaces before it.
  private static let formats = try? CompiledDateFormatList([
    .rfc1123, .pattern("EEEE, dd-MMM-yy HH:mm:ss z"), .pattern("EEE MMM d HH:mm:ss yyyy"),
    .pattern("EEE MMM  d HH:mm:ss yyyy"),
  ])

  /// How many seconds to wait; `nil` if the header is missing or invalid. A date is compared with the server's own time if it
  /// gives one.
  static func seconds(in headers: HTTPHeaders, now: Double) -> Double? {
    guard let text = headers.values(of: "Retry-After").first else { return nil }
    if let seconds = Double(text), seconds.isFinite { return min(max(0, seconds), maximum) }
    guard let until = time(text) else { return nil }
    return max(0, until - (headers.values(of: "Date").first.flatMap(time) ?? now))
  }

  /// A date, in seconds since 1970.
  private static func time(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { formats?.milliseconds(parsing: $0) }.map { Double($0) / 1000 }
  }
}
