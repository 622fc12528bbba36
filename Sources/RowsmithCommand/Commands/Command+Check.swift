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
      Prints nothing when all is well. Mistakes and warnings go to standard error as `path:line:column: error: message`; \
      with `--format json` they are the result, a list of objects.

      Every MODEL is a model of its own. The exit status is 1 if one of them has an error; warnings alone are no \
      failure.
      """
  ) { arguments, terminal in
    let diagnostics = arguments.operands.flatMap { ModelCompiler.load(path: $0).diagnostics }
    switch try arguments[OutputFormat.option] ?? .text {
    case .text: for diagnostic in diagnostics { terminal.report("\(diagnostic)") }
    case .json: try terminal.print(DiagnosticList.json(diagnostics))
    }
    return diagnostics.hasErrors ? .failed : .done
  }
}
