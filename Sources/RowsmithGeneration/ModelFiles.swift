import Foundation
import RowsmithAPI
import RowsmithModel
import RowsmithSchema

/// The YAML files of one model.
struct ModelFiles {
  var paths: [String]
  var module: String?

  /// The result of compiling the files.
  struct Compiled {
    var name: String
    var schema: Schema?
    var api: API?
    var diagnostics: [Diagnostic]
    var files: [String]
  }

  /// Reads and compiles the files. All errors are among the diagnostics.
  func compile() -> Compiled {
    let name = module ?? paths.first.map(ModelCompiler.name(ofModelAt:)) ?? "Model"
    var sources: [ModelSource] = []
    var diagnostics: [Diagnostic] = []
    var isComplete = true
    for path in paths {
      switch ModelCompiler.files(ofModelAt: path) {
      case .failure(let diagnostic): diagnostics.append(diagnostic)
      case .success(let files):
        for file in files where !sources.contains(where: { $0.path == file }) {
          if let data = FileManager.default.contents(atPath: file),
            let text = String(validating: data, as: UTF8.self)
          {
            sources.append(ModelSource(path: file, text: text))
          } else {
            diagnostics += ModelCompiler.load(path: file).diagnostics
            // It may declare what the others refer to.
            isComplete = false
          }
        }
      }
    }
    let model = ModelCompiler.compile(sources, name: name, isComplete: isComplete)
    return Compiled(
      name: name, schema: diagnostics.isEmpty ? model.schema : nil,
      api: diagnostics.isEmpty ? model.api : nil,
      diagnostics: (diagnostics + model.diagnostics).sorted(), files: sources.map(\.path))
  }
}
