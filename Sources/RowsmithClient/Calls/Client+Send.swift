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

  /// Notes that the changes of a call have not reached the server.
  func noteNotLeft(_ prepared: PreparedCall) async throws {
    // A body of its own has not said that the record's changes leave.
    guard let record = prepared.resolved.call.record, prepared.resolved.call.body == nil,
      prepared.revision != nil
    else { return }
    try await store.write { [facts] in try $0.noteNotLeft(record.entity, record.key, facts) }
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
      result = try await store.write { [facts] db in
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

  /// Queues a call and sends the queue. Without a connection, the call stays queued.
  private func sendQueued(_ resolved: ResolvedCall) async throws -> CallOutcome {
    var call = resolved.call
    if resolved.route.sends == nil {
      // The record only fills in the path, and may be gone when the call is sent.
      call.path = resolved.pathValues
    }
    let given = try call.body.map { try $0.encoded(under: resolved.route.under) }
    let body = try given.map { given -> (bytes: [UInt8]?, file: String?, type: String) in
      switch given.body {
      case .bytes(let bytes): return (bytes, nil, given.type)
      case .file(let path): return (nil, QueuedFile.stored(path, beside: store.place), given.type)
      case .parts(let parts): return (try HTTPBody.kept(parts), nil, given.type)
      }
    }
    let lane = call.body?.hasFile == true ? QueueLane.files : .calls
    let key = call.options.idempotencyKey ?? makeIdempotencyKey()
    let time = options.clock.now()
    let entity = call.record?.entity ?? resolved.route.deletes
    let rowKey = call.record?.key ?? (resolved.route.deletes == nil ? nil : resolved.key)
    let row = entity.flatMap(facts.table).flatMap { table in rowKey.map { RowName(table: table, key: $0) } }
    let queued = call
    let id = try await store.write { [facts, api, callCredentials] db -> Int64? in
      if resolved.route.deletes != nil, let row,
        try db.endsUnborn(row, route: resolved.route.name, api, facts)
      {
        return nil
      }
      if let row, let entity, queued.record?.write != nil, resolved.method != .post,
        row.key.contains(where: LocalKey.isLocal), try db.row(of: entity, key: row.key, facts) == nil
      {
        throw ClientError(
          .misuse,
          "the record has got a new key from the server: fetch the record again, and send that; nothing was sent"
        )
      }
      if resolved.route.sends != nil { try queued.record?.write?(db) }
      if let known = try db.queued(under: key) {
        callCredentials.take(queued, under: key, isNew: false)
        return known
      }
      // A body of its own is another request, which replaces none; but a deletion is the same with any body.
      let hasOtherBody = body != nil && resolved.route.deletes == nil
      let refused = try hasOtherBody ? [] : row.map { try db.refused($0, resolved.route, facts) } ?? []
      // Sending it again under another key could create a second record.
      if resolved.method == .post, let made = try refused.first(where: db.retryUncertain) {
        let known = try db.idempotencyKey(of: made) ?? key
        callCredentials.take(queued, under: known, isNew: false)
        return made
      }
      for id in refused { try db.removeFromQueue(id) }
      var place = refused.first
      // A record that was made again is sent after the deletion of the one before it.
      if let row, let first = place, try db.isMadeAgain(row, behind: first, api, facts) { place = nil }
      if resolved.route.sends != nil, resolved.method == .post, let row, let entity {
        try db.noteUnborn(row, entity, facts)
      }
      let id = try db.enqueue(
        queued, lane: lane, given: body, row: row, entity: row == nil ? nil : entity, key: key, at: time,
        place: place)
      callCredentials.take(queued, under: key, isNew: true)
      return id
    }
    guard let id else { return withoutAnswer }
    switch try await submit(id, lane) {
    case .done(let outcome):
      if lane == .calls { await sendWaitingFiles() }
      return outcome
    case .failed(let error):
      // A call before it may have sent a record.
      if lane == .calls, ![.cancelled, .loginNeeded].contains(error.reason) { await sendWaitingFiles() }
      throw error
    case .waits:
      let rest = try await store.read { [facts] in
        try $0.queueRows(facts, where: "id = ?", [.integer(id)]).first
      }
      // It may have been sent before this call began to wait for it.
      guard let rest else { return withoutAnswer }
      if rest.item.state == .refused {
        let reason = rest.item.message?.prefix(500).description.escapedForDisplay() ?? "it gives no reason"
        var error = ClientError(.status, "the server refused it: \(reason)")
        error.status = rest.item.status
        error.serverCode = rest.item.serverCode
        error.serverMessage = rest.item.message
        throw error
      }
      var outcome = fromDatabase(resolved, outcome: .queued)
      outcome.queueItem = id
      if let rowKey { outcome.rows = AnswerRows(store: store, facts: facts, place: .key(rowKey)) }
      return outcome
    }
  }

  /// Sends the queue up to a request and, if it waits for one in the other lane, that one as well.
  private func submit(_ id: Int64, _ lane: QueueLane) async throws -> QueueRunner.Result {
    let result = await runner.submit(id, lane, for: self)
    guard case .waits = result, try await isBlocked(id, by: lane == .calls ? .files : .calls) else {
      return result
    }
    if lane == .calls {
      // A file may take long, so nobody waits for it.
      await sendWaitingFiles()
    } else if await runner.flush(.calls, isForced: false, for: self).sent > 0 {
      return await runner.submit(id, lane, for: self)
    }
    return result
  }

  /// Whether a request waits for another one, which may be in a lane.
  private func isBlocked(_ id: Int64, by lane: QueueLane) async throws -> Bool {
    guard try await store.read({ try $0.hasWaiting(in: lane) }) else { return false }
    return try await store.write { [facts, api] db in
      let row = try db.queueRows(facts, where: "id = ? AND state <> 'refused'", [.integer(id)]).first
      return try row.map { try QueueDependencies(api: api, facts: facts).isBlocked($0, db) } ?? false
    }
  }

  /// The outcome of a queued call without an answer of its own: it was sent with others before, or nothing had to be sent.
  private var withoutAnswer: CallOutcome {
    CallOutcome(outcome: .imported, rows: AnswerRows(store: store, facts: facts, place: .none))
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

  /// Deletes a row that was created here and never sent: the server need not be asked.
  ///
  /// - Returns: `true` if it was such a row; `false` also if the server has a record before it, whose deletion waits.
  fileprivate func endsUnborn(_ row: RowName, route: String, _ api: API, _ facts: ModelFacts) throws -> Bool {
    guard try unsentChanges(of: row)?.isNew == true else { return false }
    let items = try queueRows(facts, where: "key = ?", [KeyCoding.encode(row.key)])
      .filter { $0.item.entity.flatMap(facts.table) == row.table }
    if items.contains(where: { $0.item.attempts > 0 && $0.item.state != .refused }) { return false }
    // The server may have created it: that is found out first, then it is deleted. If a deletion waits for that already, and the
    // server has refused the creation again, there is nothing more to find out.
    let wasAsked =
      items.contains { $0.item.route == route }
      && items.allSatisfy { $0.item.state != .refused || $0.item.status.map((400..<500).contains) == true }
    if !wasAsked, try items.filter({ try retryUncertain($0.item.id) }).isEmpty == false { return false }
    // Deletions are those of a record that the server has, unless they stand behind a refused creation. Under a local key it
    // has none.
    let isLocal = row.key.contains(where: LocalKey.isLocal)
    let before = isLocal ? [] : items.prefix { $0.item.state != .refused || !api.makesRecord($0) }
    let kept = Set(before.map(\.item).filter { api.deletions.contains($0.route) }.map(\.id))
    for item in items where !kept.contains(item.item.id) { try removeFromQueue(item.item.id) }
    // The table has the name of the family's root: the row may be of another entity by now.
    try withOrigin(.takeover) { _ = try delete(entity: row.table, key: row.key) }
    try forgetUnsent(row)
    return kept.isEmpty
  }

  /// Whether a row was made again here, and the deletion of the record before it waits behind a request.
  fileprivate func isMadeAgain(
    _ row: RowName, behind id: Int64, _ api: API, _ facts: ModelFacts
  ) throws -> Bool {
    guard try unsentChanges(of: row)?.isNew == true else { return false }
    return try queueRows(facts, where: "id > ? AND key = ?", [.integer(id), KeyCoding.encode(row.key)])
      .contains { $0.item.entity.flatMap(facts.table) == row.table && api.deletions.contains($0.item.route) }
  }

  /// Notes that the server does not know a row with a local key, which is about to be sent. If the row was imported, nothing
  /// has noted that yet: what was changed of it since is noted as of one that the server has.
  fileprivate func noteUnborn(_ row: RowName, _ entity: String, _ facts: ModelFacts) throws {
    guard row.key.contains(where: LocalKey.isLocal), try unsentChanges(of: row)?.isNew != true,
      try self.row(of: entity, key: row.key, facts) != nil
    else { return }
    try noteNew(row)
    try run("UPDATE _rowsmith_unsent SET is_new = 1 WHERE entity = ?1 AND key = ?2", row.values)
  }

  /// The refused requests of a route for a row. A new call replaces them.
  fileprivate func refused(_ row: RowName, _ route: Route, _ facts: ModelFacts) throws -> [Int64] {
    try queueRows(
      facts, where: "key = ? AND state = 'refused' AND route = ?",
      [KeyCoding.encode(row.key), .text(route.name)]
    ).filter {
      $0.item.entity.flatMap(facts.table) == row.table
        && (route.deletes != nil || $0.given == nil && $0.file == nil)
    }.map(\.item.id)
  }
}

extension RequestBody {
  /// Whether the body includes a file.
  fileprivate var hasFile: Bool {
    switch self {
    case .file: true
    case .form(let parts): parts.contains { if case .file = $0.content { true } else { false } }
    case .json, .data: false
    }
  }
}
