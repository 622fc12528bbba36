public import RowsmithClient

/// The answer of a stub.
public struct StubAnswer: Sendable {
  /// The status code.
  public var status: Int
  /// The headers.
  public var headers: HTTPHeaders
  /// The body, in chunks as they arrive.
  public var chunks: [[UInt8]]
  /// The error after the last chunk; `nil` for none.
  public var failure: TransportError?

  /// Creates an answer with JSON.
  public init(status: Int = 200, json: String, headers: HTTPHeaders = HTTPHeaders()) {
    self.init(status: status, chunks: json.isEmpty ? [] : [Array(json.utf8)], headers: headers)
    if self.headers["Content-Type"] == nil { self.headers["Content-Type"] = "application/json" }
  }

  /// Creates an answer in chunks.
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
