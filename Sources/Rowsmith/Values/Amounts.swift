import Foundation

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
  package static func seconds(_ seconds: Double) -> String { String(format: "%.3f s", seconds) }

  /// `85.3 MB/s`.
  package static func rate(bytes: Int, seconds: Double) -> String {
    String(format: "%.1f MB/s", seconds > 0 ? Double(bytes) / seconds / 1_000_000 : 0)
  }
}
