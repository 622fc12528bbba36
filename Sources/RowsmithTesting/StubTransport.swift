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

  fileprivate struct Stub {
    var method: String
    var path: String
    var answer: Answer
    /// How often it answers; nil for any number of times.
    var remaining: Int?
  }

  private struct State {
    var stubs: [Stub] = []
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
    lock.withLock {
      state.stubs.append(Stub(method: method, path: path, answer: answer, remaining: times))
    }
  }

  /// Answers the request as the newest stub says.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let answer: Answer? = lock.withLock {
      state.requests.append(request)
      for index in state.stubs.indices.reversed() where state.stubs[index].fits(request) {
        state.stubs[index].remaining? -= 1
        return state.stubs[index].answer
      }
      return nil
    }
    if Task.isCancelled { throw TransportError(.cancelled, "the task was cancelled") }
    guard let answer else {
      return StubAnswer(status: 404, json: #"{"error": "no stub answers this"}"#).response(to: request)
    }
    return try await answer(request).response(to: request)
  }
}

extension StubTransport.Stub {
  /// Whether the stub is for a request.
  fileprivate func fits(_ request: HTTPRequest) -> Bool {
    if remaining == 0 || request.method != method { return false }
    let wanted = path.drop { $0 == "/" }
    let url = wanted.contains("?") ? request.url[...] : request.url.prefix { $0 != "?" }
    return url.hasSuffix("/" + wanted)
  }
}

/// What a stub answers.
public struct StubAnswer: Sendable {
  /// The status code.
  public var status: Int
  /// The headers.
  public var headers: HTTPHeaders
  /// The body, in the chunks in which it comes.
  public var chunks: [[UInt8]]
  /// What the exchange fails with behind the last chunk; nil for none.
  public var failure: TransportError?

  /// An answer with JSON.
  public init(status: Int = 200, json: String, headers: HTTPHeaders = HTTPHeaders()) {
    self.init(status: status, chunks: json.isEmpty ? [] : [Array(json.utf8)], headers: headers)
    if self.headers["Content-Type"] == nil { self.headers["Content-Type"] = "application/json" }
  }

  /// An answer in chunks.
  public init(
    status: Int = 200, chunks: [[UInt8]], headers: HTTPHeaders = HTTPHeaders(), failure: TransportError? = nil
  ) {
    self.status = status
    self.chunks = chunks
    self.headers = headers
    self.failure = failure
  }

  func response(to request: HTTPRequest) -> HTTPResponse {
    let rest = ChunkQueue(chunks.filter { !$0.isEmpty }, failure)
    return HTTPResponse(
      status: status, headers: headers, url: request.url, body: HTTPResponseBody { try await rest.next() })
  }

  private actor ChunkQueue {
    private var chunks: ArraySlice<[UInt8]>
    private let failure: TransportError?

    init(_ chunks: [[UInt8]], _ failure: TransportError?) {
      self.chunks = chunks[...]
      self.failure = failure
    }

    func next() throws -> [UInt8]? {
      if Task.isCancelled { throw TransportError(.cancelled, "the task was cancelled") }
      if let chunk = chunks.popFirst() { return chunk }
      if let failure { throw failure }
      return nil
    }
  }
}
