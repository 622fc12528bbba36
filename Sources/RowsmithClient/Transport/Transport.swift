/// Sends requests and brings answers: what the client stands on. `CurlTransport` (product `RowsmithCurl`) and
/// `URLSessionTransport` do it over the network; tests bring their own.
///
/// A transport does one exchange: it does not retry, cache, or look into bodies. It follows redirects
/// (``HTTPRequest/redirects``), undoes gzip, and sees to it that an answer is complete.
public protocol Transport: Sendable {
  /// Sends a request and gives the head of its answer when that is there. The body comes as it is asked for.
  ///
  /// A cancelled task stops the exchange at any point, the body's included.
  ///
  /// - Throws: ``TransportError``.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
