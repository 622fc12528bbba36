import Foundation
import Rowsmith
import RowsmithSchema

extension ReadTransaction {
  /// The queued calls that meet a condition, in order. Requests of a sync are in the same table and left out.
  func queueRows(
    _ facts: ModelFacts, where condition: String = "1", _ values: [StoredValue] = [], limit: Int = -1
  ) throws -> [QueueRow] {
    try rows(
      "SELECT \(QueueRow.columns) FROM _rowsmith_queue WHERE lane <> 'sync' AND (\(condition)) ORDER BY id "
        + "LIMIT \(limit)", values
    )
    .compactMap { QueueRow($0, facts) }
  }

  /// The same calls without what only sends them, such as their bodies.
  func queueItems(_ facts: ModelFacts, where condition: String = "1", _ values: [StoredValue] = []) throws
    -> [QueueItem]
  {
    try rows(
      "SELECT \(QueueItem.columns) FROM _rowsmith_queue WHERE lane <> 'sync' AND (\(condition)) ORDER BY id",
      values
    )
    .compactMap { QueueItem($0, facts) }
  }

  /// Whether any request is queued that has not been refused.
  func hasWaiting() throws -> Bool {
    try !rows("SELECT 1 FROM _rowsmith_queue WHERE state <> 'refused' AND lane <> 'sync' LIMIT 1").isEmpty
  }

  /// Whether any request is queued in a lane that has not been refused.
  func hasWaiting(in lane: QueueLane) throws -> Bool {
    try !rows(
      "SELECT 1 FROM _rowsmith_queue WHERE state <> 'refused' AND lane <> 'sync' AND lane = ? LIMIT 1",
      [.text(lane.rawValue)]
    ).isEmpty
  }
}

extension WriteTransaction {
  /// The queued request with an idempotency key; `nil` if there is none.
  func queued(under key: String) throws -> Int64? {
    let rows = try rows("SELECT id FROM _rowsmith_queue WHERE idempotency_key = ?", [.text(key)])
    guard case .integer(let id)? = rows.first?.values.first else { return nil }
    return id
  }

  /// The idempotency key of a queued request; `nil` if there is none.
  func idempotencyKey(of id: Int64) throws -> String? {
    let rows = try rows("SELECT idempotency_key FROM _rowsmith_queue WHERE id = ?", [.integer(id)])
    guard case .text(let key)? = rows.first?.values.first else { return nil }
    return key
  }

  /// Queues a call.
  ///
  /// - Parameters:
  ///   - given: the body that the call has; the path of a file as ``QueuedFile`` stores it.
  ///   - place: the number of the request that it replaces; `nil` to append it.
  /// - Returns: its number.
  func enqueue(
    _ call: RouteCall, lane: QueueLane, given: (bytes: [UInt8]?, file: String?, type: String)?, row: RowName?,
    entity: String?, key: String, at time: Double, place: Int64? = nil
  ) throws -> Int64 {
    try run(
      """
      INSERT INTO _rowsmith_queue
      (id, lane, route, arguments, entity, key, refers, given, given_type, file, idempotency_key, state, created)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?)
      """,
      [
        place.map(StoredValue.integer) ?? .null, .text(lane.rawValue), .text(call.route),
        .text(CallArguments(call).text),
        entity.map(StoredValue.text) ?? .null,
        row.map { KeyCoding.encode($0.key) } ?? .null, .integer(CallArguments(call).refersToLocalKey ? 1 : 0),
        given?.bytes.map(StoredValue.blob) ?? .null,
        given.map { .text($0.type) } ?? .null, given?.file.map(StoredValue.text) ?? .null, .text(key),
        .real(time),
      ])
    guard case .integer(let id)? = try rows("SELECT last_insert_rowid()").first?.values.first else {
      return 0
    }
    return id
  }

  /// Claims a request for a client, so that no other one sends it at the same time.
  func claim(_ id: Int64, owner: String, until end: Double) throws {
    try run(
      "UPDATE _rowsmith_queue SET owner = ?2, lease = ?3 WHERE id = ?1",
      [.integer(id), .text(owner), .real(end)])
  }

