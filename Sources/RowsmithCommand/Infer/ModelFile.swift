import Foundation
import Rowsmith
import RowsmithInference

/// A model that is written.
struct ModelFile {
  let path: String

  /// What the file holds; nil where it cannot be read.
  var text: String? {
    FileManager.default.contents(atPath: path).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The model with what is new in samples, what an import of them is into, and their types.
  func adding(_ inferred: InferredModel, entity: String?, _ terminal: Terminal) throws -> (
    text: String, target: ImportTarget, types: SeenTypes
  ) {
    do { return try hints(terminal).adding(inferred, entity: entity) } catch let failure as HintFailure {
      terminal.report(lines: failure.lines)
      throw ReportedFailure()
    }
  }

  /// What a person has written.
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

  /// Writes the file whole or not at all, and only where it changes.
  ///
  /// - Throws: `ReportedFailure` would say nothing: the system's own error says what is wrong.
  func write(_ text: String) throws {
    let data = Data(text.utf8)
    if FileManager.default.contents(atPath: path) == data { return }
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
