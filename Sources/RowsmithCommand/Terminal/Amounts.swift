import Foundation

/// Amounts as people read them. A megabyte is a million bytes.
enum Amounts {
  static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<10_000: "\(bytes) bytes"
    case ..<10_000_000: "\(bytes / 1000) kB"
    default: "\(bytes / 1_000_000) MB"
    }
  }

  static func seconds(_ seconds: Double) -> String { String(format: "%.3f s", seconds) }

  static func rate(bytes: Int, seconds: Double) -> String {
    String(format: "%.1f MB/s", seconds > 0 ? Double(bytes) / seconds / 1_000_000 : 0)
  }
}