  /// Stores a request as it is about to be sent. From here on it never changes.
  func freeze(_ id: Int64, _ request: FrozenRequest) throws {
    try run(
      """
      UPDATE _rowsmith_queue SET method = ?2, uri = ?3, body = ?4, type = ?5, revision = ?6 WHERE id = ?1
      """,
      [
        .integer(id), .text(request.method), .text(request.uri), request.body.map(StoredValue.blob) ?? .null,
        request.type.map(StoredValue.text) ?? .null, request.revision.map(StoredValue.integer) ?? .null,
      ])
  }

  /// Records that a request is about to be sent.
  func noteAttempt(_ id: Int64) throws {
    try run(
      "UPDATE _rowsmith_queue SET state = 'sending', attempts = attempts + 1, status = NULL WHERE id = ?",
      [.integer(id)])
  }

  /// Counts an answer that could not be used.
  func noteUnreadable(_ id: Int64) throws {
    try run("UPDATE _rowsmith_queue SET unreadable = unreadable + 1 WHERE id = ?", [.integer(id)])
  }

  /// Records that a request was not sent after all, so that the last answer is still the one before. One that was never sent is
  /// made again later, from its row as it is then.
  ///
  /// - Parameter item: the request as it was before the attempt.
  func takeBackAttempt(_ item: QueueItem) throws {
    let status = item.status.map { StoredValue.integer(Int64($0)) } ?? .null
    try run(
      "UPDATE _rowsmith_queue SET attempts = max(0, attempts - 1), status = ?2 WHERE id = ?1",
      [.integer(item.id), status])
    try run(
      """
      UPDATE _rowsmith_queue SET state = 'waiting', method = NULL, uri = NULL, body = NULL, type = NULL, revision = NULL
      WHERE id = ? AND attempts = 0
      """, [.integer(item.id)])
  }

  /// Removes a request from the queue.
  func removeFromQueue(_ id: Int64) throws {
    try run("DELETE FROM _rowsmith_queue WHERE id = ?", [.integer(id)])
  }

  /// Sets aside a request that the server has refused.
  func refuse(_ id: Int64, _ error: ClientError) throws {
    try run(
      """
      UPDATE _rowsmith_queue SET state = 'refused', status = ?2, code = ?3, message = ?4, owner = NULL, lease = 0
      WHERE id = ?1
      """,
      [
        .integer(id), error.status.map { .integer(Int64($0)) } ?? .null,
        error.serverCode.map(StoredValue.text) ?? .null,
        .text(error.serverMessage ?? error.message),
      ])
  }

  /// Postpones a request that has failed.
  func postpone(_ id: Int64, until time: Double, _ error: ClientError) throws {
    // The answer about the token is none to the request.
    let status = error.isOfToken ? nil : error.status
    try run(
      """
      UPDATE _rowsmith_queue SET not_before = ?2, status = ?3, message = ?4, owner = NULL, lease = 0 WHERE id = ?1
      """,
      [
        .integer(id), .real(time), status.map { .integer(Int64($0)) } ?? .null,
        .text(error.message),
      ])
  }

  /// Releases the requests claimed by this client.
  func release(owner: String, lane: QueueLane) throws {
    try run(
      "UPDATE _rowsmith_queue SET owner = NULL, lease = 0 WHERE owner = ? AND lane = ?",
      [.text(owner), .text(lane.rawValue)])
  }

  /// Puts a request that was set aside back in the queue: made again from the current row under a new key, or unchanged if the
  /// server may have carried it out.
  ///
  /// - Returns: `true` if there was such a request.
  func retry(_ id: Int64, key: String) throws -> Bool {
    if try retryUncertain(id) { return true }
    return try run(
      """
      UPDATE _rowsmith_queue SET state = 'waiting', method = NULL, uri = NULL, body = NULL, type = NULL, revision = NULL,
      status = NULL, code = NULL, message = NULL, not_before = 0, attempts = 0, idempotency_key = ?2
      WHERE id = ?1 AND state = 'refused' AND lane <> 'sync'
      """, [.integer(id), .text(key)]) > 0
  }

