/// Serialises token refreshes: of many calls that need a new token, one refreshes it and the others wait.
actor AuthenticationGate {
  private let authentication: any Authentication
  private let session: AuthenticationSession
  /// Counts the refreshes that ended, whether renewed or refused.
  private var generation = 0
  /// The generation of the last token that the server gave.
  private var renewed = 0
  private var running: Task<RefreshOutcome, any Error>?

  init(_ authentication: any Authentication, session: AuthenticationSession) {
    self.authentication = authentication
    self.session = session
  }

  /// Authorises a request.
  ///
  /// - Returns: the generation of the token.
  func authorize(_ request: HTTPRequest) async throws -> (request: HTTPRequest, generation: Int) {
    if let running { try await running.waitForEnd() }
    let generation = generation
    var request = request
    try await authentication.authorize(&request)
    return (request, generation)
  }

  nonisolated func asksForNewToken(_ answer: AnswerHead) -> Bool { authentication.asksForNewToken(answer) }

  /// Refreshes a token of a generation, unless that has happened already.
  func refresh(after used: Int) async throws -> RefreshOutcome {
    if used < generation { return used < renewed ? .refreshed : .refused }
    // A separate task: the call that began it may be cancelled while others still need the token.
    let task = running ?? Task { try await self.renew() }
    running = task
    try await task.waitForEnd()
    return try await task.value
  }

  private func renew() async throws -> RefreshOutcome {
    defer { running = nil }
    let outcome = try await authentication.refresh(session)
    generation += 1
    if outcome == .refreshed { renewed = generation }
    return outcome
  }
}

extension Task {
  /// Waits until the task has ended or the caller is cancelled.
  ///
  /// - Throws: `CancellationError` if the caller is cancelled. This task goes on.
  fileprivate func waitForEnd() async throws {
    let (ends, continuation) = AsyncStream<Void>.makeStream()
    Task<Void, Never> {
      _ = await result
      continuation.finish()
    }
    // The stream ends for a cancelled caller.
    for await _ in ends {}
    try Task<Never, Never>.checkCancellation()
  }
}
