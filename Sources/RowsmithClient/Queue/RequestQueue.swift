public import Rowsmith
public import RowsmithSchema

/// The requests queued in the database until they have reached the server: calls of routes with `offline: queue`, in order.
///
/// They are sent before the next call, and by ``flush()``. Files have a queue of their own.
public struct RequestQueue: Sendable {
  let client: Client

  /// Whether any request is queued that has not been refused.
  public func needsFlushing() async throws -> Bool { try await client.store.read { try $0.hasWaiting() } }

  /// The queued requests, including those set aside, for `fetch` and `observe`.
  public var contents: QueueContents { QueueContents(facts: client.facts) }

  /// The queued requests, including those set aside, in order.
  public func items() async throws -> [QueueItem] { try await client.store.fetch(contents) }

  /// Sends everything that can be sent, first in, first out, including postponed requests.
  ///
  /// A request that the server refuses is set aside, and requests that depend on it are blocked: those for the same record, and
  /// those whose record refers to one the server does not know yet. All others are sent. A body of its own that is refused
  /// blocks nothing, unless it deletes the record: otherwise, that has only filled in its path.
  @discardableResult
  public func flush() async -> FlushReport {
    // Only a pause that was asked for before is not waited for; either lane may have to wait for a run that goes on.
    let pause = await client.runner.pauseEnd
    async let uploads = client.runner.flush(
      .files, isForced: true, ignoringPauseUntil: pause, for: client)
    var report = await client.runner.flush(
      .calls, isForced: true, ignoringPauseUntil: pause, for: client)
    let other = await uploads
    let sent = (calls: report.sent, files: other.sent)
    report.add(other)
    await sendFollowing(calls: sent.calls, files: sent.files, &report)
    report.waiting = (try? await QueueItem.waitingCount(in: client.store)) ?? 0
    return report
  }

  /// Sends what has waited for requests in the other lane: a file for the key of a record that a call makes, a call for a file of
  /// the same record.
  ///
  /// - Parameters:
  ///   - calls: how many calls were sent behind the last files.
  ///   - files: how many files were sent behind the last calls.
  func sendFollowing(calls: Int, files: Int, _ report: inout FlushReport) async {
    var (calls, files) = (calls, files)
    while report.stopped == nil, calls + files > 0 {
      let lane = calls > 0 ? QueueLane.files : .calls
      let more = await client.runner.flush(lane, isForced: false, for: client)
      report.add(more)
      (calls, files) = lane == .files ? (0, files + more.sent) : (more.sent, 0)
    }
  }

  /// Puts a request that was set aside back in the queue. It is made again from its current record. If the server may have
  /// carried it out, because its answers were unusable, or because 403, 404, 405, 407 or 410 only came after an attempt without
  /// an answer, it is sent unchanged under the same key.
  ///
  /// - Returns: `true` if there was such a request.
  @discardableResult
  public func retry(_ id: Int64) async throws -> Bool {
    let key = client.makeIdempotencyKey()
    let credentials = client.callCredentials
    do {
      let (isThere, former) = try await client.store.write { db -> (Bool, String?) in
        let before = try db.idempotencyKey(of: id)
        guard try db.retry(id, key: key) else { return (false, nil) }
        guard let before, try db.idempotencyKey(of: id) == key else { return (true, nil) }
        // Before the commit, as it may be sent from then on.
        credentials.copy(from: before, to: key)
        return (true, before)
      }
      if let former { credentials.forget(former) }
      return isThere
    } catch {
      // It was rolled back, so the request has its former key.
      credentials.forget(key)
      throw error
    }
  }

  /// Removes a request from the queue without sending it. Local changes stay, and stay unsent.
  ///
  /// A request that is under way is not called back: if the server carries it out, its answer counts.
  ///
  /// - Returns: `true` if there was such a request.
  @discardableResult
  public func drop(_ id: Int64) async throws -> Bool {
    try await client.store.write {
      try $0.run("DELETE FROM _rowsmith_queue WHERE id = ? AND lane <> 'sync'", [.integer(id)]) > 0
    }
  }

