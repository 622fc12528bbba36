import Foundation
import RowsmithSchema

/// The stored form of values that a model writes as text. All knowledge of formats is borrowed here.
enum ValueText {
  /// What is wrong with a date pattern; nil if it can be used.
  static func problem(withDatePattern pattern: String) -> String? {
    let letters = pattern.filter(\.isLetter)
    if letters.isEmpty { return "it has no field such as yyyy" }
    return letters.first { !"GyYuMLwdDEecahHKkmsSAzZOvVXx'T".contains($0) }.map { "'\($0)' is no field" }
  }

  /// A date in its stored form.
  static func date(_ text: String, formats: [DateFormat]) -> String? {
    let formatter = ISO8601DateFormatter()
    guard let date = formatter.date(from: text) else { return nil }
    return formatter.string(from: date).replacingOccurrences(of: "Z", with: ".000Z")
  }

  /// A decimal number in its stored form.
  static func decimal(_ text: String) -> String? {
    text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) == nil ? nil : text
  }

  /// A UUID in its stored form.
  static func uuid(_ text: String) -> String? { UUID(uuidString: text)?.uuidString }

  /// A URL in its stored form.
  static func url(_ text: String) -> String? { URL(string: text) == nil ? nil : text }

  /// The bytes of a base64 text.
  static func bytes(base64 text: String) -> [UInt8]? { Data(base64Encoded: text).map { [UInt8]($0) } }
}
