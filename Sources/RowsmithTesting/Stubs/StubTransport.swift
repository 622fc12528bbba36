import Foundation
public import RowsmithClient

/// A server in the process that answers requests as a test says, and records them.
///
/// ```swift
/// let server = StubTransport()
/// server.stub("GET", "articles", json: #"[{"id": 1, "title": "News", "views": 0, "published": true}]"#)
/// let client = try ServerClient(store: .testing(ServerModel()), transport: server)
/// ```
///
/// A request without a stub gets 404.
public final class StubTransport: Transport, @unchecked Sendable {
  /// Makes the answer to a request.
  public typealias Answer = @Sendable (HTTPRequest) async throws -> StubAnswer

  struct Stub {
    var pattern: RequestPattern
    var answer: Answer
    /// How many more times it answers; `nil` for any number of times.
    var remaining: Int?
  }

  struct Fault {
    var pattern: RequestPattern
    var fault: StubFault
    /// How many more times it happens; `nil` for any number of times.
    var remaining: Int?
  }

  private struct State {
    var stubs: [Stub] = []
    var faults: [Fault] = []
    var requests: [HTTPRequest] = []
  }

  /// Guards `state`.
  private let lock = NSLock()
  private var state = State()

  /// Creates a server without stubs.
  public init() {}

  /// The requests so far, in order.
  public var requests: [HTTPRequest] { lock.withLock { state.requests } }

  /// Forgets the requests so far.
  public func forgetRequests() { lock.withLock { state.requests = [] } }

  /// Answers a request with JSON. If several stubs match, the newest that is not used up answers.
  ///
  /// - Parameters:
  ///   - method: `GET`.
  ///   - path: the path, with a query if that matters: `enterprises?page=2`. Anything before it in the URL is ignored.
  ///   - times: how often; `nil` for any number of times.
  public func stub(
    _ method: String, _ path: String, status: Int = 200, json: String, headers: HTTPHeaders = HTTPHeaders(),
    times: Int? = nil
  ) {
    stub(method, path, times: times) { _ in StubAnswer(status: status, json: json, headers: headers) }
  }

  /// Answers a request with the result of a closure, or with the `TransportError` that it throws.
  public func stub(_ method: String, _ path: String, times: Int? = nil, _ answer: @escaping Answer) {
    add(Stub(pattern: .path(method: method, path: path), answer: answer, remaining: times))
  }

  func add(_ stub: Stub) { lock.withLock { state.stubs.append(stub) } }

  func add(_ fault: Fault) { lock.withLock { state.faults.append(fault) } }

  /// Removes all faults.
  public func heal() { lock.withLock { state.faults = [] } }

  /// Answers the request by the newest stub, unless a fault applies.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if Task.isCancelled {
      throw TransportError(.cancelled, "the task was cancelled", mayHaveArrived: false)
    }
    let (answer, fault) = lock.withLock { find(request) }
    let stubbed: Answer = { request in
      guard let answer else { return StubAnswer(status: 404, json: #"{"error": "no stub answers this"}"#) }
      return try await answer(request)
    }
    guard let fault else { return try await stubbed(request).response(to: request) }
    return try await fault.apply(to: request, stubbed).response(to: request)
  }

  /// Records a request, and counts down the stub and fault that apply.
  private func find(_ request: HTTPRequest) -> (Answer?, StubFault?) {
    state.requests.append(request)
    let fault = state.faults.lastIndex { $0.remaining != 0 && $0.pattern.fits(request) }
    if let fault { state.faults[fault].remaining? -= 1 }
    let found = fault.map { state.faults[$0].fault }
    // A request that does not reach the server uses up no stub.
    if found?.reachesServer == false { return (nil, found) }
    let stub = state.stubs.lastIndex { $0.remaining != 0 && $0.pattern.fits(request) }
    if let stub { state.stubs[stub].remaining? -= 1 }
    return (stub.map { state.stubs[$0].answer }, found)
  }
}
