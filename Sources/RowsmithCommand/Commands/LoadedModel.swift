import Rowsmith
import RowsmithModel
import RowsmithSchema

/// The model that a command works by.
struct LoadedModel {
  let schema: Schema

  /// Compiles a model and reports what is wrong with it; what is wrong ends the command. Of what is only
  /// suspicious a command that works with the model says how much there is.
  init(path: String, _ terminal: Terminal) throws(ReportedFailure) {
    let model = ModelCompiler.load(path: path)
    let warnings = model.diagnostics.filter { $0.severity == .warning }
    if model.schema == nil {
      for diagnostic in model.diagnostics { terminal.report("\(diagnostic)") }
    } else if !warnings.isEmpty {
      let count = warnings.count == 1 ? "1 warning" : "\(warnings.count) warnings"
      terminal.report("note: the model has \(count); rowsmith check \(path) shows them")
    }
    guard let schema = model.schema else { throw ReportedFailure() }
    self.schema = schema
  }

  /// The entity of that name.
  func entity(_ name: String, option: String, command: String) throws(UsageError) -> Schema.Entity {
    if let entity = schema.entities.first(where: { $0.name == name }) { return entity }
    let known = schema.entities.map(\.name)
    throw UsageError(
      "--\(option): the model has no entity '\(name)'; it has \(known.joined(separator: ", "))",
      suggestion: Spelling.nearest(to: name, in: known), command: command)
  }

  /// What only the app can do, and what becomes of it here.
  var appsParts: [String] {
    var lines: [String] = []
    for entity in schema.entities {
      for attribute in entity.attributes {
        guard let name = attribute.transform, BuiltInTransform(rawValue: name) == nil else { continue }
        lines.append(
          "note: \(entity.name).\(attribute.name) has the transform '\(name)', which is the app's: rowsmith cannot run "
            + "it, and a document with a value there is refused")
      }
      if !entity.hooks.isEmpty {
        let names = entity.hooks.map(\.rawValue).joined(separator: ", ")
        lines.append(
          "note: \(entity.name) has the hooks \(names), which are the app's: rowsmith does not run them")
      }
    }
    return lines
  }
}