  /// Puts a refused request back in the queue if the server may have carried it out: no status says that it has not. Those that
  /// a server or proxy gives before it looks at the idempotency key say nothing of an earlier attempt.
  ///
  /// - Returns: `true` if it was such a request.
  func retryUncertain(_ id: Int64) throws -> Bool {
    try run(
      """
      UPDATE _rowsmith_queue SET state = 'sending', status = NULL, code = NULL, message = NULL, not_before = 0, unreadable = 0
      WHERE id = ?1 AND state = 'refused' AND lane <> 'sync' AND uri IS NOT NULL AND attempts > 0
      AND (status IS NULL OR status NOT BETWEEN 400 AND 499 OR attempts > 1 AND status IN (403, 404, 405, 407, 410))
      """, [.integer(id)]) > 0
  }

  /// Removes the requests for a row that were never sent.
  ///
  /// - Parameter kept: the routes whose requests stay.
  func dropWaiting(of row: RowName, entities: [String], except kept: [String] = []) throws {
    try run(
      """
      DELETE FROM _rowsmith_queue WHERE entity IN (\(entities.map { _ in "?" }.joined(separator: ", ")))
      AND key = ? AND attempts = 0 AND route NOT IN (SELECT value FROM json_each(?))
      """,
      entities.map(StoredValue.text)
        + [KeyCoding.encode(row.key), .text(JSONValue.array(kept.map(JSONValue.string)).text)])
  }

  /// Replaces a row's key by the server's in queued requests.
  func moveQueue(_ row: RowName, to key: [StoredValue], _ facts: ModelFacts) throws {
    let old = KeyCoding.encode(row.key)
    // A local key appears verbatim in the JSON of the arguments.
    let text = (row.key.first(where: LocalKey.isLocal) ?? .text("local:")).plainText
    let referring = try queueRows(
      facts, where: "refers = 1 AND uri IS NULL AND instr(arguments, ?) > 0", [.text(text)])
    // Their arguments may have other negative numbers.
    let concerned = try queueRows(
      facts, where: "key = ?1 AND uri IS NULL AND NOT (refers = 1 AND instr(arguments, ?2) > 0)",
      [old, .text(text)])
    for item in referring + concerned {
      var (arguments, isChanged) = (item.arguments, false)
      for (name, value) in arguments.path {
        // A local key belongs to one row only, so comparing the value is enough.
        guard let part = row.key.firstIndex(of: value), key.indices.contains(part), LocalKey.isLocal(value)
        else {
          continue
        }
        arguments.path[name] = key[part]
        isChanged = true
      }
      for (name, value) in arguments.query
      where row.key.count == 1 && value == row.key[0] && LocalKey.isLocal(value) {
        arguments.query[name] = key[0]
        isChanged = true
      }
      let isRow = item.item.entity.flatMap(facts.table) == row.table && item.item.key == row.key
      if isRow || isChanged {
        try run(
          "UPDATE _rowsmith_queue SET key = ?2, arguments = ?3 WHERE id = ?1",
          [
            .integer(item.item.id),
            isRow ? KeyCoding.encode(key) : item.item.entity == nil ? .null : KeyCoding.encode(item.item.key),
            .text(arguments.text),
          ])
      }
    }
    // A request that was sent keeps its bytes; only the key of its row changes.
    for item in try queueRows(facts, where: "key = ? AND uri IS NOT NULL", [old])
    where item.item.entity.flatMap(facts.table) == row.table && item.item.key == row.key {
      try run(
        "UPDATE _rowsmith_queue SET key = ?2 WHERE id = ?1", [.integer(item.item.id), KeyCoding.encode(key)])
    }
  }
}

/// A request as it is sent.
struct FrozenRequest: Sendable, Hashable {
  var method: String
  /// The path and the query.
  var uri: String
  var body: [UInt8]?
  var type: String?
  /// The revision of the row from which the body was made.
  var revision: Int64?
}
