import Rowsmith
import RowsmithClient

extension FetchReport {
  /// The report as one JSON object: that of an import, with what came of each route.
  var json: JSONValue {
    guard case .object(var members) = totals.json(isDryRun: false) else { return .null }
    members.append(.init("routes", .array(entries.map(FetchReport.json))))
    return .object(members)
  }

  private static func json(_ entry: Entry) -> JSONValue {
    var members: [JSONValue.Member] = [.init("route", .string(entry.route))]
    switch entry.result {
    case .success(let answer):
      members += [
        .init("outcome", .string(answer.outcome.rawValue)),
        .init("status", answer.status.map { JSONValue($0) } ?? .null),
        .init("pages", JSONValue(answer.pageCount)), .init("bytes", JSONValue(answer.receivedBytes)),
      ]
      if !answer.body.isEmpty { members.append(.init("body", answer.bodyJSON)) }
    case .failure(let error): members += error.members
    }
    // The clock knows no more than microseconds.
    members.append(.init("seconds", JSONValue((entry.seconds * 1e6).rounded() / 1e6)))
    return .object(members)
  }
}

extension Answer {
  /// The body: what its JSON is, or its text.
  var bodyJSON: JSONValue {
    let text = String(decoding: body, as: UTF8.self)
    return (try? JSONValue(parsing: text)) ?? .string(text)
  }
}

extension ClientError {
  /// The members of the JSON of a call that failed.
  var members: [JSONValue.Member] {
    [
      .init("outcome", "failed"), .init("status", status.map { JSONValue($0) } ?? .null),
      .init("reason", .string(reason.rawValue)),
      .init("code", serverCode.map(JSONValue.string) ?? .null), .init("message", .string(message)),
    ]
  }
}