  /// Removes all requests from the queue; otherwise like ``drop(_:)``.
  ///
  /// - Returns: the number of requests removed.
  @discardableResult
  public func dropAll() async throws -> Int {
    try await client.store.write { try $0.run("DELETE FROM _rowsmith_queue WHERE lane <> 'sync'") }
  }

  /// What of a record has not reached the server, and why.
  public func state<R: Record & Identifiable>(of record: R) async throws -> SendState where R.ID == R.Key {
    try await state(entity: R.entityName, key: record.id.storedValues)
  }

  /// What of a record has not reached the server, and why. The key has one stored value per column.
  public func state(entity: String, key: [StoredValue]) async throws -> SendState {
    guard let table = client.facts.table(of: entity) else { return SendState() }
    let row = RowName(table: table, key: key)
    return try await client.store.read { db in
      let changes = try db.unsentChanges(of: row)
      let items = try db.queueItems(client.facts, where: "key = ?", [KeyCoding.encode(key)])
        .filter { $0.entity.flatMap(client.facts.table) == table }
      return SendState(
        isNew: changes?.isNew ?? false,
        changed: ((changes?.base.keys).map(Array.init) ?? []).sorted() + (changes?.links ?? []),
        items: items)
    }
  }

  /// Resets a record to the server's last state, and removes its requests from the queue. A record that the server does not know
  /// is deleted. Many-to-many lists are reset as well; the order of items that were removed or moved here stays unknown until the
  /// next answer.
  public func discardChanges<R: Record & Identifiable>(of record: R) async throws where R.ID == R.Key {
    try await discardChanges(entity: R.entityName, key: record.id.storedValues)
  }

  /// The same for a record given by its key.
  public func discardChanges(entity: String, key: [StoredValue]) async throws {
    let facts = client.facts
    try await client.store.write { try $0.discardChanges(entity: entity, key: key, facts) }
  }

  /// Gives up a request, for instance one that the server has refused. If it sends a record, the record is reset to the server's
  /// last state, as by ``discardChanges(of:)``. Otherwise, as for a deletion, only the request is removed, and the app has to undo
  /// its own writes.
  ///
  /// - Returns: `true` if there was such a request.
  @discardableResult
  public func giveUp(_ id: Int64) async throws -> Bool {
    let (facts, api) = (client.facts, client.api)
    return try await client.store.write { db in
      guard let row = try db.queueRows(facts, where: "id = ?", [.integer(id)]).first else { return false }
      let item = row.item
      // A route that the model does not have any more counts as one that sends the record.
      let route = api.route(item.route)
      let isRemoved = route == nil && row.given == nil && row.file == nil
      let sendsRecord = (isRemoved || api.sendsRecord(row)) && route?.deletes == nil
      try db.removeFromQueue(id)
      // After a deletion, the record stays as it is here. For a body of its own, the record has only filled in the path.
      if let entity = item.entity, sendsRecord {
        try db.discardChanges(entity: entity, key: item.key, facts)
      }
      return true
    }
  }
}

extension FlushReport {
  /// Adds what another run has done.
  fileprivate mutating func add(_ other: FlushReport) {
    sent += other.sent
    refused += other.refused
    stopped = stopped ?? other.stopped
  }
}

/// What of a record has not reached the server, and why.
public struct SendState: Sendable, Hashable {
  /// Whether the server does not know the record at all.
  public var isNew = false
  /// The columns and to-many relationships that differ from the server's last state, or may, sorted.
  public var changed: [String] = []
  /// The queued requests for the record, in order.
  public var items: [QueueItem] = []

  /// Creates a state; without arguments, that of a record that the server has.
  public init(isNew: Bool = false, changed: [String] = [], items: [QueueItem] = []) {
    self.isNew = isNew
    self.changed = changed
    self.items = items
  }

  /// Whether the server has the current record.
  public var isSent: Bool { !isNew && changed.isEmpty && items.isEmpty }
  /// Why it is stuck: the server's message when it refused a request; `nil` if it has refused none.
  public var refusal: String? { items.first { $0.state == .refused }?.message }
}

/// The request for the queued requests, for `fetch` and `observe`.
public struct QueueContents: ReadRequest {
  let facts: ModelFacts

  /// Reads the requests, in order.
  public func fetch(_ db: ReadTransaction) throws -> [QueueItem] { try db.queueItems(facts) }
}
