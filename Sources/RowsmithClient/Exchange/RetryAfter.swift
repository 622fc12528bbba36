import RowsmithSchema

/// The header `Retry-After` (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// No server is waited for so long, in seconds.
  private static let maximum = 1e9

  /// How many seconds to wait, counted from the server's own time where it gives a moment; nil where the header says
  /// neither.
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
