import Foundation
import Rowsmith
import RowsmithInference

/// The file of a model to write.
struct ModelFile {
  let path: String

  /// The content of the file; `nil` if it cannot be read.
  var text: String? {
    FileManager.default.contents(atPath: path).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The text of the model with the additions from samples, the import target for them, and their types.
  func adding(_ inferred: InferredModel, entity: String?, _ terminal: Terminal) throws -> (
    text: String, target: ImportTarget, types: SeenTypes
  ) {
    do { return try hints(terminal).adding(inferred, entity: entity) } catch let failure as HintFailure {
      terminal.report(lines: failure.lines)
      throw ReportedFailure()
    }
  }

  /// The existing model.
  func hints(_ terminal: Terminal) throws -> HintedModel {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      let text
    else {
      terminal.report(
        isFolder.boolValue
          ? "error: '\(path)' is a folder; name the one file to which what is new is added"
          : "error: there is no model '\(path)' that can be read as UTF-8")
      throw ReportedFailure()
    }
    do { return try HintedModel(text: text, path: path) } catch let failure as HintFailure {
      terminal.report(lines: failure.lines)
      throw ReportedFailure()
    }
  }

  /// Writes the file atomically, and only if it changes.
  ///
  /// - Throws: the system's error, which explains the failure.
  func write(_ text: String) throws {
    let data = Data(text.utf8)
    if FileManager.default.contents(atPath: path) == data { return }
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
