package import RowsmithSchema

/// The names of date formats. Any other text is a pattern.
package enum DateFormatName {
  /// A text that is neither a name nor a pattern.
  struct Problem: Error {
    /// What is wrong with it as a pattern.
    var problem: String
  }

  /// The formats that have a name, in the order of the language's documentation.
  private static let named: [DateFormat] = [
    .iso8601, .iso8601Basic, .epochSeconds, .epochMilliseconds, .rfc1123,
  ]

  /// The names, in the order of the language's documentation.
  package static var names: [String] { named.map { text(of: $0) } }

  /// A format as a model spells it: its name, or its pattern.
  package static func text(of format: DateFormat) -> String {
    switch format {
    case .iso8601: "iso8601"
    case .iso8601Basic: "iso8601Basic"
    case .epochSeconds: "epochSeconds"
    case .epochMilliseconds: "epochMilliseconds"
    case .rfc1123: "rfc1123"
    case .pattern(let text): text
    }
  }

  /// Reads a format.
  static func format(_ text: String) throws(Problem) -> DateFormat {
    if let format = named.first(where: { Self.text(of: $0) == text }) { return format }
    if let problem = ValueText.problem(withDatePattern: text) { throw Problem(problem: problem) }
    return .pattern(text)
  }
}
