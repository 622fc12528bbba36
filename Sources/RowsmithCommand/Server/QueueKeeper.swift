import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithCurl
import RowsmithSync

/// Shows, sends and drops the queued requests of a database.
struct QueueKeeper {
  let arguments: QueueArguments
  let terminal: Terminal

  func run() throws -> ExitStatus {
    let model = try LoadedModel(path: arguments.modelPath, terminal)
    let api = try model.queued(terminal)
    if arguments.action == .flush, !api.routes.isEmpty, arguments.server.options.baseURL == nil,
      api.baseURL == nil
    {
      throw UsageError("the model has no `baseURL`; give --base URL", command: "queue")
    }
    model.reportWarnings(to: terminal)
    let interruption = Interruption()
    let store = try arguments.database.existing(
      model, for: interruption, isReadOnly: arguments.action == .list, terminal: terminal)
    defer { store.close() }
    return try interruption.watching {
      let kept = try api.sync.map { try KeptRequest.all(in: store, $0) } ?? []
      if arguments.action == .list { return try list(store, kept) }
      let sync = SyncQueueKeeper(arguments: arguments, terminal: terminal, store: store, kept: kept)
      if let request = kept.first(where: { $0.number == arguments.item }), let plan = api.sync {
        return try sync.settle(request, plan, interruption)
      }
      // A model without routes has no calls, so none can be queued.
      let client =
        try api.routes.isEmpty
        ? nil
        : Client(
          store: store, api: api, transport: CurlTransport(arguments.server.transport),
          options: arguments.server.options)
      switch arguments.action {
      case .list: return .done
      case .flush: return try flush(client, kept, interruption)
      case .retry: return try retry(client?.queue, interruption)
      case .drop:
        let takenBack =
          try arguments.item == nil ? api.sync.map { try sync.discardAll($0, interruption) } ?? 0 : 0
        return try drop(client?.queue, takenBack: takenBack, interruption)
      }
    }
  }

  private func list(_ store: Store, _ kept: [KeptRequest]) throws -> ExitStatus {
    let requests =
      (try QueueItem.all(in: store).map(QueuedRequest.call) + kept.map(QueuedRequest.sync))
      .sorted { $0.number < $1.number }
    switch arguments.format {
    case .text: try terminal.print(QueuedRequest.text(requests))
    case .json: try terminal.print(JSONValue.array(requests.map(\.json)))
    }
    return .done
  }

  private func flush(_ client: Client?, _ kept: [KeptRequest], _ interruption: Interruption) throws
    -> ExitStatus
  {
    if !kept.isEmpty {
      let words = kept.count == 1 ? "1 request is" : "\(kept.count) requests are"
      terminal.report("note: \(words) of a sync; rowsmith sync sends what synchronises")
    }
    guard let client else {
      terminal.report(
        "error: the model has no routes, so no call waits; rowsmith sync sends what synchronises")
      return .failed
    }
    let line = terminal.isWatched ? QueueProgressLine(terminal, store: client.store) : nil
    defer { line?.end() }
    let report = try interruption.waiting { await client.queue.flush() }
    line?.end()
    try interruption.check()
    for (item, error) in report.refused { terminal.report("error: request \(item.id): \(error)") }
    if let error = report.stopped { terminal.report("error: \(error)") }
    if report.stopped == nil, report.waiting > 0 {
      for item in try QueueItem.all(in: client.store) where item.state == .sending {
        if let message = item.message { terminal.report("error: request \(item.id): \(message)") }
      }
    }
    switch arguments.format {
    case .text: try terminal.print(report.text)
    case .json: try terminal.print(report.json)
    }
    return report.refused.isEmpty && report.stopped == nil && report.waiting == 0 ? .done : .failed
  }

  private func retry(_ queue: RequestQueue?, _ interruption: Interruption) throws -> ExitStatus {
    guard let item = arguments.item else { return .wrongUsage }
    guard try interruption.waiting(for: { try await queue?.retry(item) ?? false }) else {
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

  private func drop(_ queue: RequestQueue?, takenBack: Int, _ interruption: Interruption) throws -> ExitStatus
  {
    let count: Int
    if let item = arguments.item {
      guard try interruption.waiting(for: { try await queue?.drop(item) ?? false }) else {
        terminal.report("error: there is no request \(item); rowsmith queue list shows the requests")
        return .failed
      }
      count = 1
    } else {
      count = try interruption.waiting { try await queue?.dropAll() ?? 0 }
    }
    switch arguments.format {
    case .text:
      let words = count == 1 ? "1 request is" : "\(count) requests are"
      try terminal.print("\(words) dropped; the changes in the database stay\n")
      if takenBack > 0 { try terminal.print(SyncQueueKeeper.words(takenBack: takenBack)) }
    case .json:
      try terminal.print(
        JSONValue.object(
          [.init("dropped", JSONValue(count))]
            + (takenBack > 0 ? [.init("takenBack", JSONValue(takenBack))] : [])))
    }
    return .done
  }
}

extension LoadedModel {
  /// The API, for calls or for a sync.
  fileprivate func queued(_ terminal: Terminal) throws(ReportedFailure) -> API {
    if let api, api.sync != nil { return api }
    return try server(terminal)
  }
}
