/// Arguments are not as the command wants them.
struct UsageError: Error {
  var message: String
  /// The text that is at fault, and where in it.
  var pointer: Pointer?
  /// The word that was probably meant.
  var suggestion: String?
  /// The command whose help says how it is done; nil for the program itself.
  var command: String?

  init(_ message: String, pointer: Pointer? = nil, suggestion: String? = nil, command: String? = nil) {
    self.message = message
    self.pointer = pointer
    self.suggestion = suggestion
    self.command = command
  }

  /// What is wrong, and where to read how it is right.
  var lines: [String] {
    let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    let help = command.map { "rowsmith \($0) --help" } ?? "rowsmith --help"
    return ["error: \(message)\(hint)"] + (pointer?.lines ?? []) + ["See '\(help)'."]
  }
}
