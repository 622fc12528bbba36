import Rowsmith
import RowsmithAPI

/// The result of a call, before its root type is known.
struct CallOutcome: Sendable {
  var outcome: AnswerOutcome
  var status: Int?
  var headers = HTTPHeaders()
  var report = ImportReport()
  var pageCount = 0
  var receivedBytes = 0
  var body: [UInt8] = []
  var queueItem: Int64?
  var rows: AnswerRows
}

extension Answer {
  init(_ outcome: CallOutcome) {
    self.init(
      outcome: outcome.outcome, status: outcome.status, headers: outcome.headers, report: outcome.report,
      pageCount: outcome.pageCount, receivedBytes: outcome.receivedBytes, body: outcome.body,
      queueItem: outcome.queueItem, rows: outcome.rows)
  }
}

extension ResolvedCall {
  /// Where the records are that the route asks for.
  var place: AnswerRows.Place {
    if keepsOrder { return .list(route: route.name, arguments: argumentsKey) }
    return switch route.returns {
    case .record: key.map { .key($0) } ?? .none
    case .records: .scope(scope)
    case .relationship(let entity, let name):
      key.map { .relationship(parent: entity, key: $0, name: name) } ?? .none
    case .document, nil: .none
    }
  }
}
