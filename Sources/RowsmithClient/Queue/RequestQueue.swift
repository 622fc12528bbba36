public import Rowsmith
public import RowsmithSchema

/// What waits in the database until it has reached the server: calls of routes with `offline: queue`, in their order.
///
/// They are sent before the next call that goes out, and by ``flush()``. Files wait in a queue of their own beside it.
public struct RequestQueue: Sendable {
  let client: Client

  /// Whether something waits that nobody has refused.
  public func needsFlushing() async throws -> Bool { try await client.store.read { try $0.hasWaiting() } }

  /// The requests that wait, those set aside included, for `fetch` and `observe`.
  public var contents: QueueContents { QueueContents(facts: client.facts) }

  /// The requests that wait, those set aside included, in their order.
  public func items() async throws -> [QueueItem] { try await client.store.fetch(contents) }

  /// Sends what waits, first in, first out, whatever time was set for it: all that can be sent.
  ///
  /// A request that the server refuses is set aside, and what depends on it waits: what concerns the same record, or one
  /// that refers to a record the server does not know yet. Everything else goes on.
  @discardableResult
  public func flush() async -> FlushReport {
    async let files = client.runner.flush(.files, isForced: true, for: client)
    var report = await client.runner.flush(.calls, isForced: true, for: client)
    let other = await files
    report.sent += other.sent
    report.refused += other.refused
    report.stopped = report.stopped ?? other.stopped
    report.waiting =
      (try? await client.store.read { try $0.queueRows(client.facts, where: "state <> 'refused'").count })
      ?? 0
    return report
  }

  /// Lets a request wait again that was set aside. It is made anew, of what its record is now; where the server may have
  /// carried it out, as its answer could not be read, it leaves as it did then, under its key.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func retry(_ id: Int64) async throws -> Bool {
    let key = client.makeIdempotencyKey()
    return try await client.store.write { try $0.retry(id, key: key) }
  }

  /// Takes a request out of the queue without sending it. What was changed here stays as it is, and unsent.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func drop(_ id: Int64) async throws -> Bool {
    try await client.store.write {
      try $0.run("DELETE FROM _rowsmith_queue WHERE id = ? AND lane <> 'sync'", [.integer(id)]) > 0
    }
  }

  /// Takes every request out of the queue; otherwise like ``drop(_:)``.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func dropAll() async throws -> Int {
    try await client.store.write { try $0.run("DELETE FROM _rowsmith_queue WHERE lane <> 'sync'") }
  }

  /// What of a record the server has not heard of, and why.
  public func state<R: Record & Identifiable>(of record: R) async throws -> SendState where R.ID == R.Key {
    try await state(entity: R.entityName, key: record.id.storedValues)
  }

  /// What of a record the server has not heard of, and why; its key has one stored value per column.
  public func state(entity: String, key: [StoredValue]) async throws -> SendState {
    guard let table = client.facts.table(of: entity) else { return SendState() }
    let row = RowName(table: table, key: key)
    return try await client.store.read { db in
      let changes = try db.unsentChanges(of: row)
      let items = try db.queueRows(client.facts, where: "key = ?", [KeyCoding.encode(key)]).map(\.item)
        .filter { $0.entity.flatMap(client.facts.table) == table }
      return SendState(
        isNew: changes?.isNew ?? false,
        changed: ((changes?.base.keys).map(Array.init) ?? []).sorted() + (changes?.links ?? []),
        items: items)
    }
  }

  /// Gives a record back what the server last said of it, and takes its requests out of the queue. A record that the
  /// server has not heard of is deleted. Its many-to-many lists are what the server last said as well; in what order their
  /// items were is not known of those that were removed or moved here, until an answer tells.
  public func discardChanges<R: Record & Identifiable>(of record: R) async throws where R.ID == R.Key {
    try await discardChanges(entity: R.entityName, key: record.id.storedValues)
  }

  /// The same for a record by its key.
  public func discardChanges(entity: String, key: [StoredValue]) async throws {
    let facts = client.facts
    try await client.store.write { try $0.discardChanges(entity: entity, key: key, facts) }
  }

  /// Gives up a request, one that the server has refused for instance. If it sends a record, that becomes what the server
  /// last said of it, as by ``discardChanges(of:)``; otherwise the request alone is taken out, and what the app has
  /// written for it is the app's to take back.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func giveUp(_ id: Int64) async throws -> Bool {
    let facts = client.facts
    return try await client.store.write { db in
      guard let item = try db.queueRows(facts, where: "id = ?", [.integer(id)]).first?.item else {
        return false
      }
      try db.removeFromQueue(id)
      if let entity = item.entity { try db.discardChanges(entity: entity, key: item.key, facts) }
      return true
    }
  }
}

/// What of a record the server has not heard of, and why.
public struct SendState: Sendable, Hashable {
  /// Whether the server has not heard of it at all.
  public var isNew = false
  /// The columns and to-many relationships that differ from what the server last said, sorted.
  public var changed: [String] = []
  /// The requests that concern it, in their order.
  public var items: [QueueItem] = []

  /// Whether the server knows it as it is.
  public var isSent: Bool { !isNew && changed.isEmpty && items.isEmpty }
  /// Why it is stuck: what the server said when it refused a request; nil where it has refused none.
  public var refusal: String? { items.first { $0.state == .refused }?.message }
}

/// The request for what waits, for `fetch` and `observe`.
public struct QueueContents: ReadRequest {
  let facts: ModelFacts

  /// Reads the requests, in their order.
  public func fetch(_ db: ReadTransaction) throws -> [QueueItem] { try db.queueRows(facts).map(\.item) }
}
