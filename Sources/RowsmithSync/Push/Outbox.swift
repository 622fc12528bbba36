import Foundation
import Rowsmith
import RowsmithClient
import RowsmithSchema

/// A request as it is stored until there is an answer. It never changes, however often it is sent.
struct OutboxItem: Sendable {
  /// Its number in the queue.
  var id: Int64
  var table: SyncedTable
  var key: StoredValue
  var request: SyncRequest
  /// The version from which it was made, if any.
  var version: String?
  /// When the row was last changed before it was made, by the local clock, in milliseconds since 1970.
  var changedAt: Int64
}

extension WriteTransaction {
  /// Stores a request that is about to be sent, in the same queue as the client's calls.
  ///
  /// - Parameter version: the version from which it was made.
  func keep(
    _ request: SyncRequest, from version: String?, of local: LocalRow, in table: SyncedTable, at time: Double
  ) throws -> OutboxItem {
    let headers = JSONValue.object(request.headers.map { .init($0.name, .string($0.value)) })
    let arguments = JSONValue.object([
      .init("collection", .string(request.collection.name)), .init("id", .string(request.id)),
      .init("headers", headers), .init("version", version.map(JSONValue.string) ?? .null),
    ])
    try run(
      """
      INSERT INTO _rowsmith_queue (lane, route, arguments, entity, key, refers, method, uri, body, type, revision,
        idempotency_key, state, attempts, created)
      VALUES ('sync', ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, 'sending', 1, ?)
      """,
      [
        .text(request.kind.rawValue), .text(arguments.text), .text(table.name), local.key,
        .text(request.method),
        .text(request.path), request.body.map(StoredValue.blob) ?? .null,
        request.type.map(StoredValue.text) ?? .null,
        .integer(local.at), .text(request.idempotencyKey), .real(time),
      ])
    guard case .integer(let id)? = try rows("SELECT last_insert_rowid()").first?.values.first else {
      throw SyncError(.database, "a request could not be kept")
    }
    var request = request
    request.attempts = 1
    return OutboxItem(
      id: id, table: table, key: local.key, request: request, version: version, changedAt: local.at)
  }

  /// Records that a request is sent once more.
  func noteAttempt(of item: OutboxItem) throws {
    try run("UPDATE _rowsmith_queue SET attempts = attempts + 1 WHERE id = ?", [.integer(item.id)])
  }

  /// Records that a request that may have been carried out before was not this time. The attempt was counted if it was sent,
  /// and not if the record could not be looked up before.
  func forgetAttempt(of item: OutboxItem) throws {
    try run(
      "UPDATE _rowsmith_queue SET attempts = ?2 WHERE id = ?1",
      [.integer(item.id), .integer(Int64(item.request.attempts - 1))])
  }

  /// Removes a request that has its answer.
  func remove(_ item: OutboxItem) throws {
    try run("DELETE FROM _rowsmith_queue WHERE id = ?", [.integer(item.id)])
  }

  /// Sets aside a request that the server has refused, or has failed at.
  ///
  /// - Parameter end: when its row is sent again by itself, by the server's clock, in seconds since 1970; 0 for never.
  func setAside(_ item: OutboxItem, _ error: SyncError, until end: Double = 0) throws {
    try run(
      """
      UPDATE _rowsmith_queue SET state = 'refused', status = ?2, code = ?3, message = ?4, not_before = ?5 WHERE id = ?1
      """,
      [
        .integer(item.id), error.status.map { .integer(Int64($0)) } ?? .null,
        error.serverCode.map(StoredValue.text) ?? .null, .text(error.serverMessage ?? error.message),
        .real(end),
      ])
  }

  /// Records why a request has failed.
  func postpone(_ item: OutboxItem, _ error: SyncError) throws {
    try run(
      "UPDATE _rowsmith_queue SET status = ?2, message = ?3 WHERE id = ?1",
      [.integer(item.id), error.status.map { .integer(Int64($0)) } ?? .null, .text(error.message)])
  }
}

extension ReadTransaction {
  /// Requests that may have been sent and have no answer that tells their result, in order.
  ///
  /// - Parameter attempts: how many times they may have been sent at least, with an answer to the last one; `nil` for all.
  /// - Returns: those of collections in the model, and the number of the last one read.
  func unsettled(_ model: SyncModel, after id: Int64, limit: Int, attempts: Int? = nil) throws -> (
    items: [OutboxItem], last: Int64?
  ) {
    let found = try rows(
      """
      SELECT id, route, arguments, entity, key, method, uri, body, type, revision, idempotency_key, attempts
      FROM _rowsmith_queue WHERE lane = 'sync' AND state = 'sending' AND id > ?1
      AND (?3 IS NULL OR attempts >= ?3 AND status IS NOT NULL) ORDER BY id LIMIT ?2
      """,
      [.integer(id), .integer(Int64(limit)), attempts.map { .integer(Int64($0)) } ?? .null]
    )
    return (found.compactMap { OutboxItem($0, model) }, found.last?.integer("id").map(Int64.init))
  }

  /// Requests with an answer that does not tell their result, as problems of a sync.
  func unanswered(_ model: SyncModel) throws -> [SyncReport.Problem] {
    let found = try rows(
      """
      SELECT entity, arguments, status, message FROM _rowsmith_queue
      WHERE lane = 'sync' AND state = 'sending' AND message IS NOT NULL ORDER BY id
      """)
    return found.compactMap { row in
      guard let table = row.text("entity").flatMap({ model[$0] }), let message = row.text("message") else {
        return nil
      }
      let id = row.text("arguments").flatMap { try? JSONValue(parsing: $0) }?["id"]?.string
      var error = SyncError(.interrupted, message)
      error.status = row.integer("status")
      return .init(error, of: id, in: table.collection.name)
    }
  }
}

extension OutboxItem {
  /// Reads a row of the queue; `nil` if the model does not have its collection any more.
  fileprivate init?(_ row: ResultRow, _ model: SyncModel) {
    guard let id = row.integer("id"), let table = row.text("entity").flatMap({ model[$0] }),
      let key = row["key"],
      let kind = row.text("route").flatMap(SyncWrite.Kind.init), let arguments = row.text("arguments"),
      let json = try? JSONValue(parsing: arguments), case .string(let text)? = json["id"]
    else { return nil }
    var headers: [SyncRequest.Header] = []
    if case .object(let members)? = json["headers"] {
      for member in members {
        if case .string(let value) = member.value { headers.append(.init(member.key, value)) }
      }
    }
    let write = SyncWrite(
      kind, in: table.collection, id: text, idempotencyKey: row.text("idempotency_key") ?? "")
    var request = SyncRequest(
      for: write, method: row.text("method") ?? "", path: row.text("uri") ?? "", headers: headers,
      body: row.bytes("body"), type: row.text("type"))
    request.attempts = row.integer("attempts") ?? 1
    self.init(
      id: Int64(id), table: table, key: key, request: request, version: json["version"]?.string,
      changedAt: Int64(row.integer("revision") ?? 0))
  }
}
