import Foundation

/// Resolves URL references (RFC 3986, section 5).
enum URLReference {
  /// The absolute URL of a reference; `nil` if it is invalid or not HTTP.
  static func resolve(_ reference: String, against base: String) -> String? {
    let reference = URLEncoding.encodeReference(reference)
    guard let base = URL(string: base), let url = URL(string: reference, relativeTo: base)?.absoluteURL,
      let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      url.host?.isEmpty == false
    else { return nil }
    // Never downgrades from HTTPS to HTTP.
    if base.scheme?.lowercased() == "https", scheme == "http" { return nil }
    return url.absoluteString
  }

  /// Whether two URLs have the same scheme, host and port.
  static func haveSameOrigin(_ one: String, _ other: String) -> Bool {
    guard let one = URL(string: one), let other = URL(string: other) else { return false }
    return one.scheme?.lowercased() == other.scheme?.lowercased()
      && one.host?.lowercased() == other.host?.lowercased()
      && port(one) == port(other)
  }

  private static func port(_ url: URL) -> Int { url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80) }
}
