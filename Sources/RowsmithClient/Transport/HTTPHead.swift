/// The head of an answer, between transport and client.
package struct HTTPHead: Sendable {
  package var status: Int
  package var headers: HTTPHeaders
  package var url: String
  package var version: String?
  /// How the body is compressed; `nil` if it is not, or no longer.
  package var compression: Compression?
  /// Whether a redirect has turned a POST into a GET: see ``HTTPResponse/hasLostPost``.
  package var hasLostPost = false
  /// Whether the server has carried out the request, whatever its answer says: see ``HTTPResponse/isCarriedOut``.
  package var isCarriedOut = false
  /// The length of the body as transmitted, in bytes.
  package var length: Int?

  package enum Compression: Sendable {
    case gzip
    /// With the zlib header that the standard requires, or without it.
    case deflate
  }

  package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), url: String, version: String? = nil) {
    self.status = status
    self.headers = headers
    self.url = url
    self.version = version
  }
}
