import RowsmithSchema

/// The header `Retry-After` (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// The longest wait accepted, in seconds.
  private static let maximum = 1e9

  /// How many seconds to wait; `nil` if the header is missing or invalid. A date is compared with the server's own time if it
  /// gives one.
  static func seconds(in headers: HTTPHeaders, now: Double) -> Double? {
    guard let text = headers.values(of: "Retry-After").first else { return nil }
    if let seconds = Double(text), seconds.isFinite { return min(max(0, seconds), maximum) }
    guard let format = try? CompiledDateFormat(.rfc1123), let until = format.milliseconds(parsing: text)
    else {
      return nil
    }
    let date = headers.values(of: "Date").first.flatMap { format.milliseconds(parsing: $0) }
    return max(0, Double(until) / 1000 - (date.map { Double($0) / 1000 } ?? now))
  }
}
