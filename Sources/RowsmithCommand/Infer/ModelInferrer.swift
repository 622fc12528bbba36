import Foundation
import Rowsmith
import RowsmithInference

/// Infers a model from the files of a command.
struct ModelInferrer {
  let arguments: InferArguments
  let terminal: Terminal

  func run() throws -> ExitStatus {
    if let output = arguments.output { try MissingFolder.check(output) }
    let text = try self.text()
    guard let output = arguments.output else {
      try terminal.print(text)
      return .done
    }
    try ModelFile(path: output).write(text)
    return .done
  }

  private func text() throws -> String {
    if arguments.files.count == 1, let draft = try Recognition.recognise(arguments.files[0]) {
      for note in draft.notes { terminal.report("note: \(note.place): \(note.message)") }
      return draft.yaml()
    }
    try SampleFiles.check(arguments.files, terminal)
    var samples = try SampleFiles(
      arguments.files, Interruption(), terminal,
      format: { arguments.tableFormat ?? ImportFile.format(ofName: $0) })
    var options = Inference.Options()
    options.entity = arguments.entity
    options.path = arguments.path
    options.name = samples.name
    if let hints = arguments.hints {
      options.expect(try ModelFile(path: hints).hints(terminal))
    }
    samples.sources = try samples.sources.map { try $0.rereadable() }
    let inferred = try samples.infer(options, terminal)
    guard let hints = arguments.hints else {
      for note in inferred.cautions { terminal.report("note: \(note)") }
      return inferred.draft.yaml()
    }
    return try ModelFile(path: hints).adding(inferred, entity: arguments.entity, terminal).text
  }
}
