public import RowsmithClient

/// What goes wrong between a client and a ``StubTransport``.
public enum StubFault: Sendable, Hashable {
  /// The server cannot be reached; it does not get the request.
  case unreachable
  /// The connection ends before an answer comes. The server has carried out the request.
  case dropsAnswer
  /// No answer comes in time. The server has carried out the request.
  case timesOut
  /// The answer comes later. The server has carried out the request at once.
  case delays(Duration)
  /// The body of the answer ends after this many bytes, and the connection breaks.
  case cutsBody(after: Int)
  /// The body of the answer ends after this many bytes, as if it were complete.
  case truncatesBody(after: Int)
  /// The server answers with a status and does not carry out the request.
  case status(Int, retryAfter: Int? = nil)
  /// The log-in page of a network answers instead of the server.
  case loginPage

  /// Whether the server carries out the request.
  var reachesServer: Bool {
    switch self {
    case .unreachable, .status, .loginPage: false
    case .dropsAnswer, .timesOut, .delays, .cutsBody, .truncatesBody: true
    }
  }

  func apply(to request: HTTPRequest, _ stubbed: StubTransport.Answer) async throws -> StubAnswer {
    switch self {
    case .unreachable: throw TransportError(.offline, "the server is unreachable, as set by the test")
    case .status(let status, let seconds):
      let headers: HTTPHeaders = seconds.map { ["Retry-After": "\($0)"] } ?? [:]
      return StubAnswer(status: status, json: "", headers: headers)
    case .loginPage:
      let page = "<!DOCTYPE html><html><body>Log in to use this network.</body></html>"
      return StubAnswer(json: page, headers: ["Content-Type": "text/html"])
    case .delays(let duration):
      // The server does not know whether anybody still waits for its answer.
      let answer: Result<StubAnswer, any Error>
      do { answer = .success(try await stubbed(request)) } catch { answer = .failure(error) }
      do {
        try await Task.sleep(for: duration)
      } catch {
        throw TransportError(.cancelled, "the task was cancelled")
      }
      return try answer.get()
    case .dropsAnswer:
      _ = try await stubbed(request)
      throw TransportError(.interrupted, "the connection ended before the answer, as set by the test")
    case .timesOut:
      _ = try await stubbed(request)
      throw TransportError(.timedOut, "no answer came in time, as set by the test")
    case .truncatesBody(let count): return try await stubbed(request).cut(after: count)
    case .cutsBody(let count):
      var answer = try await stubbed(request).cut(after: count)
      let received = answer.chunks.reduce(0) { $0 + $1.count }
      answer.failure = TransportError(
        .interrupted, "the body ended after \(received) bytes, as set by the test", receivedBytes: received)
      return answer
    }
  }
}

extension StubTransport {
  /// Makes requests fail.
  ///
  /// ```swift
  /// server.fail(.status(503, retryAfter: 2), "GET", "enterprises")
  /// server.fail(.unreachable, times: nil)
  /// server.heal()
  /// ```
  ///
  /// - Parameters:
  ///   - fault: what goes wrong.
  ///   - method: the method of the requests.
  ///   - path: the path of the requests, as in `stub`.
  ///   - times: how often; `nil` for any number of times.
  public func fail(_ fault: StubFault, _ method: String, _ path: String, times: Int? = 1) {
    add(Fault(pattern: .path(method: method, path: path), fault: fault, remaining: times))
  }

  /// Makes the next requests fail, whatever they are.
  public func fail(_ fault: StubFault, times: Int? = 1) {
    add(Fault(pattern: .all, fault: fault, remaining: times))
  }

  /// Makes requests of a route of a generated client fail.
  ///
  /// - Throws: ``UnknownRoute`` if the client has no such route.
  public func fail<C: GeneratedClient>(
    _ fault: StubFault, _ client: C.Type, _ route: String, times: Int? = 1
  ) throws {
    let pattern = RequestPattern.route(try client.api.required(route, [:]), values: [:], of: client.api)
    add(Fault(pattern: pattern, fault: fault, remaining: times))
  }
}

extension StubAnswer {
  /// The answer with only the first bytes of its body, as if they were all.
  fileprivate func cut(after count: Int) -> StubAnswer {
    var answer = self
    answer.failure = nil
    answer.chunks = [Array(chunks.joined().prefix(count))]
    return answer
  }
}
