/// Authorises requests, and gets a new token when the server asks for one. ``BearerAuthentication`` and ``BasicAuthentication``
/// are ready-made; an app can implement its own.
///
/// However many calls are refused at the same time, ``refresh(_:)`` is called once; then each of them is sent once more. If a
/// call is refused again, it fails with that refusal.
public protocol Authentication: Sendable {
  /// Authorises a request, usually with a header. Called before each request is sent.
  ///
  /// - Throws: anything, which becomes the error of the call.
  func authorize(_ request: inout HTTPRequest) async throws

  /// Whether an answer asks for a new token. The default: its status is 401. That of another host, to which a redirect has led,
  /// asks for none.
  func asksForNewToken(_ answer: AnswerHead) -> Bool

  /// Gets a new token. The default: there is no way to get one.
  ///
  /// The calls of the client wait until it has ended. One that is made and awaited in it would wait for ever: use the session.
  ///
  /// - Parameter session: sends requests that are not authorised themselves.
  /// - Returns: whether there is a new token, or the server has refused to give one.
  /// - Throws: anything that means neither, for instance a lost connection. The user stays logged in, and the calls fail with the
  ///   thrown error.
  func refresh(_ session: AuthenticationSession) async throws -> RefreshOutcome
}

extension Authentication {
  /// Whether the status is 401.
  public func asksForNewToken(_ answer: AnswerHead) -> Bool { answer.status == 401 }

  /// Refuses: there is no way to get a new token.
  public func refresh(_ session: AuthenticationSession) async throws -> RefreshOutcome { .refused }
}

/// The head of an answer.
public struct AnswerHead: Sendable {
  /// The status code.
  public var status: Int
  /// The headers.
  public var headers: HTTPHeaders
  /// The beginning of the body if the status is not a success, up to 256 KiB.
  public var body: [UInt8]

  /// Creates a head.
  public init(status: Int, headers: HTTPHeaders, body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// The result of a token refresh.
public enum RefreshOutcome: Sendable, Hashable {
  /// There is a new token.
  case refreshed
  /// The server gives none: the user has to log in.
  case refused
}

/// Sends the requests of a token refresh, which are not authorised themselves.
public struct AuthenticationSession: Sendable {
  /// The base URL of the server, without a trailing slash; `nil` if there is none.
  public let baseURL: String?
  let transport: any Transport
  /// Whether the request that was refused had this header `Authorization`, that of a token which has been replaced. If so, the
  /// authentication renews nothing. A closure, as nothing that is printed has a token.
  var hasRefused: @Sendable (_ header: String) -> Bool = { _ in false }

  /// Sends a request and collects its answer, whatever the status. A path is relative to the base URL.
  ///
  /// - Throws: ``TransportError``; also if a POST was redirected (301, 302) and repeated as a GET, which was then refused.
  public func send(_ request: HTTPRequest) async throws -> AnswerHead {
    var request = request
    // A parameter may be an address: `token?audience=https://api.example.com`.
    if let baseURL, !request.url.prefix(while: { $0 != "?" && $0 != "#" }).contains("://") {
      request.url = baseURL + (request.url.hasPrefix("/") ? "" : "/") + request.url
    }
    let response = try await transport.exchange(request)
    // That says nothing of the tokens in the body, which nobody has seen.
    if response.hasLostPost, (400..<500).contains(response.status) {
      throw TransportError(
        .redirected,
        "The request for a new token was redirected to '\(RouteURL.shown(response.url))' as a GET, and "
          + "refused.")
    }
    return AnswerHead(
      status: response.status, headers: response.headers,
      body: try await response.body.collected(limit: 1 << 20))
  }
}
