/// An answer: its head, and its body as it comes.
public struct HTTPResponse: Sendable {
  /// The status code, `200`.
  public var status: Int
  /// The headers.
  public var headers: HTTPHeaders
  /// Where it came from: the URL of the request, or the one to which redirects led.
  public var url: String
  /// The version of HTTP it came over: `1.1`, `2`.
  public var version: String?
  /// How many bytes the body will have as it is asked for; nil where the server did not say, or sent it compressed.
  public var expectedBytes: Int?
  /// The body.
  public var body: HTTPResponseBody
  /// Whether a redirect (301, 302) of a POST was followed, and so asked for with GET: the answer is not to what was posted.
  public var hasLostPost = false

  /// Creates an answer.
  public init(
    status: Int, headers: HTTPHeaders, url: String, version: String? = nil, expectedBytes: Int? = nil,
    body: HTTPResponseBody
  ) {
    self.status = status
    self.headers = headers
    self.url = url
    self.version = version
    self.expectedBytes = expectedBytes
    self.body = body
  }
}

/// The body of an answer, chunk after chunk. It is gone through once.
///
/// The next chunk is brought when it is asked for: a transport that is not asked lets the server wait. To let go of the body
/// before its end stops the exchange.
///
/// Iterating throws ``TransportError`` where the body ends too early.
public struct HTTPResponseBody: AsyncSequence, Sendable {
  /// A chunk, never empty.
  public typealias Element = [UInt8]

  private let next: @Sendable () async throws -> [UInt8]?

  /// Creates a body from what gives its next chunk, which is never empty; nil at the end.
  public init(next: @escaping @Sendable () async throws -> [UInt8]?) { self.next = next }

  /// Creates a body that is in memory.
  public init(_ bytes: [UInt8]) {
    let rest = OnceBytes(bytes)
    next = { await rest.take() }
  }

  /// Goes through the chunks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let body: HTTPResponseBody

    /// The next chunk; nil at the end.
    public mutating func next() async throws -> [UInt8]? { try await body.next() }
  }

  /// Goes through the chunks.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }

  /// All of the body.
  ///
  /// - Parameter limit: how many bytes are taken at most; what comes behind them is left out.
  public func collected(limit: Int = .max) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await chunk in self {
      bytes += chunk.prefix(limit - bytes.count)
      if bytes.count >= limit { break }
    }
    return bytes
  }

  private actor OnceBytes {
    private var bytes: [UInt8]?

    init(_ bytes: [UInt8]) { self.bytes = bytes.isEmpty ? nil : bytes }

    func take() -> [UInt8]? {
      defer { bytes = nil }
      return bytes
    }
  }
}
