import Foundation
import Rowsmith
import RowsmithInference

/// The model of an import that evolves it. Its text is written to the file when the import has succeeded.
final class EvolvingModel {
  let file: ModelFile
  private(set) var loaded: LoadedModel
  private var widening: ModelWidening
  /// The keys that have been tried.
  private var triedKeys: Set<NewKeys.Key> = []
  /// The shapes of the documents.
  private let shapes: SampleShapes?
  /// What the database does not keep of the documents, or keeps twice, by a model made of them.
  private let cautions: [String]
  private let isKnown: Bool
  private let isDryRun: Bool
  /// Whether the text has additions that are not in the file.
  private var isAdded: Bool
  private var staged: StagedModel?
  /// What was widened since the file was written.
  private var pending: [String] = []
  private let terminal: Terminal
  /// Whether an import has written the file or, in a dry run, would have.
  private(set) var hasWritten = false

  /// - Parameters:
  ///   - text: the model with the additions from the samples.
  ///   - isKnown: whether the file existed before.
  init(
    _ file: ModelFile, text: String, types: SeenTypes, _ inferred: InferredModel, isTable: Bool,
    isKnown: Bool, isDryRun: Bool, _ terminal: Terminal
  ) throws {
    self.isDryRun = isDryRun
    shapes = inferred.shapes
    cautions = isKnown ? [] : inferred.cautions
    self.file = file
    self.isKnown = isKnown
    self.terminal = terminal
    loaded = try LoadedModel(text: text, path: file.path, terminal)
    widening = ModelWidening(text: text, path: file.path, types: types, isTable: isTable)
    isAdded = !isKnown || text != file.text
    if isAdded { staged = try StagedModel(file, text, isDryRun: isDryRun) }
    guard isKnown else { return }
    let isWider = [widening.keepDigits(), widening.keepNumbers()]
    if isWider.contains(true) { try stage() }
  }

  /// Whether there was no file when the command began, and no import has written one since.
  var isNew: Bool { !isKnown && !hasWritten }

  /// Whether the model may be widened.
  var mayBeWidened: Bool { widening.isAllowed }

  /// Widens the model where errors show that a document contradicts it.
  ///
  /// - Returns: `false` if the model may not be widened, or if that does not help.
  func widen(_ errors: [ImportError]) throws -> Bool {
    guard widening.isAllowed, widening.widen(errors) else { return false }
    try stage()
    return true
  }

  /// Adds keys that a document has and the model does not mention.
  ///
  /// - Returns: `false` if nothing could be added.
  func add(_ new: NewKeys) throws -> Bool {
    let keys = new.keys.filter { triedKeys.insert($0).inserted }
    guard widening.add(keys, like: shapes) else { return false }
    isAdded = true
    try stage()
    return true
  }

  /// Revises chosen number types if the rows of the database cannot be converted to them.
  ///
  /// - Returns: `false` if no such type was chosen.
  func avoidLosses(_ error: MigrationError) throws -> Bool {
    let findings = error.plan.losses + error.plan.refusals
    guard widening.avoidLosses(of: Set(findings.map(\.subject))) else { return false }
    try stage()
    return true
  }

  private func stage() throws {
    loaded = try LoadedModel(text: widening.text, path: file.path, terminal)
    staged = try StagedModel(file, widening.text, isDryRun: isDryRun)
    pending = widening.notes
  }

  /// Writes the model of a successful import.
  ///
  /// - Returns: what was widened.
  func keep(isDryRun: Bool) throws -> [String] {
    defer { (staged, isAdded) = (nil, isDryRun && isAdded) }
    guard let staged else { return [] }
    let notes = pending
    for remark in widening.remarks { terminal.report("note: \(remark)") }
    (widening, pending) = (widening.kept, [])
    if isDryRun {
      if !hasWritten { terminal.report("note: the model would be written to '\(file.path)'") }
      hasWritten = true
      return notes
    }
    try staged.commit()
    hasWritten = true
    if isAdded {
      terminal.report(
        isKnown
          ? "note: what is new was added to the model '\(file.path)'"
          : "note: the model '\(file.path)' was made from the samples; check it before you rely on it")
      for caution in cautions { terminal.report("note: \(caution)") }
    }
    if !notes.isEmpty {
      terminal.report("note: the model '\(file.path)' has been widened where the documents contradict it")
    }
    return notes
  }
}
