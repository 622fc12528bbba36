import Foundation
import Rowsmith
import RowsmithInference

/// The plan of an import: the model, which may have to be inferred first, the target, and the files.
struct ImportPlan {
  let model: LoadedModel
  let named: ImportTargetResolver.Named
  let files: [ImportFile]
  /// The sources of documents that are read twice, by file; those that cannot be read again have been kept.
  private let kept: [String: JSONSource]
  /// The model to write after a successful import; `nil` if it stays unchanged.
  let evolving: EvolvingModel?
  /// The advice if a document contradicts the model.
  let remedy: WideningRemedy

  init(_ arguments: ImportArguments, _ terminal: Terminal, _ interruption: Interruption) throws {
    let path = arguments.modelPath ?? Self.path(beside: arguments.database.path)
    if path.lowercased() == arguments.database.path.lowercased() {
      throw UsageError(
        "--into: '\(arguments.database.path)' is where the model belongs; give the database another name",
        command: "import")
    }
    let isKnown = arguments.modelPath != nil || FileManager.default.fileExists(atPath: path)
    files = arguments.files.map { ImportFile($0) }
    let namesTarget =
      arguments.entityName != nil || arguments.documentName != nil || arguments.parentSyntax != nil
    let evolves = arguments.contract == .evolve
    var remedy = WideningRemedy(
      file: ModelFile(path: path), contract: arguments.contract,
      isTable: arguments.files.contains { arguments.format(of: $0) != nil })
    if isKnown, !evolves, arguments.modelPath != nil || namesTarget {
      model = try LoadedModel(path: path, terminal, interruption)
      named = try ImportTargetResolver(arguments: arguments, model: model).resolve()
      // Checked first, so that a mistyped name leaves no database behind.
      try Self.checkFiles(arguments, terminal)
      (kept, evolving, self.remedy) = ([:], nil, remedy)
      return
    }
    try Self.check(arguments, isKnown: isKnown)
    if isKnown, ModelFile(path: path).isPipe {
      terminal.report("error: '\(path)' is a pipe, and this import reads the model twice; name a file")
      throw ReportedFailure()
    }
    // Errors in an existing model are reported before those in the samples.
    let said = isKnown ? try Self.target(arguments, path, terminal, isNamed: namesTarget) : nil
    try Self.checkFiles(arguments, terminal)
    kept = try Self.kept(files, interruption)
    let samples = try Self.samples(arguments, files, kept, interruption, terminal)
    let file = ModelFile(path: path)
    var options = Inference.Options()
    options.entity = isKnown ? nil : arguments.entityName
    options.path = arguments.options.path
    options.name = samples.name
    let hints = isKnown ? try file.hints(terminal) : nil
    if let hints { options.expect(hints, as: said) }
    let inferred = try interruption.watching { try samples.infer(options, terminal) }
    var (text, target, types) = (inferred.draft.yaml(), inferred.target, SeenTypes())
    if let hints {
      (text, target, types) = try ModelFile.adding(
        inferred, to: hints, entity: arguments.entityName, terminal)
    }
    remedy.types = types
    self.remedy = remedy
    if !isKnown || evolves {
      let evolving = try EvolvingModel(
        file, text: text, types: types, inferred, isTable: samples.areTables, isKnown: isKnown,
        isDryRun: arguments.options.isDryRun, terminal)
      (self.evolving, model) = (evolving, evolving.loaded)
    } else {
      (evolving, model) = (nil, try LoadedModel(path: path, terminal))
    }
    named =
      namesTarget && isKnown
      ? try ImportTargetResolver(arguments: arguments, model: model).resolve() : .target(target)
  }

  /// The sources of documents that are read twice, by file.
  private static func kept(
    _ files: [ImportFile], _ interruption: Interruption
  ) throws -> [String: JSONSource] {
    var kept: [String: JSONSource] = [:]
    for file in files {
      kept[file.path] = try interruption.watching {
        try file.source(interruption).rereadable { interruption.isRaised }
      }
    }
    return kept
  }

  /// The documents as samples of a model.
  private static func samples(
    _ arguments: ImportArguments, _ files: [ImportFile], _ kept: [String: JSONSource],
    _ interruption: Interruption, _ terminal: Terminal
  ) throws -> SampleFiles {
    var samples = try SampleFiles(
      arguments.files, interruption, terminal, format: { arguments.format(of: $0) })
    samples.sources = files.compactMap { file in
      kept[file.path].map {
        SampleFiles.asJSON(
          $0.named(file.name).interruptible(by: interruption), arguments.format(of: file.path))
      }
    }
    samples.beginnings = files.map(\.beginning)
    return samples
  }

  /// The target that the arguments name, in an existing model; `nil` if they name none, or a relationship.
  private static func target(
    _ arguments: ImportArguments, _ path: String, _ terminal: Terminal, isNamed: Bool
  ) throws -> ImportTarget? {
    let model = try LoadedModel(path: path, terminal)
    guard isNamed,
      case .target(let target) = try ImportTargetResolver(arguments: arguments, model: model).resolve()
    else { return nil }
    return target
  }

  /// Checks what is read and where the database will be, before anything is read.
  private static func checkFiles(_ arguments: ImportArguments, _ terminal: Terminal) throws {
    try SampleFiles.check(arguments.files, terminal)
    if !arguments.options.isDryRun { try MissingFolder.check(arguments.database.path) }
  }

  /// The source of a file.
  func source(_ file: ImportFile, _ interruption: Interruption) -> JSONSource {
    kept[file.path] ?? file.source(interruption)
  }

  private static func check(_ arguments: ImportArguments, isKnown: Bool) throws(UsageError) {
    if isKnown { return }
    let option = arguments.documentName != nil ? "document" : arguments.parentSyntax != nil ? "parent" : nil
    if let option {
      throw UsageError(
        "--\(option) needs a model that has it: name one with --model, or leave it out, and a model is made from the samples",
        command: "import")
    }
  }

  /// The default path of the model for a database.
  static func path(beside database: String) -> String {
    // A URL would take '.' for the working folder and give its name.
    let start = database.utf8.lastIndex(of: UInt8(ascii: "/")).map { database.utf8.index(after: $0) }
    let name = String(database[(start ?? database.startIndex)...]) as NSString
    return "\(database[..<(start ?? database.startIndex)])\(name.deletingPathExtension).yml"
  }
}
