import Rowsmith
import RowsmithClient

extension FetchReport {
  /// The report as a JSON object: that of an import, with the result of each route.
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
    // Microseconds are the resolution of the clock.
    members.append(.init("seconds", JSONValue((entry.seconds * 1e6).rounded() / 1e6)))
    return .object(members)
  }
}

extension Answer {
  /// The body as JSON or, if it is not JSON, as text.
  var bodyJSON: JSONValue {
    let text = String(decoding: body, as: UTF8.self)
    return (try? JSONValue(parsing: text)) ?? .string(text)
  }
}

extension ClientError {
  /// The JSON members of a failed call.
  var members: [JSONValue.Member] {
    [
      .init("outcome", "failed"), .init("status", status.map { JSONValue($0) } ?? .null),
      .init("reason", .string(reason.rawValue)),
      .init("code", serverCode.map(JSONValue.string) ?? .null), .init("message", .string(message)),
    ]
  }
}
