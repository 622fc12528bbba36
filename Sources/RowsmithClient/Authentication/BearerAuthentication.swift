/// A token in every request (RFC 6750), renewed where the server refuses it.
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
  /// A token, and what renews it.
  public struct Tokens: Sendable, Hashable {
    /// The token.
    public var access: String
    /// What the server wants to see for a new one, if anything.
    public var refresh: String?

    /// Creates tokens.
    public init(access: String, refresh: String? = nil) {
      self.access = access
      self.refresh = refresh
    }
  }

  /// What came of the wish for new tokens.
  public enum Renewal: Sendable {
    /// There are new ones.
    case renewed(Tokens)
    /// The server gives none.
    case refused
  }

  /// Asks for new tokens. A lost connection or a status that says neither is thrown: then nobody is logged out.
  public typealias Renew =
    @Sendable (_ tokens: Tokens, _ session: AuthenticationSession) async throws -> Renewal

  private var tokens: Tokens?
  private let renew: Renew?
  private let changed: (@Sendable (Tokens?) -> Void)?

  /// Takes tokens, and what renews them.
  ///
  /// - Parameters:
  ///   - tokens: those there are; nil where nobody is logged in: requests carry none then.
  ///   - renew: asks for new ones; nil where none can be had.
  ///   - changed: told of new ones, and with nil of their end, so that the app keeps them.
  public init(tokens: Tokens?, renew: Renew? = nil, changed: (@Sendable (Tokens?) -> Void)? = nil) {
    self.tokens = tokens
    self.renew = renew
    self.changed = changed
  }

  /// Takes the tokens of a new log-in; nil for a log-out.
  public func set(_ tokens: Tokens?) {
    self.tokens = tokens
    changed?(tokens)
  }

  /// Adds the header.
  public func authorize(_ request: inout HTTPRequest) {
    if let tokens { request.headers["Authorization"] = "Bearer \(tokens.access)" }
  }

  /// Asks for new tokens. They are thrown away only where the server refuses.
  public func refresh(_ session: AuthenticationSession) async throws -> RefreshOutcome {
    guard let old = tokens, let renew else { return .refused }
    let renewal = try await renew(old, session)
    // Somebody has logged in meanwhile.
    guard tokens == old else { return tokens == nil ? .refused : .refreshed }
    switch renewal {
    case .renewed(let new): set(new)
    case .refused: set(nil)
    }
    return tokens == nil ? .refused : .refreshed
  }
}

extension BearerAuthentication.Tokens: CustomStringConvertible, CustomReflectable {
  /// Nothing of the tokens.
  public var description: String { "Tokens" }
  /// Nothing of the tokens.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
