import Foundation
public import RowsmithClient

/// A server in the process: answers requests with what a test says, and remembers them.
///
/// ```swift
/// let server = StubTransport()
/// server.stub("GET", "articles", json: #"[{"id": 1, "title": "News", "views": 0, "published": true}]"#)
/// let client = try ServerClient(store: .testing(ServerModel()), transport: server)
/// ```
///
/// A request that nothing answers gets 404.
public final class StubTransport: Transport, @unchecked Sendable {
  /// What a request is answered with.
  public typealias Answer = @Sendable (HTTPRequest) async throws -> StubAnswer

  struct Stub {
    var pattern: RequestPattern
    var answer: Answer
    /// How often it answers; nil for any number of times.
    var remaining: Int?
  }

  struct Fault {
    var pattern: RequestPattern
    var fault: StubFault
    /// How often it happens; nil for any number of times.
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

  /// Creates a server that answers nothing yet.
  public init() {}

  /// The requests so far, in the order in which they came.
  public var requests: [HTTPRequest] { lock.withLock { state.requests } }

  /// Forgets the requests so far.
  public func forgetRequests() { lock.withLock { state.requests = [] } }

  /// Answers a request with JSON. Of several stubs for one request the newest answers that has not been used up.
  ///
  /// - Parameters:
  ///   - method: `GET`.
  ///   - path: the path, with its query where that matters: `enterprises?page=2`. What the address of the server has in
  ///     front of it does not count.
  ///   - times: how often; nil for any number of times.
  public func stub(
    _ method: String, _ path: String, status: Int = 200, json: String, headers: HTTPHeaders = HTTPHeaders(),
    times: Int? = nil
  ) {
    stub(method, path, times: times) { _ in StubAnswer(status: status, json: json, headers: headers) }
  }

  /// Answers a request with what a closure says, or makes it fail with what that throws: a `TransportError`.
  public func stub(_ method: String, _ path: String, times: Int? = nil, _ answer: @escaping Answer) {
    add(Stub(pattern: .path(method: method, path: path), answer: answer, remaining: times))
  }

  func add(_ stub: Stub) { lock.withLock { state.stubs.append(stub) } }

  func add(_ fault: Fault) { lock.withLock { state.faults.append(fault) } }

  /// Makes no request fail any more.
  public func heal() { lock.withLock { state.faults = [] } }

  /// Answers the request as the newest stub says, unless a fault comes between.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let (answer, fault) = lock.withLock { find(request) }
    if Task.isCancelled { throw TransportError(.cancelled, "the task was cancelled") }
    let stubbed: Answer = { request in
      guard let answer else { return StubAnswer(status: 404, json: #"{"error": "no stub answers this"}"#) }
      return try await answer(request)
    }
    guard let fault else { return try await stubbed(request).response(to: request) }
    return try await fault.apply(to: request, stubbed).response(to: request)
  }

  /// Notes a request, and uses up what answers it.
  private func find(_ request: HTTPRequest) -> (Answer?, StubFault?) {
    state.requests.append(request)
    let fault = state.faults.lastIndex { $0.remaining != 0 && $0.pattern.fits(request) }
    if let fault { state.faults[fault].remaining? -= 1 }
    let found = fault.map { state.faults[$0].fault }
    // What does not reach the server uses up nothing there.
    if found?.reachesServer == false { return (nil, found) }
    let stub = state.stubs.lastIndex { $0.remaining != 0 && $0.pattern.fits(request) }
    if let stub { state.stubs[stub].remaining? -= 1 }
    return (stub.map { state.stubs[$0].answer }, found)
  }
}
