import RowsmithSync

/// A server as one client sees it: over a network that the scheduler holds.
struct SimulatedNetwork: SyncServer {
  let server: any SyncServer
  let turnstile: Turnstile
  /// Told of what is about to be done and of what was done.
  let log: ServerLog
  let client: Int

  var guarantees: SyncGuarantees { server.guarantees }

  func identify() async throws -> SyncIdentity { try await exchange { try await server.identify() } }

  func changes(_ query: SyncQuery) async throws -> SyncPage {
    try await exchange(canForget: query.cursor != nil) { try await server.changes(query) }
  }

  func read(_ ids: [String], in collection: SyncCollection) async throws -> [SyncRecord] {
    try await exchange { try await server.read(ids, in: collection) }
  }

  func hidden(_ ids: [String], in collection: SyncCollection) async throws -> Set<String> {
    try await exchange { try await server.hidden(ids, in: collection) }
  }

  func request(for write: SyncWrite) throws -> SyncRequest { try server.request(for: write) }

  func send(_ requests: [SyncRequest]) async -> [SyncOutcome] {
    let verdict = await turnstile.wait(for: .exchange(requests: requests.count))
    let place = requests.isEmpty ? 0 : verdict.place % requests.count
    switch verdict.fault {
    case nil, .forgotCursor?: return brief(await carryOut(requests), verdict)
    case .dropBefore?: return requests.map { _ in .unknown(.lost) }
    case .offline?: return requests.map { _ in .later(.unreachable) }
    case .dropAfter?:
      _ = await carryOut(requests)
      return requests.map { _ in .unknown(.lost) }
    case .failedAfter?:
      _ = await carryOut(requests)
      return requests.map { _ in .unknown(.failure) }
    case .dropMiddle?:
      _ = await carryOut(Array(requests.prefix(place)))
      return requests.map { _ in .unknown(.lost) }
    case .cutAnswer?:
      let outcomes = brief(await carryOut(requests), verdict)
      return outcomes.prefix(place) + outcomes.dropFirst(place).map { _ in .unknown(.lost) }
    case .throttled?:
      let outcomes = brief(await carryOut(Array(requests.prefix(place))), verdict)
      return outcomes + requests.dropFirst(place).map { _ in .later(.busy) }
    case .refused?:
      let before = brief(await carryOut(Array(requests.prefix(place))), verdict)
      let after = brief(await carryOut(Array(requests.dropFirst(place + 1))), verdict)
      return before + [.refused(.invalid)] + after
    }
  }

  private func carryOut(_ requests: [SyncRequest]) async -> [SyncOutcome] {
    if requests.isEmpty { return [] }
    for request in requests {
      let condition = request.kind == .create ? "If-None-Match" : "If-Match"
      guard !request.headers.contains(where: { $0.name == condition }) else { continue }
      log.note(blind: "\(request.method) \(request.path)", of: client)
    }
    let outcomes = await server.send(requests)
    for request in requests { log.note(request.id, in: request.collection.path, of: client) }
    return outcomes
  }

  /// The outcomes as a server gives them that says little.
  private func brief(_ outcomes: [SyncOutcome], _ verdict: Verdict) -> [SyncOutcome] {
    guard verdict.isBrief else { return outcomes }
    return outcomes.map { outcome in
      switch outcome {
      case .accepted(var record):
        record?.json = []
        return .accepted(record)
      case .conflict: return .conflict(nil)
      case .gone: return .gone(nil)
      case .refused, .unknown, .later: return outcome
      }
    }
  }

  private func exchange<Answer>(canForget: Bool = false, _ ask: () async throws -> Answer) async throws
    -> Answer
  {
    let verdict = await turnstile.wait(for: .exchange(requests: 0))
    if verdict.isDead { throw SimulatedCrash(step: "waiting for the server") }
    switch verdict.fault {
    case nil, .refused?: return try await ask()
    case .offline?: throw SyncError.unreachable
    case .throttled?: throw SyncError.busy
    case .failedAfter?: throw SyncError.failure
    case .forgotCursor? where canForget: throw SyncError(.resetNeeded, "410: the cursor is not known")
    case .forgotCursor?: return try await ask()
    case .dropBefore?, .dropAfter?, .dropMiddle?, .cutAnswer?: throw SyncError.lost
    }
  }
}

extension SyncError {
  fileprivate static let lost = SyncError(.interrupted, "the connection has ended")
  fileprivate static let unreachable = SyncError(.offline, "no connection")

  fileprivate static let failure: SyncError = {
    var error = SyncError(.interrupted, "the server failed")
    error.status = 500
    return error
  }()

  fileprivate static let busy: SyncError = {
    var error = SyncError(.throttled, "the server is busy")
    error.status = 503
    error.retryAfter = 2
    return error
  }()

  fileprivate static let invalid: SyncError = {
    var error = SyncError(.refused, "the server refuses it")
    error.status = 422
    return error
  }()
}
