import Rowsmith
import RowsmithAPI
import RowsmithSync

/// Retries or drops records that the server refused in a sync.
struct SyncQueueKeeper {
  let arguments: QueueArguments
  let terminal: Terminal
  let store: Store
  /// The sync requests in the database.
  let kept: [KeptRequest]

  /// Carries out `retry` or `drop` for one request.
  func settle(_ request: KeptRequest, _ plan: SyncPlan, _ interruption: Interruption) throws -> ExitStatus {
    let session = try SyncSession(store: store, plan: plan, server: NoServer())
    let record = "\(request.entity) '\(request.id)'"
    if arguments.action == .retry {
      let isRetried = try interruption.waiting { try await session.retry(request.entity, key: request.key) }
      guard isRetried else {
        terminal.report(
          "error: request \(request.number) was not refused: its result is unknown "
            + "until the next rowsmith sync")
        return .failed
      }
      switch arguments.format {
      case .text: try terminal.print("\(record) waits again; rowsmith sync sends it\n")
      case .json: try terminal.print(JSONValue.object([.init("retried", JSONValue(Int(request.number)))]))
      }
      return .done
    }
    try interruption.waiting { try await session.discard(request.entity, key: request.key) }
    switch arguments.format {
    case .text:
      try terminal.print(
        "\(record) is reset to the last version from the server; the changes here are undone\n")
    case .json:
      try terminal.print(
        JSONValue.object([.init("dropped", JSONValue(0)), .init("takenBack", JSONValue(1))]))
    }
    return .done
  }

  /// How many records are reset in one transaction.
  private static let maximumDiscarded = 1000

  /// Drops all refused changes. Requests that are in progress stay.
  ///
  /// - Returns: the number of records.
  func discardAll(_ plan: SyncPlan, _ interruption: Interruption) throws -> Int {
    let refused = kept.filter(\.isRefused)
    if kept.count > refused.count {
      terminal.report(
        "note: \(kept.count - refused.count) of a sync may have reached the server, and stay; the next rowsmith sync finds out"
      )
    }
    guard !refused.isEmpty else { return 0 }
    let session = try SyncSession(store: store, plan: plan, server: NoServer())
    try interruption.waiting {
      var rest = refused[...]
      while let first = rest.first {
        let next = rest.prefix(SyncQueueKeeper.maximumDiscarded)
        let keys = next.prefix { $0.entity == first.entity }.map(\.key)
        rest = rest.dropFirst(keys.count)
        do {
          try await session.discard(first.entity, keys: keys)
        } catch {
          if keys.count == 1 { throw error }
          // As far as they can be.
          for key in keys { try await session.discard(first.entity, key: key) }
        }
      }
    }
    return refused.count
  }

  /// The message of `drop --all` about records.
  static func words(takenBack count: Int) -> String {
    let words = count == 1 ? "1 record is" : "\(count) records are"
    return "\(words) reset to the last version from the server: the refused changes are undone\n"
  }
}
