import Foundation
import Rowsmith
import RowsmithSchema

/// Imports the files of one command, one after another.
struct Importer {
  let arguments: ImportArguments
  let terminal: Terminal

  func run() throws -> ExitStatus {
    let model = try LoadedModel(path: arguments.modelPath, terminal)
    let named = try ImportTargetResolver(arguments: arguments, model: model).resolve()
    try checkFiles()
    var totals = ImportTotals()
    let interruption = Interruption()
    let database = DatabaseFile(path: arguments.databasePath)
    // The copy outlives the store.
    var copy: TemporaryCopy?
    defer { withExtendedLifetime(copy) {} }
    var location = StoreLocation.file(database.path)
    if arguments.options.isDryRun {
      location = database.dryRunLocation
      if database.needsCopy {
        let made = try database.copy(schema: model.schema)
        terminal.report(
          "note: '\(database.path)' cannot be written; the dry run is made on a copy among the temporary files"
        )
        location = .existingFile(made.path)
        copy = made
      }
    }
    let store = try interruption.watching {
      try Store(
        location, schema: model.schema, options: DatabaseFile.options, isStopped: { interruption.isRaised })
    }
    do {
      let target = try self.target(named, in: store)
      model.reportNotes(to: terminal)
      try importFiles(into: store, target, model.schema, &totals, interruption)
    } catch {
      if totals.files == 0 { store.discard() } else { store.close() }
      throw error
    }
    store.close()
    let isDryRun = arguments.options.isDryRun
    switch arguments.format {
    case .text: try terminal.print(totals.text(schema: model.schema, isDryRun: isDryRun))
    case .json: try terminal.print(totals.json(isDryRun: isDryRun))
    }
    return .done
  }

  /// Looks at the files before there is a database, which a misspelt name should not leave behind.
  private func checkFiles() throws(ReportedFailure) {
    var isMissing = false
    for file in arguments.files where file != "-" {
      var isFolder: ObjCBool = false
      if !FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) {
        terminal.report("error: there is no file '\(file)'")
      } else if isFolder.boolValue {
        terminal.report("error: '\(file)' is a folder; name the files in it")
      } else if !FileManager.default.isReadableFile(atPath: file) {
        terminal.report("error: '\(file)' cannot be read: permission denied")
      } else {
        continue
      }
      isMissing = true
    }
    if isMissing { throw ReportedFailure() }
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

  private func importFiles(
    into store: Store, _ target: ImportTarget, _ schema: Schema, _ totals: inout ImportTotals,
    _ interruption: Interruption
  ) throws {
    for file in arguments.files {
      var options = arguments.options
      options.isCancelled = { interruption.isRaised }
      let bar = terminal.isWatched ? ProgressBar(terminal, name: file) : nil
      if let bar { options.progress = { bar.show($0) } }
      let beginning = DocumentBeginning(of: file)
      let advice = ImportAdvice(target: target, schema: schema, options, beginning)
      let source =
        file == "-" ? StandardInput.source(interruption, keeping: beginning) : JSONSource.file(file)
      do {
        let report = try store.importJSON(source, into: target, options: options)
        bar?.clear()
        if let note = advice.note(report) { terminal.report(note) }
        totals.add(report, file: file)
      } catch {
        bar?.clear()
        report(error, file: file, advice, interruption)
        if totals.files > 0 {
          terminal.report(
            "note: \(totals.files) of \(arguments.files.count) files are imported, those before '\(file)'")
        }
        try interruption.check()
        throw ReportedFailure()
      }
    }
  }

  private func report(_ error: any Error, file: String, _ advice: ImportAdvice, _ interruption: Interruption)
  {
    let name = file == "-" ? "<stdin>" : file
    if interruption.isRaised {
      return terminal.report("\(name): interrupted; the database is as it was")
    }
    guard let error = error as? ImportError else { return terminal.report("error: \(error)") }
    if let format = advice.otherFormat(error) {
      return terminal.report("\(name): error: \(format.message(file: file))")
    }
    var text = name
    if let line = error.line, let column = error.column { text += ":\(line):\(column)" }
    text += ": error: "
    if let path = error.path { text += "\(path): " }
    if let entity = error.entity { text += "\(entity): " }
    terminal.report(text + error.message + advice.hint(error))
  }
}
