import Rowsmith
import RowsmithModel

extension Command {
  /// `rowsmith check`.
  static let check = Command(
    name: "check", summary: "Validates models.",
    operands: Operands(
      placeholder: "MODEL", help: "A YAML file, or a folder whose *.yml and *.yaml files are one model."),
    options: [OutputFormat.option.declaration],
    discussion: """
      Prints nothing if there is nothing to report; for a model with `sync` it prints a line for each entity: whether and how it \
      synchronises. Errors and warnings go to standard error as `path:line:column: error: message`; \
      with `--format json` they are the result, a list of objects, \
      and each entity of a model with `sync` is another. If the right word is known, `fixes` has the edit that \
      puts it in.

      Every MODEL is a model of its own. The exit status is 1 if one of them has an error; warnings do not count \
      as a failure.
      """
  ) { arguments, terminal in
    let models = arguments.operands.map { (path: $0, model: ModelCompiler.load(path: $0)) }
    let diagnostics = models.flatMap(\.model.diagnostics)
    let summaries = models.compactMap { SyncSummary(of: $0.model, path: $0.path) }
    switch try arguments[OutputFormat.option] ?? .text {
    case .text:
      for diagnostic in diagnostics { terminal.report("\(diagnostic)") }
      for line in summaries.flatMap(\.lines) { try terminal.print(line + "\n") }
    case .json: try terminal.print(.array(DiagnosticList.json(diagnostics) + summaries.flatMap(\.json)))
    }
    return diagnostics.hasErrors ? .failed : .done
  }
}
