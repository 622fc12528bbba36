import Rowsmith
import RowsmithAPI
import RowsmithModel
import RowsmithSchema

/// The compiled model of a command.
struct LoadedModel {
  let schema: Schema
  /// The API of the server; `nil` if the model has none.
  let api: API?
  private let path: String
  private let warningCount: Int

  /// Compiles a model. Errors are reported and end the command.
  init(path: String, _ terminal: Terminal) throws(ReportedFailure) {
    try self.init(ModelCompiler.load(path: path), path: path, terminal)
  }

  /// Compiles a model. A signal ends the wait for the writer of a named pipe.
  init(path: String, _ terminal: Terminal, _ interruption: Interruption) throws {
    let model =
      ModelFile(path: path).isPipe
      ? try interruption.abandoning { ModelCompiler.load(path: path) } : ModelCompiler.load(path: path)
    try self.init(model, path: path, terminal)
  }

  /// Compiles a model whose text is not in its file yet.
  init(text: String, path: String, _ terminal: Terminal) throws(ReportedFailure) {
    let name = ModelCompiler.name(ofModelAt: path)
    try self.init(
      ModelCompiler.compile([ModelSource(path: path, text: text)], name: name), path: path, terminal)
  }

  private init(_ model: CompiledModel, path: String, _ terminal: Terminal) throws(ReportedFailure) {
    guard let schema = model.schema else {
      for diagnostic in model.diagnostics { terminal.report("\(diagnostic)") }
      throw ReportedFailure()
    }
    self.schema = schema
    api = model.api
    self.path = path
    warningCount = model.diagnostics.count { $0.severity == .warning }
  }

  /// Reports the number of warnings in the model. Call it after checking the arguments: notes before a usage error would hide
  /// the error.
  func reportWarnings(to terminal: Terminal) {
    if warningCount == 0 { return }
    let count = warningCount == 1 ? "1 warning" : "\(warningCount) warnings"
    terminal.report("note: the model has \(count); rowsmith check \(path) shows them")
  }

  /// The API of the server. If the model has no routes, this is reported and ends the command.
  func server(_ terminal: Terminal) throws(ReportedFailure) -> API {
    if let api, !api.routes.isEmpty { return api }
    terminal.report("error: the model has no routes, so there is nothing to fetch or send: \(path)")
    throw ReportedFailure()
  }

  /// Reports the warnings, and the parts of the model that need the app.
  func reportNotes(to terminal: Terminal) {
    reportWarnings(to: terminal)
    terminal.report(lines: appsParts)
  }

  /// The entity with this name.
  func entity(_ name: String, option: String, command: String) throws(UsageError) -> Schema.Entity {
    if let entity = schema.entities.first(where: { $0.name == name }) { return entity }
    let known = schema.entities.map(\.name)
    throw UsageError(
      "--\(option): the model has no entity '\(name)'; it has \(known.joined(separator: ", "))",
      suggestion: Spelling.nearest(to: name, in: known), command: command)
  }

  /// Notes on the parts of the model that only the app can run, and what happens without it.
  private var appsParts: [String] {
    var lines: [String] = []
    for entity in schema.entities {
      for attribute in entity.attributes {
        guard let name = attribute.transform, BuiltInTransform(rawValue: name) == nil else { continue }
        lines.append(
          "note: \(entity.name).\(attribute.name) has the transform '\(name)', which the app implements: rowsmith cannot run "
            + "it, and a document with a value there is refused")
      }
      if !entity.hooks.isEmpty {
        let names = entity.hooks.map(\.rawValue).joined(separator: ", ")
        lines.append(
          "note: \(entity.name) has the hooks \(names), which the app implements: rowsmith does not run them")
      }
    }
    return lines
  }
}
