import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithCurl

/// Makes the requests of a command, one after another, and imports the answers.
struct Fetcher {
  let arguments: FetchArguments
  let terminal: Terminal

  func run() throws -> ExitStatus {
    let model = try LoadedModel(path: arguments.modelPath, terminal)
    let plan = try FetchPlan(arguments, api: try model.server(terminal))
    let interruption = Interruption()
    var options = arguments.database.options
    options.internalTables = ClientTables.all + QueueTables.all
    let store = try interruption.watching {
      try Store(
        .file(arguments.database.path), schema: model.schema, options: options,
        isStopped: { interruption.isRaised })
    }
    var report = FetchReport()
    do {
      try interruption.watching {
        let client = try Client(
          store: store, api: plan.api, transport: CurlTransport(arguments.server.transport),
          options: arguments.server.options)
        let calls = try plan.calls.map { call in
          var filled = call.reading(arguments)
          try call.fill(&filled, client, command: "fetch")
          return filled
        }
        model.reportNotes(to: terminal)
        try fetch(calls, client, interruption, &report)
      }
    } catch {
      if report.hasSuccess { store.close() } else { store.discard() }
      throw error
    }
    if report.hasSuccess { store.close() } else { store.discard() }
    switch arguments.format {
    case .text: try terminal.print(report.text(schema: model.schema))
    case .json: try terminal.print(report.json)
    }
    return report.hasFailure ? .failed : .done
  }

  /// A failing route does not stop the others, unless the server cannot be reached.
  private func fetch(
    _ calls: [RouteCall], _ client: Client, _ interruption: Interruption, _ report: inout FetchReport
  ) throws {
    for (index, call) in calls.enumerated() {
      let start = ContinuousClock.now
      do {
        let answer = try fetch(call, client, interruption)
        report.add(answer, route: call.route, seconds: (ContinuousClock.now - start).inSeconds)
      } catch let error as ClientError {
        if interruption.isRaised { reportInterruption(report) }
        try interruption.check()
        report.add(error, route: call.route, seconds: (ContinuousClock.now - start).inSeconds)
        terminal.report("error: \(error)")
        if error.transport?.reason == .offline, index + 1 < calls.count {
          terminal.report(
            "note: the server cannot be reached, so the routes after '\(call.route)' are skipped")
          return
        }
      }
    }
  }

  private func fetch(_ call: RouteCall, _ client: Client, _ interruption: Interruption) throws -> Answer<Void>
  {
    let line = terminal.isWatched ? CallProgressLine(terminal, name: call.route) : nil
    defer { line?.end() }
    var shown = call
    shown.options.progress = line?.progress
    let watched = shown
    return try interruption.waiting { try await client.call(watched, returning: Void.self) }
  }

  private func reportInterruption(_ report: FetchReport) {
    terminal.report(
      report.hasSuccess
        ? "interrupted; what was imported before stays" : "interrupted; the database is unchanged")
  }
}
