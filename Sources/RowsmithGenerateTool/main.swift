import Foundation
import RowsmithGeneration
import RowsmithGenerator

// The tool that the plugins run. Diagnostics go to stderr in the format that build systems recognise.
func report(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

guard let arguments = ToolArguments(CommandLine.arguments.dropFirst()) else {
  report(ToolArguments.usage)
  exit(2)
}
var command = GenerateCommand(models: arguments.models, output: arguments.output)
command.candidates = arguments.candidates
command.module = arguments.module
command.access = arguments.access
command.root = arguments.root
command.writesEmptyFiles = arguments.writesEmptyFiles
do {
  let outcome = try command.run()
  for diagnostic in outcome.diagnostics { report("\(diagnostic)") }
  exit(outcome.isSuccess ? 0 : 1)
} catch {
  report(error.description)
  exit(1)
}
