/// A token in every request (RFC 6750), renewed when the server refuses it.
///
/// ```swift
/// let authentication = BearerAuthentication(tokens: saved) { tokens, session in
///   var request = HTTPRequest(
///     method: "POST", url: "sessions/refresh", headers: ["Content-Type": "application/json"])
///   request.body = .bytes(Array("{\"refresh_token\":\"\(tokens.refresh ?? "")\"}".utf8))
///   let answer = try await session.send(request)
///   return try .reading(answer)
/// } changed: { tokens in
///   keychain.save(tokens)
/// }
/// ```
public actor BearerAuthentication: Authentication {
  /// An access token and the refresh token that renews it.
  public struct Tokens: Sendable, Hashable {
    /// The access token.
    public var access: String
    /// The refresh token, if the server needs one.
    public var refresh: String?

    /// Creates tokens.
    public init(access: String, refresh: String? = nil) {
      self.access = access
      self.refresh = refresh
    }
  }

  /// The result of asking for new tokens.
  public enum Renewal: Sendable {
    /// There are new tokens.
    case renewed(Tokens)
    /// The server refuses to give new ones.
    case refused
  }

  /// Asks for new tokens. Throws for a lost connection or any other failure that is not a refusal; the user then stays logged in.
  public typealias Renew =
    @Sendable (_ tokens: Tokens, _ session: AuthenticationSession) async throws -> Renewal

  private var tokens: Tokens?
  /// The access token before the current one. Requests that are under way may still carry it.
  private var former: String?
  private let renew: Renew?
  private let changed: (@Sendable (Tokens?) -> Void)?
  /// A renewal that is under way.
  private var running: Task<RefreshOutcome, any Error>?

  /// Creates it with the current tokens and a way to renew them.
  ///
  /// - Parameters:
  ///   - tokens: the current tokens; `nil` if nobody is logged in, then requests carry none.
  ///   - renew: asks for new tokens; `nil` if they cannot be renewed.
  ///   - changed: called with new tokens, and with `nil` when they are dropped, so that the app can store them.
  public init(tokens: Tokens?, renew: Renew? = nil, changed: (@Sendable (Tokens?) -> Void)? = nil) {
    self.tokens = tokens
    self.renew = renew
    self.changed = changed
  }

  /// Sets the tokens after a login; `nil` after a logout.
  public func set(_ tokens: Tokens?) {
    if let access = self.tokens?.access, access != tokens?.access { former = access }
    self.tokens = tokens
    changed?(tokens)
  }

  /// Adds the header.
  public func authorize(_ request: inout HTTPRequest) {
    if let tokens { request.headers["Authorization"] = "Bearer \(tokens.access)" }
  }

  /// Asks for new tokens. Drops the current ones only if the server refuses. Several clients, and what synchronises, may have
  /// the same authentication: while one of them renews the tokens, the others wait for it, and a refusal of the token before
  /// the current one renews nothing.
  public func refresh(_ session: AuthenticationSession) async throws -> RefreshOutcome {
    // Many servers end the former token with each renewal: one more would take a token away from calls that have just got it.
    if running == nil, let tokens, let former, former != tokens.access,
      session.hasRefused("Bearer \(former)")
    {
      return .refreshed
    }
    // A refresh token may be good for once only: a second renewal with it would be refused.
    let task = running ?? Task { try await self.renewTokens(session) }
    running = task
    return try await task.value
  }

  private func renewTokens(_ session: AuthenticationSession) async throws -> RefreshOutcome {
    defer { running = nil }
    guard let old = tokens, let renew else { return .refused }
    let renewal = try await renew(old, session)
    // A login or logout has replaced the tokens meanwhile.
    guard tokens == old else { return tokens == nil ? .refused : .refreshed }
    switch renewal {
    case .renewed(var new):
      // Without a new refresh token, the old one stays valid (RFC 6749, section 6).
      new.refresh = new.refresh ?? old.refresh
      set(new)
    case .refused: set(nil)
    }
    return tokens == nil ? .refused : .refreshed
  }
}

extension BearerAuthentication.Tokens: CustomStringConvertible, CustomReflectable {
  /// Leaves out the tokens.
  public var description: String { "Tokens" }
  /// Leaves out the tokens.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
