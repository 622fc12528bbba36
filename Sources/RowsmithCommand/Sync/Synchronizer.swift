import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithSync

/// Synchronises a database with a server.
struct Synchronizer {
  let arguments: SyncArguments
  let terminal: Terminal

  func run() throws -> ExitStatus {
    let model = try LoadedModel(path: arguments.modelPath, terminal)
    let plan = try model.syncPlan(terminal)
    let interruption = Interruption()
    if arguments.isDryRun { return try listUnsent(model, plan, interruption) }
    let server = try SyncAdapter(model: model, plan: plan).server(arguments.server)
    // Checked before the database is created: a model that cannot be sent leaves no file behind.
    try server.check(plan, model.schema)
    model.reportNotes(to: terminal)
    let start = ContinuousClock.now
    if let stopped = try hello(server, interruption) {
      var report = SyncReport()
      report.stopped = stopped
      return try print(report, seconds: (ContinuousClock.now - start).inSeconds)
    }
    let store = try interruption.watching {
      try Store(
        .file(arguments.database.path), schema: model.schema, options: arguments.database.options,
        isStopped: { interruption.isRaised })
    }
    defer { store.close() }
    let report: SyncReport
    do {
      report = try synchronize(store, plan, server, interruption)
    } catch {
      if interruption.isRaised { terminal.report("interrupted; what was fetched and sent before stays") }
      try interruption.check()
      throw error
    }
    return try print(report, seconds: (ContinuousClock.now - start).inSeconds)
  }

  /// Makes a first request before a database is created: a wrong address or password leaves no file behind.
  ///
  /// - Returns: the error; `nil` if there is none, or if the database exists already.
  private func hello(_ server: any SyncServer, _ interruption: Interruption) throws -> SyncError? {
    if FileManager.default.fileExists(atPath: arguments.database.path) { return nil }
    do {
      _ = try interruption.watching { try interruption.waiting { try await server.identify() } }
      return nil
    } catch let error as SyncError {
      return error
    }
  }

  private func synchronize(
    _ store: Store, _ plan: SyncPlan, _ server: any SyncServer, _ interruption: Interruption
  ) throws -> SyncReport {
    let session = try interruption.watching {
      var options = SyncOptions()
      options.retries = arguments.server.options.retries
      return try SyncSession(store: store, plan: plan, server: server, options: options)
    }
    let line = terminal.isWatched ? SyncProgressLine(terminal) : nil
    defer { line?.end() }
    let (scope, progress) = (arguments.scope, line.map { line in SyncProgress { line.show($0) } })
    return try interruption.waiting { try await session.sync(scope, progress: progress) }
  }

  private func print(_ report: SyncReport, seconds: Double) throws -> ExitStatus {
    for problem in report.setAside {
      if problem.id.isEmpty {
        terminal.report("error: \(problem.entity) was not synchronised: \(problem.error.words)")
        continue
      }
      terminal.report(
        "error: \(problem.entity) '\(problem.id)' is set aside: \(problem.error.words); rowsmith queue list shows it"
      )
    }
    for problem in report.unanswered {
      terminal.report(
        "error: \(problem.entity) '\(problem.id)': the answer does not tell what became of it: \(problem.error.words); "
          + "the next sync sends it again")
    }
    for problem in report.unreadable {
      terminal.report("error: \(problem.entity) '\(problem.id)' cannot be imported: \(problem.error.words)")
    }
    for problem in report.lost {
      terminal.report("note: \(problem.entity) '\(problem.id)': \(problem.error.words)")
    }
    if let error = report.stopped { terminal.report("error: \(error)") }
    switch arguments.format {
    case .text: try terminal.print(report.text(seconds: seconds))
    case .json: try terminal.print(report.json(seconds: seconds))
    }
    let isDone =
      report.stopped == nil && report.setAside.isEmpty && report.unanswered.isEmpty
      && report.unreadable.isEmpty
    return isDone ? .done : .failed
  }

  /// Lists unsent records from a copy, so that the database stays unchanged.
  private func listUnsent(_ model: LoadedModel, _ plan: SyncPlan, _ interruption: Interruption) throws
    -> ExitStatus
  {
    let database = arguments.database
    let records = try interruption.watching {
      var copy: TemporaryCopy?
      var location = StoreLocation.memory
      if case .existingFile = database.dryRunLocation {
        let made = try database.copy(schema: model.schema)
        location = .existingFile(made.path)
        copy = made
      }
      // The copy must outlive the store.
      defer { withExtendedLifetime(copy) {} }
      let store = try Store(
        location, schema: model.schema, options: database.options,
        isStopped: { interruption.isRaised })
      defer { store.close() }
      let session = try SyncSession(store: store, plan: plan, server: NoServer())
      return try store.fetch(session.unsent())
    }
    switch arguments.format {
    case .text: try terminal.print(UnsentRecord.text(records))
    case .json: try terminal.print(JSONValue.array(records.map(\.json)))
    }
    return .done
  }
}
