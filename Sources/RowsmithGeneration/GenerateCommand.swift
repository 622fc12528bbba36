public import RowsmithGenerator
public import RowsmithModel

/// Generates the Swift source of one model into a folder, for `rowsmith generate` and the plugins.
public struct GenerateCommand: Sendable {
  /// The files and folders with the model's YAML; together they are one model.
  public var models: [String]
  /// Files that may belong to a model: if any of them do, these replace ``models``; other YAML files are ignored.
  public var candidates: [String] = []
  /// The output folder, created if it is missing.
  public var output: String
  /// The name of the module, or of the product that it is named after; `nil` for that of the first file or folder.
  public var module: String?
  /// The access level of the generated declarations.
  public var access = AccessLevel.internal
  /// The folder that the header's paths are relative to; `nil` for the current one.
  public var root: String?
  /// Whether files without declarations are written too, for a build that must know its outputs in advance. Otherwise an
  /// existing one is deleted.
  public var writesEmptyFiles = false

  /// Creates a command.
  public init(models: [String], output: String) {
    self.models = models
    self.output = output
  }

  /// The result of a command.
  public struct Outcome: Sendable {
    /// The errors and warnings in the model, by file, line and column.
    public var diagnostics: [Diagnostic]
    /// The names of the files that were written or deleted, in order; unchanged files are not touched.
    public var changedFiles: [String]
    /// Whether the folder is up to date with the model. If not, it is unchanged.
    public var isSuccess: Bool
  }

  /// Compiles the model, generates and writes. If the model has an error, nothing is written.
  ///
  /// - Throws: ``GenerateError`` if a file cannot be written, if names collide in Swift, or if no candidate is a model.
  public func run() throws(GenerateError) -> Outcome {
    let found = candidates.filter(ModelFiles.isModel)
    if found.isEmpty, models.isEmpty { throw .noModel(candidates: RelativePaths(root: root).of(candidates)) }
    let model = ModelFiles(paths: found.isEmpty ? models : found, module: module).compile()
    guard let schema = model.schema else {
      return Outcome(diagnostics: model.diagnostics, changedFiles: [], isSuccess: false)
    }
    let options = GeneratorOptions(
      module: model.name, access: access, sources: RelativePaths(root: root).of(model.files))
    let files: [GeneratedFile]
    do {
      files = try Generator(options: options).generate(schema, api: model.api)
    } catch {
      throw .names(error)
    }
    let changed = try OutputFolder(path: output).write(files, includingEmpty: writesEmptyFiles)
    return Outcome(diagnostics: model.diagnostics, changedFiles: changed, isSuccess: true)
  }
}
