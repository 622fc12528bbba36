/// Arguments are not as the command wants them.
struct UsageError: Error {
  var message: String
  /// The word that was probably meant.
  var suggestion: String?
  /// The command whose help says how it is done; nil for the program itself.
  var command: String?

  init(_ message: String, suggestion: String? = nil, command: String? = nil) {
    self.message = message
    self.suggestion = suggestion
    self.command = command
  }

  /// What is wrong, and where to read how it is right.
  var lines: [String] {
    let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    let help = command.map { "rowsmith \($0) --help" } ?? "rowsmith --help"
    return ["error: \(message)\(hint)", "See '\(help)'."]
  }
}
