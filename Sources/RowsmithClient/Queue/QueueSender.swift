import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// Sends requests of the queue: freezes them, and handles the answers.
struct QueueSender: Sendable {
  let client: Client
  /// Distinguishes this client's requests from those of other processes.
  let owner: QueueOwner
  /// What is under way at the server.
  let exchange = RunningExchange()
  /// How much longer than a server asks for it is left alone, as a part of that wait: up to an eighth, at random. It may tell all
  /// devices the same moment, and they do not all come back at once. The same for all requests of a run, which stay in order.
  private let lateness: Double
  /// How long a claim on a request lasts, in seconds.
  private static let lease = 3600.0
  /// How many times a request that may be under way is repeated after a 409. Under another key it would be carried out twice.
  static let maximumConflicts = 4
  /// The longest wait that a server is granted, in seconds.
  static let maximumWait = 3600.0
  /// The longest that such a wait becomes, in seconds.
  private static let longestWait = maximumWait * 9 / 8
  /// How many unusable answers are accepted before a request is set aside.
  static let maximumUnreadable = 9

  /// The requests to send. A `not_before` further ahead than any wait is from before the clock was set back, so it is ignored.
  private static let ready =
    "lane = ?1 AND state <> 'refused' AND id > ?2 "
    + "AND (?3 OR not_before <= ?4 OR not_before > ?4 + \(longestWait)) "
    + "AND id NOT IN (SELECT value FROM json_each(?5))"
  /// How many requests are looked at to fill a batch: far behind, most wait for those in front.
  private static let maximumLook = 100

  init(client: Client, owner: QueueOwner) {
    self.client = client
    self.owner = owner
    lateness = client.options.clock.draw() / 8
  }

  /// Requests that are sent together.
  struct Step: Sendable {
    var rows: [QueueRow]
  }

  /// How an attempt to send a request ended.
  enum End: Sendable {
    /// The server has accepted it.
    case done(CallOutcome)
    /// There was nothing to send.
    case nothing(CallOutcome)
    /// The server has refused it.
    case refused(ClientError)
    /// It is sent again later.
    case later(ClientError, stops: Bool)
    /// It was not sent by itself, as one before it has stopped the queue: nothing is known of it.
    case held

    /// Why no other request is sent now; `nil` if others are.
    var stop: ClientError? {
      if case .later(let error, stops: true) = self { error } else { nil }
    }

    /// Whether the request is not sent again.
    var isOver: Bool {
      switch self {
      case .done, .nothing, .refused: true
      case .later, .held: false
      }
    }

    /// Whether the server could not be reached; `nil` if it was not asked.
    var isOffline: Bool? {
      switch self {
      case .later(let error, _): error.transport?.reason == .offline
      case .held: nil
      case .done, .nothing, .refused: false
      }
    }
  }

  /// The next requests that can be sent: one, or as many as fit in a batch.
  ///
  /// - Parameter floor: the number behind which they are looked for.
  /// - Returns: `nil` if there is none; those that were looked at and are blocked; and the number of the first looked at.
  func next(
    _ lane: QueueLane, behind floor: Int64, without passed: Set<Int64>, isForced: Bool, atMost maximum: Int
  ) async throws -> (step: Step?, blocked: [BlockedRequests.Item], first: Int64?) {
    let limit = lane == .files ? 1 : min(maximum, max(1, client.api.batch?.limit ?? 1))
    let skipped = StoredValue.text("[\(passed.map(String.init).joined(separator: ","))]")
    return try await client.store.write { db in
      // While this transaction was waited for, another process may have claimed a request. By an earlier time, its claim would
      // end later than any can.
      let now = client.options.clock.now()
      var rows: [QueueRow] = []
      var blocked: [BlockedRequests.Item] = []
      let dependencies = QueueDependencies(api: client.api, facts: client.facts)
      var first: Int64?
      var start = floor
      var looked = 0
      while rows.count < limit, rows.isEmpty || looked < QueueSender.maximumLook {
        let found = try db.queueRows(
          client.facts, where: QueueSender.ready,
          [.text(lane.rawValue), .integer(start), .integer(isForced ? 1 : 0), .real(now), skipped],
          limit: limit)
        guard !found.isEmpty else { break }
        for row in found where rows.count < limit {
          start = row.item.id
          first = first ?? start
          looked += 1
          if let item = try dependencies.blocked(row, db) {
            blocked.append(item)
            continue
          }
          if let other = row.owner, other != owner.name, !QueueOwner.isGone(other),
            !QueueOwner.isIdle(other), row.lease > now, row.lease <= now + QueueSender.lease
          {
            continue
          }
          try db.claim(row.item.id, owner: owner.name, until: now + QueueSender.lease)
          rows.append(row)
        }
      }
      return (rows.isEmpty ? nil : Step(rows: rows), blocked, first)
    }
  }

