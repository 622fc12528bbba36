/// A request as it is sent.
public struct HTTPRequest: Sendable {
  /// The method, in capital letters: `GET`.
  public var method: String
  /// The whole URL, percent-encoded.
  public var url: String
  /// The headers. A transport adds `Host`, `Content-Length` or `Transfer-Encoding`, and `Accept-Encoding`.
  public var headers: HTTPHeaders
  /// The body; nil for none.
  public var body: HTTPBody?
  /// When it is given up.
  public var timeouts: HTTPTimeouts
  /// Whether redirects are followed.
  public var redirects: HTTPRedirects
  /// Whether a connection may be used that is open already. On one that the server closes at that moment a request may be
  /// sent twice, so what changes something goes over a new one.
  public var reusesConnection: Bool
  /// Told how many bytes of the body have left, and of how many; called on any thread, never at the same time.
  public var sent: (@Sendable (_ bytes: Int, _ total: Int?) -> Void)?

  /// Creates a request. Connections are used again for `GET` and `HEAD`.
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
  /// A file, read as it is sent.
  case file(path: String)
  /// Parts one after another, such as those of a form with files.
  indirect case parts([HTTPBody])
}

/// When a request is given up. Fractions of a second count.
public struct HTTPTimeouts: Sendable, Hashable {
  /// How long a connection may take to be made.
  public var connecting = Duration.seconds(10)
  /// How long nothing may come or go; the time the server takes to answer included.
  public var idle = Duration.seconds(30)
  /// How long all of it may take, to the last byte of the body; nil for any time.
  public var total: Duration?

  /// Creates the default timeouts.
  public init() {}
}

/// Whether redirects are followed.
///
/// 303, and 301 and 302 of a POST, are asked for with GET; all others with the same method and body (RFC 9110, section
/// 15.4); an answer to a POST that has become a GET so is no answer to what was posted, see
/// ``HTTPResponse/hasLostPost``. `Authorization` and `Cookie` go to no other host, port or scheme; to another host no header goes
/// that may be a key of an API: `Accept…`, `Content-…`, `If-…`, `Range`, `User-Agent` and `Cache-Control` do. Nothing goes from
/// https to http.
public enum HTTPRedirects: Sendable, Hashable {
  /// At most that many, one after another.
  case follow(Int)
  /// None: the redirect is the answer.
  case stop
}
