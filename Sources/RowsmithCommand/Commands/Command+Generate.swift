import Rowsmith
import RowsmithGeneration
import RowsmithGenerator
import RowsmithModel
import RowsmithSchema

extension Command {
  /// `rowsmith generate`.
  static let generate = Command(
    name: "generate", summary: "Writes the Swift source of a model.",
    operands: Operands(
      placeholder: "MODEL",
      help:
        "A YAML file, or a folder whose *.yml and *.yaml files belong to the model. Several MODELs together are one model."
    ),
    options: [output.declaration, module.declaration, access.declaration, OutputFormat.option.declaration],
    discussion: """
      Prints the files that were written or deleted. A file whose contents stay the same keeps its date, so that \
      nothing is rebuilt; a model with errors writes nothing.
      """
  ) { arguments, terminal in
    var command = GenerateCommand(models: arguments.operands, output: try arguments.require(output))
    command.module = try arguments[module]
    if let access = try arguments[access] { command.access = access }
    let format = try arguments[OutputFormat.option] ?? .text
    let outcome = try command.run()
    let folder = command.output.hasSuffix("/") ? command.output : command.output + "/"
    let changed = outcome.changedFiles.map { folder + $0 }
    switch format {
    case .text:
      for diagnostic in outcome.diagnostics { terminal.report("\(diagnostic)") }
      for path in changed { try terminal.print(path.escapedForDisplay() + "\n") }
    case .json:
      let result = JSONValue.object([
        .init("changed", .array(changed.map { .string($0) })),
        .init("diagnostics", .array(DiagnosticList.json(outcome.diagnostics))),
      ])
      try terminal.print(result)
    }
    return outcome.isSuccess ? .done : .failed
  }

  private static let output = Option(
    "output", "DIR", "The folder for the files; created if it is missing.", need: .required)
  private static let module = Option<String>(
    "module", "NAME", "The name of the module; that of the first MODEL by default."
  ) { text throws(UsageError) in
    let isName = text.first?.isNumber == false && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    if isName { return text }
    throw UsageError(
      "expected the name of a Swift module after --module, found '\(text)'", command: "generate")
  }
  private static let access = Option<AccessLevel>(
    "access", "Who can use the declarations; `internal` by default.")
}
