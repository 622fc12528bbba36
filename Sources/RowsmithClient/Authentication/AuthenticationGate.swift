import Foundation

/// Serialises token refreshes: of many calls that need a new token, one refreshes it and the others wait.
actor AuthenticationGate {
  private let authentication: any Authentication
  private let session: AuthenticationSession
  /// Counts the refreshes that ended, whether renewed or refused.
  private var generation = 0
  /// The generation of the last token that the server gave.
  private var renewed = 0
  private var running: Task<RefreshOutcome?, any Error>?

  init(_ authentication: any Authentication, session: AuthenticationSession) {
    self.authentication = authentication
    self.session = session
  }

  /// The token of a request.
  struct Token: Sendable {
    /// How many refreshes had ended before the request was authorised.
    var generation: Int
    /// The header `Authorization`, if the request has one.
    var header: String?
  }

  /// Authorises a request.
  func authorize(_ request: HTTPRequest) async throws -> (request: HTTPRequest, token: Token) {
    if let running { try await running.waitForEnd() }
    let generation = generation
    var request = request
    try await authentication.authorize(&request)
    return (request, Token(generation: generation, header: request.headers["Authorization"]))
  }

  nonisolated func asksForNewToken(_ answer: AnswerHead) -> Bool { authentication.asksForNewToken(answer) }

  /// Refreshes a token, unless that has happened already.
  func refresh(after used: Token) async throws -> RefreshOutcome {
    while true {
      if used.generation < generation { return used.generation < renewed ? .refreshed : .refused }
      let isOwn = running == nil
      // A separate task: the call that began it may be cancelled while others still need the token.
      let task = running ?? Task { try await self.renew(used) }
      running = task
      try await task.waitForEnd()
      if let outcome = try await task.value { return outcome }
      // Another call's token had been replaced before, which says nothing of the token of this one.
      if isOwn { return .refreshed }
    }
  }

  /// - Returns: `nil` if nothing was renewed, as the token had been replaced before.
  private func renew(_ used: Token) async throws -> RefreshOutcome? {
    defer { running = nil }
    let refused = RefusedHeader(used.header)
    var session = session
    session.hasRefused = { refused.isSame($0) }
    let outcome = try await authentication.refresh(session)
    // Calls of the same generation may have the token that replaced it.
    if refused.wasReplaced { return nil }
    generation += 1
    if outcome == .refreshed { renewed = generation }
    return outcome
  }
}

/// The header `Authorization` of a request that was refused.
private final class RefusedHeader: @unchecked Sendable {
  private let header: String?
  /// Guards `isReplaced`.
  private let lock = NSLock()
  private var isReplaced = false

  init(_ header: String?) { self.header = header }

  /// Whether the authentication has found that its token had been replaced before.
  var wasReplaced: Bool { lock.withLock { isReplaced } }

  /// Whether it is the header of a token that has been replaced.
  func isSame(_ replaced: String) -> Bool {
    guard replaced == header else { return false }
    lock.withLock { isReplaced = true }
    return true
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
