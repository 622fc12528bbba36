/// Sees to it that of many calls that need a new token one asks for it, and the others wait.
actor AuthenticationGate {
  private let authentication: any Authentication
  private let session: AuthenticationSession
  /// Counts what has become of tokens.
  private var generation = 0
  /// The generation whose token the server refused to renew.
  private var refused: Int?
  private var running: Task<RefreshOutcome, any Error>?

  init(_ authentication: any Authentication, session: AuthenticationSession) {
    self.authentication = authentication
    self.session = session
  }

  /// Authorises a request.
  ///
  /// - Returns: the generation of the token.
  func authorize(_ request: HTTPRequest) async throws -> (request: HTTPRequest, generation: Int) {
    if let running { _ = try? await running.value }
    let generation = generation
    var request = request
    try await authentication.authorize(&request)
    return (request, generation)
  }

  nonisolated func asksForNewToken(_ answer: AnswerHead) -> Bool { authentication.asksForNewToken(answer) }

  /// Gets a new token in place of one of a generation, unless somebody has done so.
  func refresh(after used: Int) async throws -> RefreshOutcome {
    if used == refused { return .refused }
    if used < generation { return .refreshed }
    if let running { return try await running.value }
    // A task of its own: the call that began it may be cancelled, and the others still want the token.
    let task = Task { [authentication, session] in try await authentication.refresh(session) }
    running = task
    defer { running = nil }
    let outcome = try await task.value
    if outcome == .refused { refused = generation }
    generation += 1
    return outcome
  }
}
