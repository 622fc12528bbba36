import Rowsmith
package import RowsmithAPI
import RowsmithSchema

/// Sends requests to one server and returns complete answers, authorised and checked like those of routes. For adapters with
/// protocols of their own.
package struct ServerExchange: Sendable {
  /// The base URL of the server, without a trailing slash, and without a name and a password: it is in stored pages and messages.
  package let baseURL: String
  /// The same with the name, which says whose the records are.
  package let address: String
  /// The options.
  package let options: ClientOptions
  private let exchanger: Exchanger

  /// Creates it.
  ///
  /// - Throws: ``ClientError`` if the base URL is invalid.
  package init(
    baseURL: String, transport: any Transport, options: ClientOptions,
    errors: API.ErrorPlaces = API.ErrorPlaces()
  ) throws {
    let base = try RouteURL.checkedBase(baseURL)
    self.baseURL = URLCredentials.removed(from: base)
    address = URLCredentials.withoutPassword(base)
    self.options = options
    exchanger = Exchanger(
      transport: transport, options: options, errors: errors,
      limiter: RequestLimiter(options.maximumRequests),
      gate: options.authentication.map {
        AuthenticationGate($0, session: AuthenticationSession(baseURL: base, transport: transport))
      }, credentials: URLCredentials(of: base))
  }

  /// An address without a password, for the database and for messages. The name stays: it says whose the records are.
  package static func withoutPassword(_ address: String) -> String { URLCredentials.withoutPassword(address) }

  /// A text that was to be an address, for messages: what may be a password is left out.
  package static func withoutPassword(ofAny text: String) -> String {
    URLCredentials.withoutPassword(ofAny: text)
  }

  /// A complete answer.
  package struct Answer: Sendable {
    /// The status.
    package var status: Int
    /// The headers.
    package var headers: HTTPHeaders
    /// The body; JSON if there is one and the answer is a success.
    package var body: [UInt8]
    /// The error, if the answer is not a success.
    package var error: ClientError?
    /// The `Retry-After` of the server, in seconds; `nil` if it gives none.
    package var retryAfter: Double?
    /// Whether the request may have been carried out whatever this answer says: it comes from where a 303 has led.
    package var mayHaveArrived = false
  }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - path: relative to the base URL, with its query, percent-encoded; or a whole URL of the same server.
  ///   - isRepeatable: whether it may be retried automatically, as the options say. Frozen requests are not: their owner counts
  ///     the attempts.
  /// - Throws: ``ClientError`` if there is no answer, or it is not JSON.
  package func send(
    _ method: String, _ path: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
    type: String? = nil, isRepeatable: Bool
  ) async throws -> Answer {
    let url = path.contains("://") ? path : baseURL + (path.hasPrefix("/") ? path : "/" + path)
    guard URLReference.haveSameOrigin(baseURL, url) else {
      throw ClientError(
        .misuse, "the server redirects to another server, '\(RouteURL.shown(url))', which is not followed")
    }
    var request = HTTPRequest(method: method, url: url, body: body.map(HTTPBody.bytes))
    request.timeouts = options.timeouts
    request.headers["Accept"] = "application/json"
    if let type { request.headers["Content-Type"] = type }
    request.headers.replace(with: options.headers)
    for header in headers { request.headers[header.name] = header.value }
    let received = try await exchanger.exchange(
      Exchanger.Order(request: request, isRepeatable: isRepeatable, imports: true))
    if received.isPage, !received.saysWhatBecame(of: method), !received.asksForPause {
      var error = received.pageError
      error.mayHaveArrived = received.mayHaveArrived
      throw error
    }
    var answer = self.answer(received)
    if let source = received.source { answer.body = try source.readAll() }
    return answer
  }

  /// Converts an answer of a batch.
  func answer(_ item: BatchAnswer) -> Answer {
    answer(
      Received(
        head: AnswerHead(status: item.status, headers: item.headers, body: Array((item.body ?? "").utf8)),
        url: baseURL))
  }

  private func answer(_ received: Received) -> Answer {
    var answer = Answer(status: received.status, headers: received.headers, body: received.head.body)
    answer.retryAfter = RetryAfter.seconds(in: received.headers, now: options.clock.now())
    answer.mayHaveArrived = received.mayHaveArrived
    if !received.isSuccess, received.status != 304 { answer.error = exchanger.refusal(received) }
    return answer
  }
}

extension Received {
  /// Whether the status of a page says what became of a request that writes: a proxy's 413 refuses it, and after 502 and 504
  /// nobody knows. A network's own page, or one that forbids or does not find something, is no word of the server.
  fileprivate func saysWhatBecame(of method: String) -> Bool {
    status >= 400 && ![401, 403, 404, 407, 410, 511].contains(status) && !["GET", "HEAD"].contains(method)
  }

  /// Whether it says how long nobody is to ask again, as the page of a proxy does while the server is under maintenance.
  fileprivate var asksForPause: Bool {
    [429, 503].contains(status) && RetryAfter.seconds(in: headers, now: time) != nil
  }
}