  /// When the pause ends that the server has asked all requests for, in seconds since 1970; `nil` if it has not.
  func pauseEnd(_ error: ClientError) -> Double? {
    let now = client.options.clock.now()
    guard [429, 503].contains(error.status), let seconds = RetryAfter.seconds(in: error.headers, now: now)
    else { return nil }
    return now + wait(asked: seconds)
  }

  /// How long to wait where a server asks for a number of seconds.
  func wait(asked seconds: Double) -> Double {
    min(seconds, QueueSender.maximumWait) * (1 + lateness)
  }

  /// Whether a pause goes on. One that ends later than any can is from before the clock was set back.
  func isAhead(_ end: Double) -> Bool {
    let now = client.options.clock.now()
    return end > now && end <= now + QueueSender.longestWait
  }

  /// Releases the requests of a lane that were claimed but not sent.
  func release(_ lane: QueueLane) async {
    try? await client.store.write { [owner] in try $0.release(owner: owner.name, lane: lane) }
  }

  /// Sends requests.
  func send(_ step: Step) async -> [(QueueRow, End)] {
    var ends: [(QueueRow, End)] = []
    var frozen: [(row: QueueRow, resolved: ResolvedCall, request: FrozenRequest)] = []
    for (row, made) in zip(step.rows, await freeze(step.rows)) {
      switch made {
      case .ready(let resolved, let request): frozen.append((row, resolved, request))
      case .ended(let end): ends.append((row, end))
      }
    }
    let together = client.api.batch == nil ? [] : frozen.filter(\.request.fitsIntoBatch)
    if together.count > 1 { ends += await sendBatch(together) }
    for item in frozen where together.count < 2 || !item.request.fitsIntoBatch {
      ends.append((item.row, await sendAlone(item, behind: ends)))
    }
    return ends
  }

  private enum Frozen {
    case ready(ResolvedCall, FrozenRequest)
    case ended(End)
  }

  /// A request before it is frozen.
  private struct Draft {
    var resolved: ResolvedCall
    /// The frozen request, if an earlier attempt has stored it.
    var request: FrozenRequest?
  }

  /// Freezes requests, that is, stores them exactly as they are sent. All in one transaction or, if that fails, each in its own.
  private func freeze(_ rows: [QueueRow]) async -> [Frozen] {
    if rows.count > 1, let all = try? await freezeTogether(rows) { return all }
    var made: [Frozen] = []
    for row in rows {
      do {
        made += try await freezeTogether([row])
      } catch {
        made.append(.ended(await setAside(row, error)))
      }
    }
    return made
  }

  private func freezeTogether(_ rows: [QueueRow]) async throws -> [Frozen] {
    // Made before the transaction, as it may read from the database.
    let drafts = rows.map { row in (row, Result { try draft(row) }) }
    return try await client.store.write { db in try drafts.map { try freeze($0, $1, db) } }
  }

