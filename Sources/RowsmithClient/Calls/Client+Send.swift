import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// A call other than GET, ready to be sent.
struct PreparedCall: Sendable {
  var resolved: ResolvedCall
  var body: HTTPBody?
  var type: String?
  /// The revision of the row from which the body was made, or which it had when the call came with a body of its own.
  var revision: Int64?
  /// Whether there is nothing to send because nothing changed.
  var isEmpty = false

  /// The call as part of a batch.
  var batchRequest: BatchRequest {
    get throws {
      var request = BatchRequest(method: resolved.method.name, uri: resolved.url.uri, headers: [:])
      request.headers.replace(with: resolved.call.options.headers)
      switch body {
      case nil: break
      case .bytes(let bytes)?:
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
          throw ClientError(
            .misuse, "a batch takes only text, and the body is not text; make that call on its own")
        }
        request.body = text
      case .file?, .parts?: throw ClientError(.misuse, "a batch takes no files; make that call on its own")
      }
      if let type { request.headers["Content-Type"] = type }
      if let key = resolved.call.options.idempotencyKey { request.headers["Idempotency-Key"] = key }
      return request
    }
  }
}

extension Client {
  /// Makes a call other than GET.
  func send(_ resolved: ResolvedCall) async throws -> CallOutcome {
    if resolved.route.isQueued, !resolved.method.isSafe { return try await sendQueued(resolved) }
    let awaitsKey = try await awaitsKey(resolved)
    try await flushBefore(resolved)
    if awaitsKey { throw resolved.located(Client.awaitedKey) }
    let prepared = try await prepare(resolved)
    if prepared.isEmpty { return fromDatabase(resolved, outcome: .notModified) }
    do {
      return try await take(try await exchange(prepared), of: prepared)
    } catch {
      let failure = ClientError.of(error, resolved)
      guard let failure = failure as? ClientError else { throw error }
      if !failure.mayHaveArrived { try? await noteNotLeft(prepared) }
      throw failure
    }
  }

  /// The error for a call under a local key that a request in the queue replaces by the server's.
  static let awaitedKey = ClientError(
    .misuse,
    "the record gets its key from the server by a request in the queue: fetch the record again, and send that; nothing "
      + "was sent")

  /// Whether the path has a local key for which a waiting request gets the server's. The server knows no record under the
  /// local one, and its 404 would count as the success of a delete.
  func awaitsKey(_ resolved: ResolvedCall) async throws -> Bool {
    let local = resolved.pathValues.values.filter(LocalKey.isLocal)
    if local.isEmpty { return false }
    let keys = local.map { [$0] } + [resolved.key, resolved.call.record?.key].compactMap { $0 }
    return try await store.read { [facts] db in
      try keys.contains { key in
        try !db.queueRows(
          facts, where: "key = ? AND state <> 'refused'", [KeyCoding.encode(key)], limit: 1
        ).isEmpty
      }
    }
  }

  /// Sends a prepared call.
  func exchange(_ prepared: PreparedCall) async throws -> Received {
    let resolved = prepared.resolved
    var request = request(resolved, url: resolved.url.text, body: prepared.body, type: prepared.type)
    let key = resolved.call.options.idempotencyKey
    if let key { request.headers["Idempotency-Key"] = key }
    let order = Exchanger.Order(
      request: request, isRepeatable: resolved.method.isIdempotent || key != nil,
      imports: resolved.target != nil && resolved.method != .head, progress: resolved.call.options.progress)
    return try await exchanger.exchange(order)
  }

  /// Notes that the changes of a call have not reached the server, also if the call was cancelled.
  func noteNotLeft(_ prepared: PreparedCall) async throws {
    // A body of its own has not said that the record's changes leave.
    guard let record = prepared.resolved.call.record, prepared.resolved.call.body == nil,
      prepared.revision != nil
    else { return }
    let (store, facts) = (store, facts)
    // In a task of its own: one that is cancelled writes nothing.
    try await Task {
      try await store.write { try $0.noteNotLeft(record.entity, record.key, facts) }
    }.value
  }

