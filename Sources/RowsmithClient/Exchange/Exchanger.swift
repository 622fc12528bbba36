import Rowsmith
import RowsmithAPI

/// Sends a request until there is a final answer: authorises it, refreshes the token if the server asks for that, and retries
/// failures.
struct Exchanger: Sendable {
  let transport: any Transport
  let options: ClientOptions
  let errors: API.ErrorPlaces
  let limiter: RequestLimiter
  let gate: AuthenticationGate?
  /// The name and the password in the base URL. All requests to its origin carry them, as links from the server have none.
  let credentials: URLCredentials?

  /// A request, and how to send it.
  struct Order: Sendable {
    var request: HTTPRequest
    /// Whether the request may be sent twice without further effect.
    var isRepeatable: Bool
    /// Whether the body of a success is to be imported.
    var imports: Bool
    var progress: CallProgress?
    /// The number of the page, from 1.
    var page = 1
    /// Whether to retry if the server cannot be reached.
    var isPatient = true
    /// Whether the request is authorised, and the token may be refreshed.
    var isAuthorized = true
  }

  /// - Returns: an answer with any status.
  /// - Throws: ``ClientError``.
  func exchange(_ order: Order) async throws -> Received {
    var attempt = 1
    var hasNewToken = false
    // Stays `true` once an earlier attempt may have arrived, however the last one ends.
    var mayHaveArrived = false
    while true {
      do {
        var (received, token) = try await once(order)
        received.mayHaveArrived = mayHaveArrived || received.mayHaveArrived
        // What the server has carried out is not sent again for a new token, unless that does no harm.
        let isDone = received.mayHaveArrived && !order.isRepeatable
        if let gate, let token, order.isAuthorized, !isDone, gate.asksForNewToken(received.head) {
          if hasNewToken { return received }
          // What was carried out stays so, though there may be no new token.
          mayHaveArrived = received.mayHaveArrived
          try await refresh(gate, token, received)
          hasNewToken = true
          continue
        }
        guard let delay = try delay(for: received, order, attempt) else { return received }
        // A 429 says that nothing was done.
        mayHaveArrived = mayHaveArrived || received.status != 429
        try await options.clock.sleep(delay)
      } catch let error as TransportError {
        mayHaveArrived = mayHaveArrived || error.mayHaveArrived
        guard order.isRepeatable, attempt < options.retries.maximumAttempts, error.isPassing,
          order.isPatient || error.reason != .offline
        else {
          throw failure(error, mayHaveArrived: mayHaveArrived)
        }
        try await wait(
          options.retries.delay(before: attempt + 1, draw: options.clock.draw()),
          mayHaveArrived: mayHaveArrived)
      } catch var error as ClientError {
        error.mayHaveArrived = error.mayHaveArrived || mayHaveArrived
        throw error
      } catch is CancellationError {
        throw cancelled(mayHaveArrived: mayHaveArrived)
      }
      attempt += 1
    }
  }

  private func wait(_ delay: Duration, mayHaveArrived: Bool) async throws {
    do {
      try await options.clock.sleep(delay)
    } catch {
      throw cancelled(mayHaveArrived: mayHaveArrived)
    }
  }

  private func cancelled(mayHaveArrived: Bool) -> ClientError {
    var error = ClientError(.cancelled, "the call was cancelled; the database is unchanged")
    error.mayHaveArrived = mayHaveArrived
    return error
  }

  /// Sends one request and receives its whole answer.
  ///
  /// - Returns: the answer, and the token that it may refuse; `nil` if it has seen none.
  private func once(_ order: Order) async throws -> (Received, token: AuthenticationGate.Token?) {
    // Authorised only now: a request must not leave with a token that was renewed while it waited.
    try await limiter.run {
      guard let gate, order.isAuthorized else { return (try await receive(order.request, order), nil) }
      let (request, token) = try await authorize(order.request, gate)
      let received = try await receive(request, order)
      return (received, isElsewhere(received, request) ? nil : token)
    }
  }

  /// Whether an answer is that of another host, to which a redirect has led: it has not seen the token, so it refuses none.
  ///
  /// - Parameter request: the request as it was authorised, which may have given it another address.
  private func isElsewhere(_ received: Received, _ request: HTTPRequest) -> Bool {
    guard let asked = HTTPOrigin(url: request.url), let answered = HTTPOrigin(url: received.url) else {
      return false
    }
    return asked.host != answered.host
  }

  private func authorize(_ request: HTTPRequest, _ gate: AuthenticationGate) async throws -> (
    HTTPRequest, AuthenticationGate.Token
  ) {
    do {
      return try await gate.authorize(request)
    } catch {
      throw refreshFailure(error, otherwise: .loginNeeded)
    }
  }

  private func receive(_ request: HTTPRequest, _ order: Order) async throws -> Received {
    let reader = AnswerReader(
      maximumBytes: options.maximumAnswerBytes, progress: order.progress, page: order.page)
    var request = request
    if let credentials { request.url = credentials.added(to: request.url) }
    if let progress = order.progress, request.body != nil {
      request.sent = { progress.report(.init(phase: .uploading, completed: $0, total: $1, page: order.page)) }
    }
    RequestMeter.current?.noteRequest()
    let response = try await transport.exchange(request)
    var received = Received(
      head: AnswerHead(status: response.status, headers: response.headers),
      url: URLCredentials.removed(from: response.url))
    received.mayHaveArrived = response.isCarriedOut
    if received.isSuccess, order.imports {
      do {
        (received.source, received.bytes) = try await reader.readForImport(response)
      } catch var error as ClientError {
        error.mayHaveArrived =
          response.isCarriedOut || !error.isCaptive && !["GET", "HEAD"].contains(request.method)
        throw error
      }
    } else {
      received.head.body = try await reader.readBeginning(response)
      received.bytes = received.head.body.count
    }
    if response.hasLostPost, received.isSuccess ? !received.isPage : received.isRefusal {
      throw lostPost(request, response)
    }
    RequestMeter.current?.noteAnswer(bytes: received.bytes)
    received.time = options.clock.now()
    return received
  }

