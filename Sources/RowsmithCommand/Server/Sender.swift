import Foundation
import Rowsmith
import RowsmithClient
import RowsmithCurl
import RowsmithSchema

/// Makes the calls of `rowsmith send`: one, or one for each record.
struct Sender {
  let arguments: SendArguments
  let terminal: Terminal

  func run() throws -> ExitStatus {
    let model = try LoadedModel(path: arguments.modelPath, terminal)
    let api = try model.server(terminal)
    let plan = try SendPlan(arguments, api: api)
    let interruption = Interruption()
    let body = try arguments.bodyPath.map {
      try BodyFile(path: $0, type: arguments.contentType).read(interruption)
    }
    let store = try arguments.database.existing(
      model, for: interruption, terminal: terminal)
    defer { store.close() }
    return try interruption.watching {
      let client = try Client(
        store: store, api: api, transport: CurlTransport(arguments.server.transport),
        options: arguments.server.options)
      let calls = try calls(plan, body, client)
      model.reportNotes(to: terminal)
      return try send(calls, plan, client, interruption)
    }
  }

  /// The calls, each with the key of its record as given.
  private func calls(_ plan: SendPlan, _ body: RequestBody?, _ client: Client) throws
    -> [(key: String?, call: RouteCall)]
  {
    var call = RouteCall(plan.call.route.name, method: plan.method)
    call.body = body
    try plan.call.fill(&call, client, command: "send")
    guard let entity = plan.entity, !arguments.keys.isEmpty else { return [(nil, call)] }
    let columns = client.store.keyColumns(of: entity)
    try checkPath(plan.call, keyColumns: columns)
    return try arguments.keys.map { text in
      var call = call
      do {
        let key = try client.store.key(of: entity, parsing: KeySyntax.key(text, parts: columns.count))
        call.record = RecordBody(entity: entity, key: key)
      } catch let error as ImportError {
        throw UsageError("--key: \(error.message)", command: "send")
      }
      return (text, call)
    }
  }

  /// Checks that no value names another record in the path than `--key` does, which would be overwritten, or deleted.
  private func checkPath(_ call: RouteArguments, keyColumns: [String]) throws(UsageError) {
    for parameter in call.route.parameters where parameter.isFromRecord {
      guard let column = parameter.column, keyColumns.contains(column),
        call.values.contains(where: { $0.name == parameter.name })
      else { continue }
      throw UsageError(
        "--key: the record gives '\(parameter.name)' in the path; give only one of them", command: "send")
    }
  }

  private func send(
    _ calls: [(key: String?, call: RouteCall)], _ plan: SendPlan, _ client: Client,
    _ interruption: Interruption
  ) throws -> ExitStatus {
    var report = SendReport(entity: plan.entity, store: client.store)
    for (key, call) in calls {
      do {
        let line = terminal.isWatched ? CallProgressLine(terminal, name: call.route) : nil
        defer { line?.end() }
        var shown = call
        shown.options.progress = line?.progress
        let watched = shown
        let (answer, keys) = try interruption.waiting {
          let answer = try await client.call(watched, returning: Void.self)
          return (answer, try await answer.keys())
        }
        report.add(answer, keys: keys, route: call.route, key: key)
      } catch let error as ClientError {
        if interruption.isRaised { terminal.report("interrupted: \(error.message)") }
        try interruption.check()
        report.add(error, route: call.route, key: key)
        terminal.report("error: \(key.map { "\($0): " } ?? "")\(error)")
      }
    }
    switch arguments.format {
    case .text: try terminal.print(report.text)
    case .json: try terminal.print(report.json)
    }
    return report.hasFailure ? .failed : .done
  }
}
