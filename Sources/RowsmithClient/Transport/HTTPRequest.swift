/// An HTTP request.
public struct HTTPRequest: Sendable {
  /// The method, in upper case: `GET`.
  public var method: String
  /// The whole URL, percent-encoded.
  public var url: String
  /// The headers. The transport adds `Host`, `Content-Length` or `Transfer-Encoding`, and `Accept-Encoding`.
  public var headers: HTTPHeaders
  /// The body, if any.
  public var body: HTTPBody?
  /// When the request times out.
  public var timeouts: HTTPTimeouts
  /// Whether redirects are followed.
  public var redirects: HTTPRedirects
  /// Whether an open connection may be reused. If the server closes it at that moment, the request may be sent twice, so requests
  /// that change something use a new connection.
  public var reusesConnection: Bool
  /// Called with the number of body bytes sent, and of all body bytes. Called on any thread, but never concurrently.
  public var sent: (@Sendable (_ bytes: Int, _ total: Int?) -> Void)?

  /// Creates a request. `GET` and `HEAD` reuse connections.
  public init(
    method: String, url: String, headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody? = nil,
    timeouts: HTTPTimeouts = HTTPTimeouts(), redirects: HTTPRedirects = .follow(10)
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeouts = timeouts
    self.redirects = redirects
    reusesConnection = method == "GET" || method == "HEAD"
  }
}

/// The body of a request.
public enum HTTPBody: Sendable {
  /// Bytes in memory.
  case bytes([UInt8])
  /// A file, read while it is sent.
  case file(path: String)
  /// Parts one after another, for instance those of a form with files.
  indirect case parts([HTTPBody])
}

/// When a request times out. Fractions of a second count.
public struct HTTPTimeouts: Sendable, Hashable {
  /// The longest time to make a connection.
  public var connecting = Duration.seconds(10)
  /// The longest time without data in either direction, including the wait for the answer.
  public var idle = Duration.seconds(30)
  /// The longest time for the whole exchange, up to the last byte of the body; `nil` for no limit.
  public var total: Duration?

  /// Creates the default timeouts.
  public init() {}
}

/// Whether redirects are followed.
///
/// After 303, and after 301 or 302 of a POST, the next request is a GET; otherwise method and body stay (RFC 9110, section 15.4).
/// The conditions of a write, such as `If-Match`, are not those of the GET that follows it.
/// The answer to a POST that became a GET after 301 or 302 does not answer the POST, see ``HTTPResponse/hasLostPost``.
/// `Authorization` and `Cookie` are not sent to another host, port or scheme. Another host gets no header that may be an API key,
/// only `Accept…`, `Content-…`, `If-…`, `Range`, `User-Agent`, `Cache-Control` and `Idempotency-Key`. A redirect from https
/// to http is an error.
public enum HTTPRedirects: Sendable, Hashable {
  /// At most this number in a row.
  case follow(Int)
  /// None: the redirect itself is the answer.
  case stop
}