  private func lostPost(_ request: HTTPRequest, _ response: HTTPResponse) -> ClientError {
    var error = ClientError(
      .answer,
      "the server redirected the request to '\(RouteURL.shown(response.url))' as a GET, so nothing "
        + "was changed; set `baseURL` or the path to that address, or let the server answer 307 or 308"
    )
    error.status = response.status
    error.hasLostPost = true
    return error
  }

  private func refresh(
    _ gate: AuthenticationGate, _ token: AuthenticationGate.Token, _ received: Received
  ) async throws {
    let outcome: RefreshOutcome
    do {
      outcome = try await gate.refresh(after: token)
    } catch {
      // Only the outcome says that the server refuses: this may be a lost connection.
      throw refreshFailure(error, otherwise: .transport)
    }
    if outcome == .refused {
      var error = refusal(received)
      error.reason = .loginNeeded
      error.message =
        "the server rejected the token or the password, if any; the user has to log in again"
      throw error
    }
  }

  /// How long to wait before the request is sent again; `nil` if the answer is final.
  private func delay(for received: Received, _ order: Order, _ attempt: Int) throws -> Duration? {
    guard order.isRepeatable, attempt < options.retries.maximumAttempts,
      [429, 500, 502, 503, 504].contains(received.status)
    else { return nil }
    let jitter = options.retries.delay(before: attempt + 1, draw: options.clock.draw())
    guard [429, 503].contains(received.status),
      let seconds = RetryAfter.seconds(in: received.headers, now: options.clock.now())
    else { return jitter }
    let wish = Duration.seconds(min(seconds, 1e9))
    return wish > options.retries.maximumRetryAfter ? nil : wish + jitter / 4
  }

  /// The error for an answer that is not a success.
  func refusal(_ received: Received) -> ClientError {
    let json = try? JSONValue(answer: received.head.body)
    var error = ClientError(.status, "the server answered \(received.status)")
    error.serverCode = json?.text(at: errors.code)
    error.serverMessage = json?.text(at: errors.message)
    if let message = error.serverMessage {
      error.message += ": \(message.prefix(500).description.escapedForDisplay())"
    }
    if let code = error.serverCode {
      error.message += " (code \(code.prefix(100).description.escapedForDisplay()))"
    }
    error.status = received.status
    error.headers = received.headers
    error.body = received.head.body
    // The network itself says so, in place of the server (RFC 6585, section 6).
    error.isCaptive = received.status == 511
    error.mayHaveArrived = received.status >= 500 && !error.isCaptive || received.mayHaveArrived
    if [429, 503].contains(received.status),
      let seconds = RetryAfter.seconds(in: received.headers, now: options.clock.now())
    {
      error.message += "; it asks to wait \(Int(seconds.rounded(.up))) s"
    }
    return error
  }

  private func failure(_ error: TransportError, mayHaveArrived: Bool? = nil) -> ClientError {
    var failure = ClientError(error.reason == .cancelled ? .cancelled : .transport, error.message)
    if error.reason == .cancelled { failure.message = "the call was cancelled; the database is unchanged" }
    failure.transport = error
    failure.mayHaveArrived = mayHaveArrived ?? error.mayHaveArrived
    return failure
  }

  /// - Parameter reason: that of an error of the app's own.
  private func refreshFailure(_ error: any Error, otherwise reason: ClientError.Reason) -> ClientError {
    var failure: ClientError
    switch error {
    case let error as ClientError: failure = error
    case let error as TransportError: failure = self.failure(error)
    case is CancellationError:
      failure = ClientError(.cancelled, "the call was cancelled; the database is unchanged")
    default:
      // An error thrown by the app may contain a token.
      failure = ClientError(reason, "the app's authentication threw \(type(of: error))")
    }
    // The call itself has not been sent with a valid token.
    failure.mayHaveArrived = false
    failure.isOfToken = true
    failure.retryAfter = RetryAfter.seconds(in: failure.headers, now: options.clock.now())
    return failure
  }
}

extension Received {
  /// Whether the server refuses the request as it is.
  fileprivate var isRefusal: Bool { (400..<500).contains(status) && ![408, 425, 429].contains(status) }
}

extension TransportError {
  /// Whether a retry may succeed.
  fileprivate var isPassing: Bool { [.offline, .interrupted, .timedOut, .malformed].contains(reason) }
}

extension JSONValue {
  /// The text or number at a path of keys.
  fileprivate func text(at keys: [String]) -> String? {
    guard !keys.isEmpty, let found = value(at: keys) else { return nil }
    switch found {
    case .string(let text): return text
    case .number(let text): return text
    case .array(let items): return items.first?.text(at: ["message"]) ?? found.text
    case .null: return nil
    default: return found.text
    }
  }
}
