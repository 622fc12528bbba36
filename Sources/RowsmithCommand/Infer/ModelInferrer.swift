import Foundation
import Rowsmith
import RowsmithInference

/// Infers a model from the files of a command.
struct ModelInferrer {
  let arguments: InferArguments
  let terminal: Terminal

  func run() throws -> ExitStatus {
    if let output = arguments.output {
      if let file = arguments.files.first(where: ModelFile(path: output).overwrites) {
        throw UsageError(
          "--output: '\(output)' is the FILE '\(file)', which the model would overwrite; name another file",
          command: "infer")
      }
      try MissingFolder.check(output)
    }
    let text = try self.text()
    guard let output = arguments.output else {
      switch arguments.format {
      case .text: try terminal.print(text)
      case .json: try terminal.print(JSONValue.object([.init("model", .string(text))]))
      }
      return .done
    }
    try ModelFile(path: output).write(text)
    return .done
  }

  private func text() throws -> String {
    if let described = try self.described() { return described }
    try SampleFiles.check(arguments.files, terminal)
    var options = Inference.Options()
    options.entity = arguments.entity
    options.path = arguments.path
    let hints = try arguments.hints.map { try ModelFile(path: $0).hints(terminal) }
    if let hints { options.expect(hints) }
    let samples = try self.samples()
    options.name = samples.name
    for (file, beginning) in zip(arguments.files, samples.beginnings)
    where Recognition.claimsToDescribe(beginning.bytes) {
      terminal.report(
        "\(ImportFile(file).name): error: this describes a model; save it as a file, uncompressed, and give that"
      )
      throw ReportedFailure()
    }
    let inferred = try samples.infer(options, terminal)
    guard let hints else {
      for note in inferred.cautions { terminal.report("note: \(note)") }
      return inferred.draft.yaml()
    }
    return try ModelFile.adding(inferred, to: hints, entity: arguments.entity, terminal).text
  }

  /// The samples, which can be read again. After a signal, waiting for them ends; later, a signal ends the process at
  /// once, as nothing has to be undone.
  private func samples() throws -> SampleFiles {
    let interruption = Interruption()
    return try interruption.watching { () throws -> SampleFiles in
      var samples = try SampleFiles(
        arguments.files, interruption, terminal,
        format: { arguments.tableFormat ?? ImportFile.format(ofName: $0) })
      samples.sources = try samples.sources.map { try $0.rereadable { interruption.isRaised } }
      return samples
    }
  }

  /// The model that the file describes; `nil` if the files are samples.
  private func described() throws -> String? {
    for file in arguments.files {
      guard let draft = try Recognition.recognise(file) else { continue }
      if arguments.files.count > 1 {
        throw UsageError("'\(file)' describes a model, it is no sample; give it by itself", command: "infer")
      }
      if let option = arguments.optionForSamples {
        throw UsageError(
          "\(option): '\(file)' describes a model, and this option is for samples", command: "infer")
      }
      for note in draft.notes { terminal.report("note: \(note.place): \(note.message)") }
      return draft.yaml()
    }
    return nil
  }
}