  private func draft(_ row: QueueRow) throws -> Draft {
    var call = row.arguments.call(row.item.route)
    if let entity = row.item.entity, client.api.route(row.item.route)?.sends != nil {
      call.record = RecordBody(entity: entity, key: row.item.key)
    }
    return row.isFrozen ? try again(row, call) : Draft(resolved: try client.resolver.resolve(call))
  }

  private func freeze(
    _ row: QueueRow, _ draft: Result<Draft, any Error>, _ db: WriteTransaction
  ) throws -> Frozen {
    let now = try db.queueRows(client.facts, where: "id = ?", [.integer(row.item.id)]).first
    guard let now, now.owner == owner.name, now.item.key == row.item.key, now.uri == row.uri else {
      return .ended(
        .later(ClientError(.misuse, "the request was changed or dropped meanwhile"), stops: false))
    }
    if !row.isFrozen, try hasLostRow(row, db) {
      try db.removeFromQueue(row.item.id)
      return .ended(
        .nothing(
          CallOutcome(
            outcome: .notModified, rows: AnswerRows(store: client.store, facts: client.facts, place: .none))))
    }
    if !row.isFrozen { try checkKeys(now, db) }
    let draft = try draft.get()
    if let request = draft.request {
      try db.noteAttempt(row.item.id)
      return .ready(draft.resolved, request)
    }
    guard let request = try frozen(row, draft.resolved, db) else {
      try db.removeFromQueue(row.item.id)
      return .ended(.nothing(client.fromDatabase(draft.resolved, outcome: .notModified)))
    }
    try db.freeze(row.item.id, request)
    if let entity = row.item.entity, client.api.sendsRecord(row) {
      try db.noteLeaving(entity, row.item.key, client.facts)
    }
    try db.noteAttempt(row.item.id)
    return .ready(draft.resolved, request)
  }

  /// Whether the record to be sent is gone, so there is nothing to send.
  private func hasLostRow(_ row: QueueRow, _ db: ReadTransaction) throws -> Bool {
    guard let entity = row.item.entity, client.api.sendsRecord(row) else { return false }
    guard client.facts.table(of: entity) != nil else {
      throw ClientError(
        .misuse, "the model has no entity '\(entity)' any more; drop the request, or restore the entity")
    }
    return try db.row(of: entity, key: row.item.key, client.facts) == nil
  }

  /// Refuses a request whose path or query has the local key of a record that is gone.
  private func checkKeys(_ row: QueueRow, _ db: ReadTransaction) throws {
    for case .text(let key) in row.arguments.localKeys
    where try !db.mayGetKey(for: .text(key), client.facts) {
      throw ClientError(
        .misuse,
        "the request refers to a record that was made here, '\(key.escapedForDisplay())', which is gone: the server does "
          + "not know this key; drop the request")
    }
  }

  /// Repeats a request that may have been sent before, unchanged.
  private func again(_ row: QueueRow, _ call: RouteCall) throws -> Draft {
    let request = FrozenRequest(
      method: row.method ?? "POST", uri: row.uri ?? "/", body: row.body, type: row.type,
      revision: row.revision)
    var plain = call
    // The row may be gone meanwhile, which does not change what is sent.
    plain.record = nil
    guard let route = client.api.route(call.route), let base = client.baseURL else {
      throw ClientError(
        .misuse, "the model has no route '\(call.route)' any more; drop the request, or restore the route")
    }
    var resolved = ResolvedCall(
      route: route, method: RouteMethod(rawValue: request.method.lowercased()) ?? route.method,
      url: RouteURL(base: base, path: String(request.uri.dropFirst())), call: plain)
    resolved.emptyings = client.store.emptyings.value
    switch route.returns {
    case .record(let entity), .records(let entity): resolved.target = .entity(entity)
    // The record may have filled in the path, and so say whose relationship it is.
    case .relationship: resolved.target = (try? client.resolver.resolve(call))?.target
    case .document(let name): resolved.target = .document(name)
    case nil: break
    }
    if let found = try? client.resolver.resolve(plain) {
      resolved.key = found.key
      resolved.target = found.target
    } else if route.deletes != nil {
      resolved.key = row.item.key
    }
    return Draft(resolved: resolved, request: request)
  }