  /// Makes the body of a call.
  func prepare(_ resolved: ResolvedCall) async throws -> PreparedCall {
    var prepared = PreparedCall(resolved: resolved)
    if let body = resolved.call.body {
      (prepared.body, prepared.type) = try body.encoded(under: resolved.route.under)
      if resolved.route.sends != nil, let record = resolved.call.record,
        let table = facts.table(of: record.entity)
      {
        // If this makes the record, the server does not get what is edited from here on.
        let row = RowName(table: table, key: record.key)
        prepared.revision = try await store.read { try $0.unsentChanges(of: row)?.revision } ?? 0
      }
    } else if let record = resolved.call.record, resolved.route.sends != nil {
      let encoder = RecordEncoder(facts: facts, schema: store.schema)
      let output = try await store.write { [facts] db in
        let output = try encoder.encode(record, method: resolved.method, under: resolved.route.under, db)
        if output.body != nil { try db.noteLeaving(record.entity, record.key, facts, given: record.given) }
        return output
      }
      prepared.body = output.body.map(HTTPBody.bytes)
      prepared.type = "application/json"
      prepared.revision = output.revision
      prepared.isEmpty = output.body == nil
    } else if let entity = resolved.route.sends {
      throw ClientError(.misuse, "the route sends a record of \(entity), and the call has none")
    }
    return prepared
  }

  /// Writes the answer of a call other than GET to the database.
  func take(_ received: Received, of prepared: PreparedCall) async throws -> CallOutcome {
    let resolved = prepared.resolved
    let isGone = resolved.route.deletes != nil && [404, 410].contains(received.status)
    guard received.isSuccess || isGone || (resolved.method == .head && received.status == 304) else {
      throw exchanger.refusal(received)
    }
    if received.isPage, resolved.route.deletes != nil || resolved.route.sends != nil {
      throw received.pageError
    }
    var outcome = withoutImport(received)
    if resolved.method == .head
      || (received.source == nil && resolved.route.deletes == nil && resolved.call.record == nil)
    {
      return outcome
    }
    var takeover = Takeover(client: self, resolved: resolved)
    if let record = resolved.call.record, resolved.route.sends != nil {
      takeover.sent = (record.entity, record.key)
      takeover.write = record.write
    }
    takeover.revision = prepared.revision
    let finished = takeover
    let result: Takeover.Result
    do {
      result = try await store.write { [facts, store] db in
        try resolved.checkNotEmptied(store)
        var takeover = finished
        // With a body of its own, a record that the server knows has only filled in the path. One that is given, and not
        // here yet, is new.
        if finished.resolved.call.body != nil, let sent = finished.sent {
          let isMissing = try finished.write != nil && db.row(of: sent.entity, key: sent.key, facts) == nil
          if try !isMissing && !db.isUnborn(sent, facts) {
            takeover.sent = nil
            takeover.write = nil
          }
        }
        return try takeover.run(received, db)
      }
    } catch {
      var failure = ClientError.of(error, resolved) as? ClientError
      // The server has carried out the call; only its answer cannot be used.
      failure?.mayHaveArrived = true
      throw failure ?? error
    }
    outcome.report = result.report
    outcome.rows = AnswerRows(
      store: store, facts: facts,
      place: result.rows.count > 0
        ? .runs(result.rows.runs, count: result.rows.count) : result.key.isEmpty ? .none : .key(result.key))
    return outcome
  }

  /// A key by which the server recognises a repeated request.
  func makeIdempotencyKey() -> String { UUID().uuidString.lowercased() }
}

extension WriteTransaction {
  /// Whether the server does not know a record yet.
  func isUnborn(_ record: (entity: String, key: [StoredValue]), _ facts: ModelFacts) throws -> Bool {
    if record.key.contains(where: LocalKey.isLocal) { return true }
    guard let table = facts.table(of: record.entity) else { return false }
    return try unsentChanges(of: RowName(table: table, key: record.key))?.isNew == true
  }
}
