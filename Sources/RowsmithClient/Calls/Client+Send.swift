import Rowsmith
import RowsmithAPI

extension Client {
  /// Makes a call that is no GET.
  func send(_ resolved: ResolvedCall) async throws -> CallOutcome {
    let body = try resolved.call.body.map { try $0.encoded(under: resolved.route.under) }
    var request = request(resolved, url: resolved.url.text, body: body?.body, type: body?.type)
    if let key = resolved.call.options.idempotencyKey { request.headers["Idempotency-Key"] = key }
    let order = Exchanger.Order(
      request: request,
      isRepeatable: resolved.method.isIdempotent || resolved.call.options.idempotencyKey != nil,
      imports: resolved.target != nil && resolved.method != .head, progress: resolved.call.options.progress)
    let received = try await exchanger.exchange(order)
    let isGone = resolved.route.deletes != nil && [404, 410].contains(received.status)
    guard received.isSuccess || isGone || (resolved.method == .head && received.status == 304) else {
      throw exchanger.refusal(received)
    }
    return try await take(received, of: resolved)
  }

  /// Brings the answer of a call that is no GET into the database.
  private func take(_ received: Received, of resolved: ResolvedCall) async throws -> CallOutcome {
    if let entity = resolved.route.deletes, let key = resolved.key {
      try await store.write { db in
        try db.withOrigin(.server) { _ = try db.delete(entity: entity, key: key) }
      }
    }
    guard let source = received.source, let target = resolved.target else {
      return withoutImport(received, resolved)
    }
    let rows = RootRows()
    let report = try await importing([source], target, rows, resolved) { _, _ in }
    var outcome = withoutImport(received, resolved)
    outcome.report = report
    outcome.rows = AnswerRows(store: store, facts: facts, place: .runs(rows.runs, count: rows.count))
    return outcome
  }
}
