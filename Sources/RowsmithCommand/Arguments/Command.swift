/// A command: what it takes, and what it does.
struct Command: Sendable {
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// What its operands are; nil where it takes options only.
  var operands: Operands?
  /// Every option but `--help`, in the order of the help.
  let options: [OptionDeclaration]
  /// Paragraphs for the end of the help.
  let discussion: String
  let run: @Sendable (ParsedArguments, Terminal) throws -> ExitStatus

  /// Arguments that are no options.
  struct Operands: Sendable {
    let placeholder: String
    let help: String
    /// Whether there is exactly one; otherwise there may be more.
    var isSingle = false
    /// Whether there may be none.
    var isOptional = false
    /// More of them: what stands for it, and what it is.
    var others: [(placeholder: String, help: String)] = []
    /// How all of them stand in the usage; nil for the placeholder.
    var usage: String?

    /// `MODEL…`.
    var spelling: String { usage ?? (isSingle ? placeholder : "\(placeholder)…") }
  }

  /// The option that every command has.
  static let help = OptionDeclaration(
    name: "help", placeholder: nil, help: "Prints this.", need: .optional, isRepeatable: false)
}
