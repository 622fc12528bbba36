/// The head of an answer, as transports hand it on.
package struct HTTPHead: Sendable {
  package var status: Int
  package var headers: HTTPHeaders
  package var url: String
  package var version: String?
  /// How the body is compressed; nil where it is not, or where that is undone already.
  package var compression: Compression?
  /// Whether a redirect has made a GET of a POST: see ``HTTPResponse/hasLostPost``.
  package var hasLostPost = false
  /// How long the body is as it comes over the wire.
  package var length: Int?

  package enum Compression: Sendable {
    case gzip
    /// With a head, as is right, or without one.
    case deflate
  }

  package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), url: String, version: String? = nil) {
    self.status = status
    self.headers = headers
    self.url = url
    self.version = version
  }
}