  /// The request for a row of the queue; `nil` if there is nothing to send.
  private func frozen(_ row: QueueRow, _ resolved: ResolvedCall, _ db: WriteTransaction) throws
    -> FrozenRequest?
  {
    var request = FrozenRequest(method: resolved.method.name, uri: resolved.url.uri)
    if let given = row.given {
      request.body = given
      request.type = row.givenType
      // By this, a row is told from one that was made again since.
      if client.api.makesRecord(row), let table = row.item.entity.flatMap(client.facts.table) {
        let unsent = try db.unsentChanges(of: RowName(table: table, key: row.item.key))
        request.revision = unsent?.revision ?? 0
      }
    } else if row.file != nil {
      request.type = row.givenType
    } else if let entity = resolved.route.sends {
      let output = try RecordEncoder(facts: client.facts, schema: client.store.schema).encode(
        row.item.entity ?? entity, key: row.item.key, method: resolved.method, under: resolved.route.under, db
      )
      guard let body = output.body else { return nil }
      request.body = body
      request.type = "application/json"
      request.revision = output.revision
    }
    return request
  }

  /// Sends a request by itself, unless one before it has stopped the queue.
  ///
  /// - Parameters:
  ///   - ends: how those before it have ended.
  ///   - mayHaveArrived: whether the server may have carried it out as part of a batch before.
  func sendAlone(
    _ item: (row: QueueRow, resolved: ResolvedCall, request: FrozenRequest),
    behind ends: [(QueueRow, End)], mayHaveArrived: Bool = false
  ) async -> End {
    let (row, resolved, frozen) = item
    if ends.contains(where: { $0.1.stop != nil }) { return await hold(row, mayHaveArrived: mayHaveArrived) }
    do {
      let order = try order(row, resolved, frozen)
      var received = try await exchange.run { [client] in try await client.exchanger.exchange(order) }
      received.mayHaveArrived = received.mayHaveArrived || mayHaveArrived
      return await finish(row, resolved, frozen, received)
    } catch var error as ClientError {
      error.mayHaveArrived = error.mayHaveArrived || mayHaveArrived
      return await withoutAnswer(row, resolved.located(error))
    } catch {
      return await setAside(row, error)
    }
  }

  private func order(_ row: QueueRow, _ resolved: ResolvedCall, _ frozen: FrozenRequest) throws
    -> Exchanger.Order
  {
    var body = frozen.body.map(HTTPBody.bytes)
    if let stored = row.file {
      let file = QueuedFile.path(stored, beside: client.store.place)
      guard FileManager.default.isReadableFile(atPath: file) else {
        throw ClientError(
          .misuse, "the file '\(file.escapedForDisplay())' no longer exists, or cannot be read")
      }
      body = .file(path: file)
    }
    let base = client.baseURL ?? ""
    var request = client.request(resolved, url: base + frozen.uri, body: body, type: frozen.type)
    request.method = frozen.method
    let own = client.callCredentials[row.item.idempotencyKey]
    request.headers.replace(with: HTTPHeaders(own.fields.map { ($0.name, $0.value) }))
    request.timeouts = own.timeouts ?? request.timeouts
    request.headers["Idempotency-Key"] = row.item.idempotencyKey
    return Exchanger.Order(
      request: request, isRepeatable: true, imports: resolved.target != nil, progress: own.progress,
      isPatient: false)
  }
}

extension FrozenRequest {
  /// Whether the body is text, as a batch requires.
  fileprivate var fitsIntoBatch: Bool {
    guard let body else { return true }
    return Array(String(decoding: body, as: UTF8.self).utf8) == body
  }
}
