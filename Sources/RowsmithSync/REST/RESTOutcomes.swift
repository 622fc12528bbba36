import Rowsmith
import RowsmithAPI
import RowsmithClient

/// Interprets the answer to a write.
struct RESTOutcomes {
  let collection: RESTCollection

  func outcome(of request: SyncRequest, _ answer: ServerExchange.Answer) -> SyncOutcome {
    let json = try? JSONValue(answer: answer.body)
    let reader = RESTRecordReader(collection: collection)
    switch answer.status {
    case 200..<300: return done(request, answer, json)
    case 404 where request.kind == .create:
      // The parent in the path does not exist.
      var error = error(request, answer)
      error.reason = .refused
      return .refused(error)
    case 409, 412:
      let current = json?["current"].flatMap { reader.record($0, tag: answer.headers["ETag"]) }
      return SyncOutcome(status: answer.status, record: current, error: error(request, answer))
    case 404, 410:
      let tombstone = json?["tombstone"].flatMap { reader.record($0, id: request.id, isDeleted: true) }
      return SyncOutcome(status: answer.status, record: tombstone, error: error(request, answer))
    default:
      return SyncOutcome(status: answer.status, record: nil, error: error(request, answer))
    }
  }

  private func done(
    _ request: SyncRequest, _ answer: ServerExchange.Answer, _ json: JSONValue?
  ) -> SyncOutcome {
    if request.kind == .delete { return .accepted(nil) }
    guard let route = request.kind == .create ? collection.routes.create : collection.routes.change,
      case .record? = route.returns, answer.status != 204
    else {
      let version = collection.version.text(in: .null, tag: answer.headers["ETag"])
      return .accepted(version.map { SyncRecord(id: request.id, version: $0) })
    }
    let reader = RESTRecordReader(collection: collection)
    let found = json?.value(at: route.at).flatMap { reader.record($0, tag: answer.headers["ETag"]) }
    guard let record = found, record.id == request.id else {
      var error = SyncError(
        .answer,
        found.map { "the answer is the record '\($0.id.escapedForDisplay())', which was not sent" }
          ?? "the server answered \(answer.status) without the record")
      error.status = answer.status
      error.request = "\(request.method) \(request.path.prefix { $0 != "?" })"
      return .unknown(collection.located(error, id: request.id))
    }
    // The server knew the record by its key already: another client has created it.
    if request.kind == .create, answer.headers["X-Duplicate"] != nil { return .conflict(record) }
    return .accepted(record)
  }

  func error(_ request: SyncRequest, _ answer: ServerExchange.Answer) -> SyncError {
    collection.located(SyncError(answer, request: "\(request.method) \(request.path)"), id: request.id)
  }
}
