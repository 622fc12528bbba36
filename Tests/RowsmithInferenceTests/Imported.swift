import Foundation
import Rowsmith
import RowsmithInference
import TestSupport
import RowsmithModel
import RowsmithSchema

/// A document that has been imported with the model made of it, into a file of its own.
final class Imported {
  let store: Store
  let report: ImportReport
  let database: PlainDatabase
  private let path: String

  init(_ inferred: InferredModel, _ source: JSONSource) throws {
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("inferred-\(UUID().uuidString).db").path
    let yaml = inferred.draft.yaml()
    let compiled = ModelCompiler.compile([ModelSource(path: "Inferred.yml", text: yaml)], name: "Inferred")
    guard let schema = compiled.schema else { throw Unsound(yaml: yaml, diagnostics: compiled.diagnostics) }
    store = try Store(.file(path), schema: schema)
    report = try store.importJSON(source, into: inferred.target)
    database = PlainDatabase(path: path)
  }

  deinit {
    store.close()
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
  }

  /// A model that does not pass the check.
  struct Unsound: Error {
    var yaml: String
    var diagnostics: [Diagnostic]
  }
}
