import Rowsmith
import RowsmithSync

extension SyncReport {
  /// The report as text: a table of the collections with changes, and the totals.
  func text(seconds: Double) -> String {
    let columns = SyncReport.columns.filter { $0.name != "unreadable" || !unreadable.isEmpty }
    let rows = entities.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { name, counts in
      [name] + columns.map { "\(counts[keyPath: $0.count])" }
    }
    var text = rows.isEmpty ? "" : TextTable(rows: [[""] + columns.map(\.name)] + rows).text + "\n"
    var parts = isEmpty ? [] : ["\(pulled) pulled", "\(pushed) pushed", "\(merged) merged"]
    let others = [
      (conflicts, conflicts == 1 ? "conflict" : "conflicts"), (setAside.count, "set aside"),
      (unanswered.count, "unanswered"),
      (unreadable.count, "unreadable"), (lost.count, "lost by the server"), (waiting, "waiting"),
      (missing, "missing"),
    ]
    parts += others.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if parts.isEmpty, stopped == nil { parts = ["nothing has changed"] }
    if !parts.isEmpty { text += "\(parts.joined(separator: ", "))\n" }
    // Without a request there are no totals to print.
    if requests == 0, stopped != nil { return text }
    let asked = requests == 1 ? "1 request" : "\(requests) requests"
    return text + "\(asked), \(Amounts.size(bytes)), \(Amounts.seconds(seconds))\n"
  }

  private static let columns: [(name: String, count: any KeyPath<Counts, Int> & Sendable)] = [
    ("inserted", \.inserted), ("updated", \.updated), ("deleted", \.deleted), ("merged", \.merged),
    ("pushed", \.pushed), ("unreadable", \.unreadable),
  ]

  /// The report as a JSON object.
  func json(seconds: Double) -> JSONValue {
    let entities = entities.sorted { $0.key < $1.key }.map { name, counts in
      JSONValue.Member(
        name,
        .object(SyncReport.columns.map { .init($0.name, JSONValue(counts[keyPath: $0.count])) }))
    }
    return .object([
      .init("entities", .object(entities)), .init("pulled", JSONValue(pulled)),
      .init("pushed", JSONValue(pushed)), .init("merged", JSONValue(merged)),
      .init("conflicts", JSONValue(conflicts)), .init("setAside", .array(setAside.map(\.json))),
      .init("unanswered", .array(unanswered.map(\.json))),
      .init("unreadable", .array(unreadable.map(\.json))), .init("lost", .array(lost.map(\.json))),
      .init("waiting", JSONValue(waiting)),
      .init("missing", JSONValue(missing)), .init("requests", JSONValue(requests)),
      .init("bytes", JSONValue(bytes)),
      // Microseconds are the resolution of the clock.
      .init("seconds", JSONValue((seconds * 1e6).rounded() / 1e6)),
      .init("stopped", stopped.map { .object($0.members) } ?? .null),
    ])
  }
}

extension SyncReport.Problem {
  fileprivate var json: JSONValue {
    .object([.init("entity", .string(entity)), .init("id", .string(id))] + error.members)
  }
}

extension SyncError {
  /// The server's message with its status; otherwise the error's own message.
  var words: String {
    let words = serverMessage ?? message
    return status.map { "\($0): \(words)" } ?? words
  }

  /// The JSON members of an error.
  fileprivate var members: [JSONValue.Member] {
    [
      .init("reason", .string(reason.rawValue)), .init("status", status.map { JSONValue($0) } ?? .null),
      .init("code", serverCode.map(JSONValue.string) ?? .null),
      .init("message", .string(serverMessage ?? message)),
      .init("retryAfter", retryAfter.map { JSONValue($0) } ?? .null),
    ]
  }
}
