import Rowsmith
import RowsmithSync

extension UnsentRecord {
  /// The unsent records as a text table.
  static func text(_ records: [UnsentRecord]) -> String {
    if records.isEmpty { return "there is nothing to send\n" }
    let rows = records.map {
      [$0.entity, $0.id, $0.kind.rawValue, $0.words, $0.changed.joined(separator: ", ")]
    }
    return TextTable(rows: [["entity", "key", "kind", "state", "changed"]] + rows).text
  }

  /// The state, with the server's message.
  private var words: String {
    if case .setAside(let status, let message) = state {
      return "set aside (\(status.map { "\($0): " } ?? "")\(message))"
    }
    return state.name
  }

  /// The record as a JSON object.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("entity", .string(entity)), .init("id", .string(id)), .init("kind", .string(kind.rawValue)),
      .init("changed", .array(changed.map(JSONValue.string))), .init("state", .string(state.name)),
    ]
    if case .setAside(let status, let message) = state {
      members += [.init("status", status.map { JSONValue($0) } ?? .null), .init("message", .string(message))]
    }
    return .object(members)
  }
}

extension SyncState {
  fileprivate var name: String {
    switch self {
    case .synced: "synced"
    case .unsent: "unsent"
    case .sending: "sending"
    case .setAside: "set aside"
    case .inConflict: "in conflict"
    }
  }
}
