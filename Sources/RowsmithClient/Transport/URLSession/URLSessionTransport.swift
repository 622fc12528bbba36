#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif
#if ROWSMITH_URLSESSION
  public import RowsmithClient
#endif

/// A transport that uses URLSession, for Apple platforms.
///
/// On Linux it is in the product `RowsmithURLSession`, for projects that cannot build with libcurl. URLSession on Linux has many
/// gaps; some cannot be worked around (see <doc:Transports>).
public final class URLSessionTransport: Transport {
  private let configuration: URLSessionConfiguration
  private let shared: SessionExchanges
  private let watch = SessionWatch()

  /// Creates a transport.
  ///
  /// - Parameter configuration: the configuration of the sessions. The cache, cookies and stored passwords are turned off: the
  ///   client has its own cache.
  public init(_ configuration: URLSessionConfiguration = .ephemeral) {
    let configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    self.configuration = configuration
    shared = SessionExchanges(configuration)
  }

  deinit { shared.finish() }

  /// Sends a request and returns the head of its answer as soon as it is complete.
  ///
  /// - Throws: ``TransportError``.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard !Task.isCancelled else {
      throw TransportError(.cancelled, "The request was cancelled.", mayHaveArrived: false)
    }
    let deadline = request.timeouts.total.map { ContinuousClock.now + $0 }
    var redirection = Redirection(request)
    while true {
      let exchange = try SessionExchange(redirection.request, deadline: deadline)
      let head: HTTPHead
      do {
        head = try await exchange.head(in: sessions(for: redirection.request), watch)
      } catch var error as TransportError {
        error.mayHaveArrived = error.mayHaveArrived || redirection.isCarriedOut
        throw error
      }
      if try redirection.follow(status: head.status, headers: head.headers) {
        exchange.pipe.abandon()
        continue
      }
      let body = SessionBody(exchange, watch)
      var response = HTTPResponse(
        status: head.status, headers: head.headers, url: head.url, version: head.version,
        expectedBytes: head.length,
        body: HTTPResponseBody { try await body.next() })
      response.hasLostPost = redirection.hasLostPost
      response.isCarriedOut = redirection.isCarriedOut
      return response
    }
  }

  /// On Linux, a write is sent a second time if the server closes the reused connection at that moment, so each has its own
  /// session and connection.
  private func sessions(for request: HTTPRequest) -> SessionExchanges {
    #if canImport(FoundationNetworking)
      if !request.reusesConnection { return SessionExchanges(configuration, isForOne: true) }
    #endif
    return shared
  }
}

/// The body of an answer while it is read. Releasing it stops the exchange.
private final class SessionBody: Sendable {
  private let exchange: SessionExchange
  /// Retained so that the deadlines are enforced as long as the body is read.
  private let watch: SessionWatch

  init(_ exchange: SessionExchange, _ watch: SessionWatch) {
    self.exchange = exchange
    self.watch = watch
  }

  deinit { exchange.pipe.abandon() }

  func next() async throws -> [UInt8]? { try await exchange.pipe.next() }
}
