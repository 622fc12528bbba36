import RowsmithSchema

/// The names of date formats. Any other text is a pattern.
enum DateFormatName {
  /// A text that is neither a name nor a pattern.
  struct Problem: Error {
    /// What is wrong with it as a pattern.
    var problem: String
  }

  private static let formats: [(name: String, format: DateFormat)] = [
    ("iso8601", .iso8601), ("iso8601Basic", .iso8601Basic), ("epochSeconds", .epochSeconds),
    ("epochMilliseconds", .epochMilliseconds), ("rfc1123", .rfc1123),
  ]

  /// The names, in the order of the language's documentation.
  static var names: [String] { formats.map(\.name) }

  /// Reads a format.
  static func format(_ text: String) throws(Problem) -> DateFormat {
    if let named = formats.first(where: { $0.name == text }) { return named.format }
    if let problem = ValueText.problem(withDatePattern: text) { throw Problem(problem: problem) }
    return .pattern(text)
  }
}
