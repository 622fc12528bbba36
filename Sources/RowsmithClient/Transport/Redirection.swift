import Foundation

/// Follows redirects as ``HTTPRedirects`` says, for transports whose library does not.
package struct Redirection: Sendable {
  /// The request to send next.
  package private(set) var request: HTTPRequest
  /// Whether a 301 or 302 has turned a POST into a GET.
  package private(set) var hasLostPost = false
  /// Whether a 303 has answered a request that changes something: the server has carried it out, whatever follows.
  package private(set) var isCarriedOut = false
  private let limit: Int
  private var count = 0
  private var seen: Set<String>

  /// - Parameter request: the first request.
  package init(_ request: HTTPRequest) {
    self.request = request
    limit = if case .follow(let limit) = request.redirects { max(0, limit) } else { 0 }
    seen = [Redirection.identity(request)]
  }

  /// Whether an answer is a redirect to follow. If so, ``request`` is the next request to send.
  ///
  /// - Throws: ``TransportError`` if redirects lead in a circle, are too many, or are not allowed.
  package mutating func follow(status: Int, headers: HTTPHeaders) throws(TransportError) -> Bool {
    guard case .follow = request.redirects, [301, 302, 303, 307, 308].contains(status),
      let location = headers.values(of: "Location").first, !location.isEmpty
    else { return false }
    guard let url = Redirection.resolve(location, against: request.url), let target = HTTPOrigin(url: url),
      let source = HTTPOrigin(url: request.url)
    else { throw TransportError(.redirected, "The server redirects to something that is not an HTTP URL.") }
    if source.scheme == "https", target.scheme == "http" {
      throw TransportError(.redirected, "\(source.address) redirects from https to http.")
    }
    isCarriedOut = isCarriedOut || status == 303 && !["GET", "HEAD"].contains(request.method)
    request.url = URLCredentials(of: request.url)?.added(to: url) ?? url
    if target != source { for name in ["Authorization", "Cookie", "Host"] { request.headers[name] = nil } }
    if target.host != source.host { leaveSecretsBehind() }
    if status == 303 ? request.method != "HEAD" : status < 303 && request.method == "POST" {
      hasLostPost = hasLostPost || status < 303
      if request.method != "GET" { leaveConditionsBehind() }
      request.method = "GET"
      request.body = nil
      for name in ["Content-Type", "Content-Encoding", "Content-Language"] { request.headers[name] = nil }
    }
    count += 1
    guard count <= limit else {
      throw TransportError(.redirected, "\(source.address) redirects more than \(limit) times.")
    }
    guard seen.insert(Redirection.identity(request)).inserted else {
      throw TransportError(.redirected, "\(source.address) redirects in a cycle.")
    }
    return true
  }

  /// Removes all headers except those that cannot identify the caller: any other may be an API key. Without the idempotency
  /// key, a repeated request would be carried out twice there.
  private mutating func leaveSecretsBehind() {
    let plain = ["accept", "content-", "if-", "range", "user-agent", "cache-control", "idempotency-key"]
    for field in request.headers.fields where !plain.contains(where: field.name.lowercased().hasPrefix) {
      request.headers[field.name] = nil
    }
  }

  /// Removes the conditions of a write. It may have changed what the next request reads, which would not meet them.
  private mutating func leaveConditionsBehind() {
    for name in ["If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"] {
      request.headers[name] = nil
    }
  }

  private static func identity(_ request: HTTPRequest) -> String { "\(request.method) \(request.url)" }

  /// The absolute URL, without a fragment.
  private static func resolve(_ location: String, against base: String) -> String? {
    let location = URLEncoding.encodeReference(location)
    guard let url = URL(string: location, relativeTo: URL(string: base))?.absoluteString else { return nil }
    return String(url.prefix { $0 != "#" })
  }
}
