/// Authorises requests, and gets a new token where the server asks for one. ``BearerAuthentication`` and
/// ``BasicAuthentication`` are ready made; an app's own conforms to this.
///
/// However many calls are refused at the same time, ``refresh(_:)`` is called once; each of them is then sent once more.
/// What a call is refused with after that is its error.
public protocol Authentication: Sendable {
  /// Authorises a request, with a header most often. Called before each request is sent.
  ///
  /// - Throws: anything, which becomes the error of the call.
  func authorize(_ request: inout HTTPRequest) async throws

  /// Whether an answer asks for a new token. The default: its status is 401.
  func asksForNewToken(_ answer: AnswerHead) -> Bool

  /// Gets a new token. The default: none can be had.
  ///
  /// - Parameter session: sends requests that are not authorised themselves.
  /// - Returns: whether there is a new one, or the server has refused to give one.
  /// - Throws: anything that says neither, a lost connection for instance. Nobody is logged out then, and the calls fail
  ///   with what was thrown.
  func refresh(_ session: AuthenticationSession) async throws -> RefreshOutcome
}

extension Authentication {
  /// Whether the status is 401.
  public func asksForNewToken(_ answer: AnswerHead) -> Bool { answer.status == 401 }

  /// None can be had.
  public func refresh(_ session: AuthenticationSession) async throws -> RefreshOutcome { .refused }
}

/// The head of an answer.
public struct AnswerHead: Sendable {
  /// The status code.
  public var status: Int
  /// The headers.
  public var headers: HTTPHeaders
  /// The beginning of the body of an answer that is no success, up to 256 KiB.
  public var body: [UInt8]

  /// Creates a head.
  public init(status: Int, headers: HTTPHeaders, body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// What came of the wish for a new token.
public enum RefreshOutcome: Sendable, Hashable {
  /// There is a new one.
  case refreshed
  /// The server gives none: somebody has to log in.
  case refused
}

/// Sends requests for a refresh, which are not authorised themselves.
public struct AuthenticationSession: Sendable {
  /// The address of the server, without a slash at its end; nil where there is none.
  public let baseURL: String?
  let transport: any Transport

  /// Sends a request and collects its answer, whatever its status. A path is relative to the address of the server.
  ///
  /// - Throws: ``TransportError``.
  public func send(_ request: HTTPRequest) async throws -> AnswerHead {
    var request = request
    if let baseURL, !request.url.contains("://") {
      request.url = baseURL + (request.url.hasPrefix("/") ? "" : "/") + request.url
    }
    let response = try await transport.send(request)
    return AnswerHead(
      status: response.status, headers: response.headers,
      body: try await response.body.collected(limit: 1 << 20))
  }
}
