/// Invalid arguments.
struct UsageError: Error {
  var message: String
  /// The text with the error, and its position.
  var pointer: Pointer?
  /// The word that was probably meant.
  var suggestion: String?
  /// The command whose help explains the usage; `nil` for the program itself.
  var command: String?

  init(_ message: String, pointer: Pointer? = nil, suggestion: String? = nil, command: String? = nil) {
    self.message = message
    self.pointer = pointer
    self.suggestion = suggestion
    self.command = command
  }

  /// The message, and the help to read.
  var lines: [String] {
    let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    let help = command.map { "rowsmith \($0) --help" } ?? "rowsmith --help"
    return ["error: \(message)\(hint)"] + (pointer?.lines ?? []) + ["See '\(help)'."]
  }
}
