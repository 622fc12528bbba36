/// Formats amounts for people. A megabyte is a million bytes.
package enum Amounts {
  /// `640 bytes`, `12 kB`, `130 MB`.
  package static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<10_000: "\(bytes) bytes"
    case ..<10_000_000: "\(bytes / 1000) kB"
    default: "\(bytes / 1_000_000) MB"
    }
  }

  /// `0.125 s`.
  package static func seconds(_ seconds: Double) -> String { "\(fixed(seconds, digits: 3)) s" }

  /// `85.3 MB/s`.
  package static func rate(bytes: Int, seconds: Double) -> String {
    "\(fixed(seconds > 0 ? Double(bytes) / seconds / 1_000_000 : 0, digits: 1)) MB/s"
  }

  /// A number with so many digits after the point. Foundation's formats take longer than a small import, the first time.
  private static func fixed(_ number: Double, digits: Int) -> String {
    let unit = (0..<digits).reduce(1) { unit, _ in unit * 10 }
    let units = Int(exactly: (abs(number) * Double(unit)).rounded()) ?? .max
    let text = String(units % unit)
    let sign = number < 0 && units > 0 ? "-" : ""
    return "\(sign)\(units / unit).\(String(repeating: "0", count: digits - text.utf8.count))\(text)"
  }
}
