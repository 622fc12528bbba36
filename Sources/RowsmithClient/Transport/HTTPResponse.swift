/// An answer: its head, and its body as a stream.
public struct HTTPResponse: Sendable {
  /// The status code, `200`.
  public var status: Int
  /// The headers.
  public var headers: HTTPHeaders
  /// The URL that it came from: that of the request, or the target of the last redirect.
  public var url: String
  /// The HTTP version used: `1.1`, `2`.
  public var version: String?
  /// The size of the body, in bytes; `nil` if the server did not say, or compressed the body.
  public var expectedBytes: Int?
  /// The body.
  public var body: HTTPResponseBody
  /// Whether a POST was redirected (301, 302) and repeated as a GET: the answer does not answer the POST.
  public var hasLostPost = false
  /// Whether a request that changes something was answered by 303, so that the server has carried it out whatever this
  /// answer says.
  public var isCarriedOut = false

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

/// The body of an answer, in chunks. It can be iterated once.
///
/// Each chunk is fetched on demand: if the reader is slow, the transport makes the server wait. Releasing the body before its end
/// stops the exchange.
///
/// Iterating throws ``TransportError`` if the body ends too early.
public struct HTTPResponseBody: AsyncSequence, Sendable {
  /// A chunk, never empty.
  public typealias Element = [UInt8]

  private let next: @Sendable () async throws -> [UInt8]?

  /// Creates a body from a closure that returns the next chunk, never an empty one; `nil` at the end.
  public init(next: @escaping @Sendable () async throws -> [UInt8]?) { self.next = next }

  /// Creates a body from bytes in memory.
  public init(_ bytes: [UInt8]) {
    let rest = OnceBytes(bytes)
    next = { await rest.take() }
  }

  /// Iterates over the chunks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let body: HTTPResponseBody

    /// The next chunk; `nil` at the end.
    public mutating func next() async throws -> [UInt8]? { try await body.next() }
  }

  /// Iterates over the chunks.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }

  /// Collects the whole body.
  ///
  /// - Parameter limit: the largest number of bytes collected; the rest is dropped.
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
