/// A command: its arguments, and what it does.
struct Command: Sendable {
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// The operands; `nil` if it takes only options.
  var operands: Operands?
  /// Every option but `--help`, in the order of the help.
  let options: [OptionDeclaration]
  /// Paragraphs for the end of the help.
  let discussion: String
  let run: @Sendable (ParsedArguments, Terminal) throws -> ExitStatus

  /// Arguments that are not options.
  struct Operands: Sendable {
    let placeholder: String
    let help: String
    /// Whether there is exactly one; otherwise several are allowed.
    var isSingle = false
    /// Whether there may be none.
    var isOptional = false
    /// Whether each operand is an action, of which one is given.
    var areActions = false
    /// Further operands, with their placeholders and help.
    var others: [(placeholder: String, help: String)] = []
    /// The operands in the usage line; `nil` for the placeholder.
    var usage: String?

    /// The spelling in the usage line: `MODEL…`.
    var spelling: String { usage ?? (isSingle ? placeholder : "\(placeholder)…") }
  }

  /// The option that every command has.
  static let help = OptionDeclaration(
    name: "help", placeholder: nil, help: "Prints this help.", need: .optional, isRepeatable: false)
}
