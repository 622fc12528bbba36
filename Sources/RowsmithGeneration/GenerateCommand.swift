public import RowsmithGenerator
public import RowsmithModel

/// Generates the Swift source of one model into a folder: what `rowsmith generate` and the plugins do.
public struct GenerateCommand: Sendable {
  /// The files and folders that hold the model's YAML; together they are one model.
  public var models: [String]
  /// Files that were found, not named: those that are models are used in place of ``models``, and other YAML is left alone.
  public var candidates: [String] = []
  /// The folder that gets the files; created when it is missing.
  public var output: String
  /// The name of the module; nil for that of the first file or folder.
  public var module: String?
  /// Who can use the generated declarations.
  public var access = AccessLevel.internal
  /// The folder to which the header's paths are relative; nil for the current one.
  public var root: String?
  /// Whether a file that declares nothing is written too, as a build wants that knows its outputs beforehand.
  /// Otherwise one that is there is deleted.
  public var writesEmptyFiles = false

  /// Creates a command.
  public init(models: [String], output: String) {
    self.models = models
    self.output = output
  }

  /// What came of it.
  public struct Outcome: Sendable {
    /// What is wrong with the model, or probably not meant, by file, line and column.
    public var diagnostics: [Diagnostic]
    /// The names of the files that were written or deleted, in order; unchanged files are not touched.
    public var changedFiles: [String]
    /// Whether the folder holds what the model says. If not, it is as it was.
    public var isSuccess: Bool
  }

  /// Compiles the model, generates and writes. With an error in the model nothing is written.
  ///
  /// - Throws: ``GenerateError`` where a file cannot be written, names collide in Swift, or no file that was found is a
  ///   model.
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
