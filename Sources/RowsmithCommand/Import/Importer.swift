import Foundation
import Rowsmith
import RowsmithSchema

/// Imports the files of a command, one after another or as one document.
struct Importer {
  let arguments: ImportArguments
  let terminal: Terminal

  func run() throws -> ExitStatus {
    let interruption = Interruption()
    let plan = try ImportPlan(arguments, terminal, interruption)
    if arguments.files.contains("-") { StandardInput.takeWhatHasCome() }
    let imports = arguments.isOne ? [plan.files] : plan.files.map { [$0] }
    var totals = ImportTotals()
    if arguments.contract == .evolve, let evolving = plan.evolving, case .target(let target) = plan.named {
      try importAllEvolving(imports, target, evolving, plan, interruption, &totals)
      noteCopy()
    } else {
      noteCopy()
      try importAll(imports, plan, interruption, &totals)
    }
    let isDryRun = arguments.options.isDryRun
    switch arguments.format {
    case .text: try terminal.print(totals.text(schema: plan.model.schema, isDryRun: isDryRun))
    case .json: try terminal.print(totals.json(isDryRun: isDryRun))
    }
    return .done
  }

  /// Imports documents one after another, and adds to the model what each has beyond it.
  private func importAllEvolving(
    _ imports: [[ImportFile]], _ target: ImportTarget, _ evolving: EvolvingModel, _ plan: ImportPlan,
    _ interruption: Interruption, _ totals: inout ImportTotals
  ) throws {
    plan.model.reportNotes(to: terminal)
    do {
      for files in imports {
        try importFiles(files, target, plan.model.schema, &totals, interruption, plan.remedy) { options in
          try noticingLeftTables(plan) {
            try importEvolving(files, target, evolving, plan, options, interruption)
          }
        }
        totals.widened += try evolving.keep(isDryRun: arguments.options.isDryRun)
      }
    } catch {
      sayWhatRemains(evolving)
      throw error
    }
  }

  /// Imports documents one after another, with the model as it is.
  private func importAll(
    _ imports: [[ImportFile]], _ plan: ImportPlan, _ interruption: Interruption, _ totals: inout ImportTotals
  ) throws {
    let (database, model) = (arguments.database, plan.model)
    // The copy must outlive the store.
    var copy: TemporaryCopy?
    defer { withExtendedLifetime(copy) {} }
    var location = StoreLocation.file(database.path)
    if arguments.options.isDryRun {
      (location, copy) = try noticingLeftTables(plan) { try database.dryRunPlace(schema: model.schema) }
    }
    let store = try interruption.watching { () throws -> Store in
      try noticingLeftTables(plan) {
        try Store(
          location, schema: model.schema, options: database.options, isStopped: { interruption.isRaised })
      }
    }
    do {
      let target = try self.target(plan.named, in: store)
      model.reportNotes(to: terminal)
      for files in imports {
        try importFiles(files, target, model.schema, &totals, interruption, plan.remedy) { options in
          let sources = files.map { file in
            source(file, plan, target, model.schema, interruption) {
              store.table($0, format: $1, of: $2)
            }
          }
          return try store.importJSON(
            sources, into: target, options: hasTable(files) ? store.forText(options) : options)
        }
        _ = try plan.evolving?.keep(isDryRun: arguments.options.isDryRun)
      }
    } catch {
      if totals.files == 0 { store.discard() } else { store.close() }
      sayWhatRemains(plan.evolving)
      throw error
    }
    store.close()
  }

  /// Reports that a dry run cannot use the database itself.
  private func noteCopy() {
    guard arguments.options.isDryRun, arguments.database.needsCopy else { return }
    terminal.report("note: '\(arguments.database.path)' cannot be written; the dry run uses a temporary copy")
  }

