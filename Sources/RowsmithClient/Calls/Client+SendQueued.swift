import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// A call to put into the queue.
private struct NewRequest: Sendable {
  let call: RouteCall
  let lane: QueueLane
  /// The body that the call came with, as the queue keeps it.
  let body: (bytes: [UInt8]?, file: String?, type: String)?
  /// The key by which the server recognises a repeated request.
  let key: String
  let time: Double
  /// The entity whose record the call sends or deletes.
  let entity: String?
  /// The key of that record.
  let rowKey: [StoredValue]?
  let row: RowName?
}

extension Client {
  /// Queues a call and sends the queue. Without a connection, the call stays queued.
  func sendQueued(_ resolved: ResolvedCall) async throws -> CallOutcome {
    let request = try newRequest(resolved)
    let id = try await store.write { [facts, api, callCredentials] db -> Int64? in
      try db.enqueue(request, resolved, api, facts, callCredentials)
    }
    guard let id else { return withoutAnswer }
    let lane = request.lane
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
      if rest.item.state == .refused { throw rest.item.refusal }
      var outcome = fromDatabase(resolved, outcome: .queued)
      outcome.queueItem = id
      if let key = request.rowKey {
        outcome.rows = AnswerRows(store: store, facts: facts, place: .key(key))
      }
      return outcome
    }
  }

  /// What the queue stores of a call.
  private func newRequest(_ resolved: ResolvedCall) throws -> NewRequest {
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
    let entity = call.record?.entity ?? resolved.route.deletes
    let rowKey = call.record?.key ?? (resolved.route.deletes == nil ? nil : resolved.key)
    return NewRequest(
      call: call, lane: call.body?.hasFile == true ? .files : .calls, body: body,
      key: call.options.idempotencyKey ?? makeIdempotencyKey(), time: options.clock.now(), entity: entity,
      rowKey: rowKey,
      row: entity.flatMap(facts.table).flatMap { table in rowKey.map { RowName(table: table, key: $0) } })
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
}

extension QueueItem {
  /// The error for the caller of a request that the server has refused.
  fileprivate var refusal: ClientError {
    let reason = message?.prefix(500).description.escapedForDisplay() ?? "it gives no reason"
    var error = ClientError(.status, "the server refused it: \(reason)")
    error.status = status
    error.serverCode = serverCode
    error.serverMessage = message
    return error
  }
}

extension WriteTransaction {
  /// Puts a call into the queue, or finds the request that is the same as one there.
  ///
  /// - Returns: the number of the request; `nil` if nothing has to be sent.
  fileprivate func enqueue(
    _ request: NewRequest, _ resolved: ResolvedCall, _ api: API, _ facts: ModelFacts,
    _ credentials: CallCredentials
  ) throws -> Int64? {
    let (call, row, route) = (request.call, request.row, resolved.route)
    if route.deletes != nil, let row, try endsUnborn(row, route: route.name, api, facts) { return nil }
    if let row, let entity = request.entity, call.record?.write != nil, resolved.method != .post,
      row.key.contains(where: LocalKey.isLocal), try self.row(of: entity, key: row.key, facts) == nil
    {
      throw ClientError(
        .misuse,
        "the record has got a new key from the server: fetch the record again, and send that; nothing was sent"
      )
    }
    if route.sends != nil { try call.record?.write?(self) }
    if let known = try queued(under: request.key) {
      credentials.take(call, under: request.key, isNew: false)
      return known
    }
    // A body of its own is another request, which replaces none; but a deletion is the same with any body.
    let hasOtherBody = request.body != nil && route.deletes == nil
    let refused = try hasOtherBody ? [] : row.map { try self.refused($0, route, facts) } ?? []
    // Sending it again under another key could create a second record.
    if resolved.method == .post, let made = try refused.first(where: retryUncertain) {
      let known = try idempotencyKey(of: made) ?? request.key
      credentials.take(call, under: known, isNew: false)
      return made
    }
    for id in refused { try removeFromQueue(id) }
    var place = refused.first
    // A record that was made again is sent after the deletion of the one before it.
    if let row, let first = place, try isMadeAgain(row, behind: first, api, facts) { place = nil }
    if route.sends != nil, resolved.method == .post, let row, let entity = request.entity {
      try noteUnborn(row, entity, facts)
    }
    let id = try enqueue(
      call, lane: request.lane, given: request.body, row: row, entity: row == nil ? nil : request.entity,
      key: request.key, at: request.time, place: place)
    credentials.take(call, under: request.key, isNew: true)
    return id
  }

  /// Deletes a row that was created here and never sent: the server need not be asked.
  ///
  /// - Returns: `true` if it was such a row; `false` also if the server has a record before it, whose deletion waits.
  private func endsUnborn(_ row: RowName, route: String, _ api: API, _ facts: ModelFacts) throws -> Bool {
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
  private func isMadeAgain(
    _ row: RowName, behind id: Int64, _ api: API, _ facts: ModelFacts
  ) throws -> Bool {
    guard try unsentChanges(of: row)?.isNew == true else { return false }
    return try queueRows(facts, where: "id > ? AND key = ?", [.integer(id), KeyCoding.encode(row.key)])
      .contains { $0.item.entity.flatMap(facts.table) == row.table && api.deletions.contains($0.item.route) }
  }

  /// Notes that the server does not know a row with a local key, which is about to be sent. If the row was imported, nothing
  /// has noted that yet: what was changed of it since is noted as of one that the server has.
  private func noteUnborn(_ row: RowName, _ entity: String, _ facts: ModelFacts) throws {
    guard row.key.contains(where: LocalKey.isLocal), try unsentChanges(of: row)?.isNew != true,
      try self.row(of: entity, key: row.key, facts) != nil
    else { return }
    try noteNew(row)
    try run("UPDATE _rowsmith_unsent SET is_new = 1 WHERE entity = ?1 AND key = ?2", row.values)
  }

  /// The refused requests of a route for a row. A new call replaces them.
  private func refused(_ row: RowName, _ route: Route, _ facts: ModelFacts) throws -> [Int64] {
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
