/// How a result is written.
enum OutputFormat: String, CaseIterable, Sendable {
  case text, json

  /// The option of every command that prints a result.
  static let option = Option<OutputFormat>(
    "format", "How the result is printed; `text` unless said otherwise.")
}
