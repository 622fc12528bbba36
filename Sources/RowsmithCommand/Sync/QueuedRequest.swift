import Foundation
import Rowsmith
import RowsmithClient
import RowsmithSync

/// A queued request, of a call or of a sync. Both share one numbering.
enum QueuedRequest {
  case call(QueueItem)
  case sync(KeptRequest)

  var number: Int64 {
    switch self {
    case .call(let item): item.id
    case .sync(let request): request.number
    }
  }

  /// The requests as a text table.
  static func text(_ requests: [QueuedRequest]) -> String {
    if requests.isEmpty { return "nothing waits\n" }
    let title = ["request", "route", "record", "state", "attempts", "since", "why"]
    return TextTable(rows: [title] + requests.map(\.row)).text
  }

  private var row: [String] {
    switch self {
    case .call(let item): item.row
    case .sync(let request): request.row
    }
  }

  /// The request as a JSON object.
  var json: JSONValue {
    switch self {
    case .call(let item): item.json
    case .sync(let request): request.json
    }
  }
}

extension KeptRequest {
  fileprivate var row: [String] {
    var why = message ?? ""
    if let status, isRefused { why = why.isEmpty ? "\(status)" : "\(status): \(why)" }
    return ["\(number)", "sync: \(kind)", "\(entity) \(id)", state, "\(attempts)", since, why]
  }

  private var state: String { isRefused ? "refused" : "sending" }
  private var since: String { Date(timeIntervalSince1970: created).formatted(.iso8601) }

  fileprivate var json: JSONValue {
    .object([
      .init("request", JSONValue(Int(number))), .init("route", .null), .init("sync", .string(kind)),
      .init("entity", .string(entity)), .init("key", .array([key.plainJSON])), .init("id", .string(id)),
      .init("state", .string(state)), .init("attempts", JSONValue(attempts)),
      .init("status", status.map { JSONValue($0) } ?? .null),
      .init("code", code.map(JSONValue.string) ?? .null),
      .init("message", message.map(JSONValue.string) ?? .null), .init("created", .string(since)),
      .init("isUpload", .bool(false)),
    ])
  }
}
