import Foundation
import Rowsmith
import RowsmithClient
import RowsmithSchema

extension QueueItem {
  /// The row of the text table.
  var row: [String] {
    var why = message ?? ""
    if let status, state == .refused { why = why.isEmpty ? "\(status)" : "\(status): \(why)" }
    return ["\(id)", route, record, state.rawValue, "\(attempts)", since, why]
  }

  /// The record: `Article 12`. If there is none, the values that the request was made with: `id=12 how=up`.
  private var record: String {
    if let entity { return "\(entity) \(keyText)" }
    return (placeholders.sorted { $0.key < $1.key } + parameters.sorted { $0.key < $1.key })
      .map { "\($0.key)=\($0.value.plainJSON.plain)" }.joined(separator: " ")
  }

  /// The key in the syntax of arguments.
  private var keyText: String { key.map(\.plainJSON.plain).joined(separator: ",") }

  private var since: String { Date(timeIntervalSince1970: created).formatted(.iso8601) }

  /// The request as a JSON object.
  var json: JSONValue {
    .object([
      .init("request", JSONValue(Int(id))), .init("route", .string(route)),
      .init("entity", entity.map(JSONValue.string) ?? .null), .init("key", .array(key.map(\.plainJSON))),
      .init("placeholders", QueueItem.json(placeholders)), .init("parameters", QueueItem.json(parameters)),
      .init("state", .string(state.rawValue)), .init("attempts", JSONValue(attempts)),
      .init("status", status.map { JSONValue($0) } ?? .null),
      .init("code", serverCode.map(JSONValue.string) ?? .null),
      .init("message", message.map(JSONValue.string) ?? .null), .init("created", .string(since)),
      .init("isUpload", .bool(isUpload)),
    ])
  }

  private static func json(_ values: [String: StoredValue]) -> JSONValue {
    .object(values.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.plainJSON) })
  }
}

extension JSONValue {
  /// The text of a string; other values as JSON.
  fileprivate var plain: String { if case .string(let text) = self { text } else { text } }
}
