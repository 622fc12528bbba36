/// The format of a result.
enum OutputFormat: String, CaseIterable, Sendable {
  case text, json

  /// The option for the format, of every command that prints a result.
  static let option = Option<OutputFormat>(
    "format", "How the result is printed; `text` by default.")
}
