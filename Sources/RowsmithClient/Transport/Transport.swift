/// Sends requests and receives answers for the client. `CurlTransport` (product `RowsmithCurl`) and `URLSessionTransport` use the
/// network; tests have their own.
///
/// A transport makes one exchange: it does not retry, cache, or interpret bodies. It follows redirects
/// (``HTTPRequest/redirects``), decompresses, and checks that an answer is complete.
public protocol Transport: Sendable {
  /// Sends a request and returns the head of its answer as soon as it is complete. The body is received on demand.
  ///
  /// Cancelling the task stops the exchange at any point, also while the body is read.
  ///
  /// - Throws: ``TransportError``.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