  /// Runs what opens the database.
  ///
  /// - Throws: ``LeftTables`` if the model was made just now, and the database has the tables of another one and no
  ///   record.
  private func noticingLeftTables<Result>(_ plan: ImportPlan, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      let isOfAnotherModel =
        (error as? StoreError)?.reason == .modelChanged || (error as? MigrationError)?.reason == .otherModel
      guard isOfAnotherModel, plan.evolving?.isNew == true, (try? arguments.database.holdsNothing) == true
      else { throw error }
      throw LeftTables(path: arguments.database.path)
    }
  }

  /// Reports that the model keeps the additions although a file failed.
  private func sayWhatRemains(_ evolving: EvolvingModel?) {
    guard let evolving, evolving.hasWritten, !arguments.options.isDryRun else { return }
    terminal.report(
      "note: the model '\(evolving.file.path)' has what is new in all files, although one failed; with --as-one, it would be unchanged"
    )
  }

  private func target(_ named: ImportTargetResolver.Named, in store: Store) throws -> ImportTarget {
    switch named {
    case .target(let target): return target
    case .parent(let entity, let key, let relationship):
      let parts = KeySyntax.key(key, parts: store.keyColumns(of: entity).count)
      do {
        return .relationship(
          parent: entity, key: try store.key(of: entity, parsing: parts), name: relationship)
      } catch let error as ImportError {
        throw UsageError("--parent: \(error.message)", command: "import")
      }
    }
  }

  /// Imports files as one document.
  private func importFiles(
    _ files: [ImportFile], _ target: ImportTarget, _ schema: Schema, _ totals: inout ImportTotals,
    _ interruption: Interruption, _ remedy: WideningRemedy, _ run: (ImportOptions) throws -> ImportReport
  ) throws {
    var options = arguments.options
    options.isCancelled = { interruption.isRaised }
    let name = files.map(\.path).joined(separator: " ")
    let bar = terminal.isWatched ? ProgressBar(terminal, name: name) : nil
    if let bar { options.progress = { bar.show($0) } }
    let isNamed = arguments.entityName != nil
    let advice = { ImportAdvice(target: target, isNamed: isNamed, schema: schema, options, $0) }
    do {
      let report = try run(options)
      bar?.clear()
      note(report, files, advice)
      totals.add(report, file: name)
    } catch {
      bar?.clear()
      self.report(error, files, advice, interruption, remedy)
      if totals.files > 0 {
        terminal.report(
          "note: \(totals.files) of \(arguments.files.count) files were imported: those before '\(name)'")
      }
      try interruption.check()
      throw ReportedFailure()
    }
  }

  /// The JSON of a file: inflated, and converted if it is a table.
  func source(
    _ file: ImportFile, _ plan: ImportPlan, _ target: ImportTarget, _ schema: Schema,
    _ interruption: Interruption, _ table: (JSONSource, CSVFormat, String) -> JSONSource
  ) -> JSONSource {
    let source = plan.source(file, interruption)
    guard let format = arguments.format(of: file.path), let entity = target.entity(in: schema) else {
      return source
    }
    return table(source, format, entity)
  }

  func hasTable(_ files: [ImportFile]) -> Bool {
    files.contains { arguments.format(of: $0.path) != nil }
  }

  private func note(
    _ report: ImportReport, _ files: [ImportFile], _ advice: (DocumentBeginning) -> ImportAdvice
  ) {
    if let file = files.first, arguments.format(of: file.path) == nil,
      let note = advice(file.beginning).note(report)
    {
      terminal.report(note)
    }
    if let note = files.lazy.compactMap({ spacedName($0, report) }).first { terminal.report("note: \(note)") }
    for (name, found) in report.emptyArrays.sorted(by: { $0.key < $1.key }) {
      let count = found.count == 1 ? "1 empty array" : "\(found.count) empty arrays"
      terminal.report(
        "note: \(name): \(count) in place of an object counted as null, first at \(found.example)")
    }
    if let count = report.stoppedAfter {
      terminal.report(
        "note: stopped after \(count == 1 ? "1 record" : "\(count) records"), as asked; the rest was not read"
      )
    }
  }

  /// What is wrong with the header of a table if the model does not mention a column with a space in front.
  private func spacedName(_ file: ImportFile, _ report: ImportReport) -> String? {
    let unknown = report.unknownKeys.keys.filter { $0.contains(". ") }
    guard !unknown.isEmpty, let format = arguments.format(of: file.path) else { return nil }
    let name = TableAdvice.spacedNames(file.beginning, format).first { name in
      // Of a name with dots, the first key is unknown.
      let key = name.prefix { $0 != "." }
      return unknown.contains { $0.hasSuffix(" \(key)") }
    }
    return name.map { TableAdvice.advice(onSpaceBefore: $0) }
  }

  private func report(
    _ error: any Error, _ files: [ImportFile], _ advice: (DocumentBeginning) -> ImportAdvice,
    _ interruption: Interruption, _ remedy: WideningRemedy
  ) {
    let source = (error as? ImportError)?.source
    let file = files.first { $0.name == source } ?? files[0]
    if interruption.isRaised {
      return terminal.report("\(file.name): interrupted; the database is unchanged")
    }
    if let error = error as? MigrationError {
      terminal.report(error)
      let (database, model) = (arguments.database.path, remedy.file.path)
      // A model that was made just now is in no file yet.
      if error.reason == .wouldLoseData, FileManager.default.fileExists(atPath: model) {
        terminal.report(
          "note: rowsmith migrate '\(database)' --model '\(model)' --allow-destructive deletes it")
      }
      return
    }
    guard let error = error as? ImportError else { return terminal.report("error: \(error)") }
    let advice = advice(file.beginning)
    let table = arguments.format(of: file.path)
    if let format = advice.otherFormat(error, isTable: table != nil) {
      return terminal.report("\(file.name): error: \(format.message(file: file.path, table: table))")
    }
    var text = files.count > 1 && source == nil ? "" : file.name
    if let line = error.line, let column = error.column { text += ":\(line):\(column)" }
    text += text.isEmpty ? "error: " : ": error: "
    if let path = error.path { text += "\(path): " }
    if let entity = error.entity { text += "\(entity): " }
    let hint = table.map { advice.hint(error, table: $0) } ?? advice.hint(error)
    let message = table == nil ? error.message : TableAdvice.namingOption(error.message)
    terminal.report(text + message + (hint.isEmpty ? remedy.hint(error) : hint))
  }
}

/// A database without a record has the tables of a model that was never written.
private struct LeftTables: Error, CustomStringConvertible {
  let path: String

  var description: String {
    "'\(path)' has the tables of another model, which no file beside it has, and no record, as an import "
      + "that was killed leaves it: if no other import into it is running, delete it, then import again"
  }
}

extension ImportTarget {
  /// The entity of the records; `nil` for a document, which has several.
  func entity(in schema: Schema) -> String? {
    switch self {
    case .entity(let name), .keyed(let name): name
    case .relationship(let parent, _, let name):
      SchemaGraph(schema).relationship(name, of: parent)?.target
    case .document: nil
    }
  }
}
