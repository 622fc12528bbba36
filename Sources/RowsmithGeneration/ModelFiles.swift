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
    let name =
      module.map(ModelFiles.module(ofProduct:)) ?? paths.first.map(ModelCompiler.name(ofModelAt:)) ?? "Model"
    var sources: [ModelSource] = []
    var diagnostics: [Diagnostic] = []
    var isComplete = true
    for path in paths {
      switch ModelCompiler.files(ofModelAt: path) {
      case .failure(let diagnostic): diagnostics.append(diagnostic)
      case .success(let files):
        for file in files where !sources.contains(where: { $0.path == file }) {
          do { sources.append(try ModelCompiler.source(at: file)) } catch {
            diagnostics.append(error)
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

  /// The module of a product, as Xcode names it: `My_App` for `My App`. A plugin in Xcode is told only the product.
  private static func module(ofProduct product: String) -> String {
    var module = ""
    for scalar in product.unicodeScalars {
      let isLetter = scalar == "_" || scalar.properties.isXIDStart
      let isPart = isLetter || !module.isEmpty && scalar.properties.isXIDContinue
      module.unicodeScalars.append(isPart ? scalar : "_")
    }
    return module
  }
}
