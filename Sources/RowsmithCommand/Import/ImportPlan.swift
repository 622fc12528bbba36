import Foundation
import Rowsmith
import RowsmithInference

/// What an import works by: the model, which may have to be made first, the target, and the files.
struct ImportPlan {
  let model: LoadedModel
  let named: ImportTargetResolver.Named
  let files: [ImportFile]
  /// By file, the documents that are read twice; those that come only once have been kept.
  private let kept: [String: JSONSource]
  /// The model that is to be written when the import has succeeded; nil where it is as it was.
  let newModel: (file: ModelFile, text: String)?
  /// Whether the model was there before.
  let isKnownModel: Bool

  init(_ arguments: ImportArguments, _ terminal: Terminal, _ interruption: Interruption) throws {
    let path = arguments.modelPath ?? Self.path(beside: arguments.database.path)
    let isKnown = arguments.modelPath != nil || FileManager.default.fileExists(atPath: path)
    isKnownModel = isKnown
    files = arguments.files.map { ImportFile($0) }
    let namesTarget =
      arguments.entityName != nil || arguments.documentName != nil || arguments.parentSyntax != nil
    let evolves = arguments.contract == .evolve
    if isKnown, !evolves, arguments.modelPath != nil || namesTarget {
      model = try LoadedModel(path: path, terminal)
      named = try ImportTargetResolver(arguments: arguments, model: model).resolve()
      // A misspelt name should not leave a database behind.
      try SampleFiles.check(arguments.files, terminal)
      (kept, newModel) = ([:], nil)
      return
    }
    try Self.check(arguments, isKnown: isKnown)
    // The model that is there is at fault before the samples are.
    if isKnown { _ = try LoadedModel(path: path, terminal) }
    try SampleFiles.check(arguments.files, terminal)
    var kept: [String: JSONSource] = [:]
    for file in files { kept[file.path] = try file.source(interruption).rereadable() }
    self.kept = kept
    var samples = try SampleFiles(
      arguments.files, interruption, terminal, format: { arguments.format(of: $0) })
    samples.sources = files.compactMap { file in
      kept[file.path].map { SampleFiles.asJSON($0.named(file.name), arguments.format(of: file.path)) }
    }
    let file = ModelFile(path: path)
    var options = Inference.Options()
    options.entity = isKnown ? nil : arguments.entityName
    options.path = arguments.options.path
    options.name = samples.name
    if isKnown { options.documentPaths = try file.hints(terminal).documentPaths }
    let inferred = try samples.infer(options, terminal)
    var (text, target) = (inferred.draft.yaml(), inferred.target)
    if isKnown { (text, target) = try file.adding(inferred, entity: arguments.entityName, terminal) }
    let isNew = !isKnown || evolves && text != file.text
    model = try isNew ? LoadedModel(text: text, path: path, terminal) : LoadedModel(path: path, terminal)
    newModel = isNew ? (file, text) : nil
    named =
      namesTarget && isKnown
      ? try ImportTargetResolver(arguments: arguments, model: model).resolve() : .target(target)
  }

  /// The document of a file.
  func source(_ file: ImportFile, _ interruption: Interruption) -> JSONSource {
    kept[file.path] ?? file.source(interruption)
  }

  private static func check(_ arguments: ImportArguments, isKnown: Bool) throws(UsageError) {
    if isKnown { return }
    let option = arguments.documentName != nil ? "document" : arguments.parentSyntax != nil ? "parent" : nil
    if let option {
      throw UsageError(
        "--\(option) needs a model that has it: name one with --model, or leave it out and have one made of the samples",
        command: "import")
    }
  }

  /// The model of a database that is imported into without one.
  static func path(beside database: String) -> String {
    let url = URL(fileURLWithPath: database)
    let folder = String(database.prefix(database.count - url.lastPathComponent.count))
    return "\(folder)\(url.deletingPathExtension().lastPathComponent).yml"
  }
}
