import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithCurl

/// Shows the requests that wait in a database, sends them, and takes them out.
struct QueueKeeper {
  let arguments: QueueArguments
  let terminal: Terminal

  func run() throws -> ExitStatus {
    let model = try LoadedModel(path: arguments.modelPath, terminal)
    let api = try model.server(terminal)
    if arguments.action == .flush, arguments.server.options.baseURL == nil, api.baseURL == nil {
      throw UsageError("the model says no `baseURL`: --base is missing", command: "queue")
    }
    model.reportWarnings(to: terminal)
    let interruption = Interruption()
    let store = try DatabaseFile(path: arguments.databasePath).existing(
      model, for: interruption, isReadOnly: arguments.action == .list, terminal: terminal)
    defer { store.close() }
    return try interruption.watching {
      if arguments.action == .list { return try list(store) }
      let client = try Client(
        store: store, api: api, transport: CurlTransport(arguments.server.transport),
        options: arguments.server.options)
      switch arguments.action {
      case .list: return .done
      case .flush: return try flush(client, interruption)
      case .retry: return try retry(client.queue, interruption)
      case .drop: return try drop(client.queue, interruption)
      }
    }
  }

  private func list(_ store: Store) throws -> ExitStatus {
    let items = try QueueItem.all(in: store)
    switch arguments.format {
    case .text: try terminal.print(QueueItem.text(items))
    case .json: try terminal.print(JSONValue.array(items.map(\.json)))
    }
    return .done
  }

  private func flush(_ client: Client, _ interruption: Interruption) throws -> ExitStatus {
    let line = terminal.isWatched ? QueueProgressLine(terminal, store: client.store) : nil
    defer { line?.end() }
    let report = try interruption.waiting { await client.queue.flush() }
    line?.end()
    try interruption.check()
    for (item, error) in report.refused { terminal.report("error: request \(item.id): \(error)") }
    if let error = report.stopped { terminal.report("error: \(error)") }
    switch arguments.format {
    case .text: try terminal.print(report.text)
    case .json: try terminal.print(report.json)
    }
    return report.refused.isEmpty && report.stopped == nil && report.waiting == 0 ? .done : .failed
  }

  private func retry(_ queue: RequestQueue, _ interruption: Interruption) throws -> ExitStatus {
    guard let item = arguments.item else { return .wrongUsage }
    guard try interruption.waiting(for: { try await queue.retry(item) }) else {
      terminal.report(
        "error: the server has refused no request \(item); rowsmith queue list shows the requests")
      return .failed
    }
    switch arguments.format {
    case .text: try terminal.print("request \(item) waits again; rowsmith queue flush sends it\n")
    case .json: try terminal.print(JSONValue.object([.init("retried", JSONValue(Int(item)))]))
    }
    return .done
  }

  private func drop(_ queue: RequestQueue, _ interruption: Interruption) throws -> ExitStatus {
    let count: Int
    if let item = arguments.item {
      guard try interruption.waiting(for: { try await queue.drop(item) }) else {
        terminal.report("error: there is no request \(item); rowsmith queue list shows the requests")
        return .failed
      }
      count = 1
    } else {
      count = try interruption.waiting { try await queue.dropAll() }
    }
    let words = count == 1 ? "1 request is" : "\(count) requests are"
    switch arguments.format {
    case .text: try terminal.print("\(words) dropped; what was changed here stays\n")
    case .json: try terminal.print(JSONValue.object([.init("dropped", JSONValue(count))]))
    }
    return .done
  }
}
