import Rowsmith
import RowsmithClient

extension SendReport {
  /// The report as text: the result of each call, with the record or body of the answer.
  var text: String {
    var text = ""
    for entry in entries {
      guard case .success(let answer) = entry.result else { continue }
      text += "\(entry.route)\(entry.key.map { " \($0)" } ?? ""): \(SendReport.words(answer, entry.reason))\n"
        .escapedForDisplay(keepingLineFeeds: true)
      if let record = entry.record {
        text += record.text + "\n"
      } else if !answer.body.isEmpty {
        let body = String(decoding: answer.body, as: UTF8.self)
        text += body + (body.hasSuffix("\n") ? "" : "\n")
      }
    }
    return text
  }

  private static func words(_ answer: Answer<Void>, _ reason: String?) -> String {
    switch answer.outcome {
    case .imported: answer.status.map { "done (\($0))" } ?? "done; the server did not have it"
    case .notModified: "nothing to send: the server has this version of the record already"
    case .fromDatabase: "from the database"
    case .queued:
      "\(reason ?? "there is no connection"); it waits\(answer.queueItem.map { " as request \($0)" } ?? "") in the queue"
    }
  }

  /// The report as a JSON object.
  var json: JSONValue { .object([.init("calls", .array(entries.map(SendReport.json)))]) }

  private static func json(_ entry: Entry) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("route", .string(entry.route)), .init("key", entry.key.map(JSONValue.string) ?? .null),
    ]
    switch entry.result {
    case .success(let answer):
      members += [
        .init("outcome", .string(answer.outcome == .imported ? "done" : answer.outcome.rawValue)),
        .init("status", answer.status.map { JSONValue($0) } ?? .null),
      ]
      if let item = answer.queueItem { members.append(.init("request", JSONValue(Int(item)))) }
      if let record = entry.record { members.append(.init("record", record)) }
      if entry.record == nil, !answer.body.isEmpty { members.append(.init("body", answer.bodyJSON)) }
    case .failure(let error): members += error.members
    }
    return .object(members)
  }
}
