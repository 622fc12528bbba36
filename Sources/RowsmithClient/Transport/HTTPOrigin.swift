/// The origin of a URL: scheme, host and port. Credentials are only valid for one origin.
package struct HTTPOrigin: Sendable, Hashable {
  /// `http` or `https`.
  package let scheme: String
  /// The host, in lower case; an IPv6 address has brackets.
  package let host: String
  /// The port; the default one if the URL has none.
  package let port: Int

  /// `nil` if the text is not an absolute HTTP URL, or has a character that must be percent-encoded.
  package init?(url: String) {
    let bytes = url.utf8
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8)
    else { return nil }
    scheme = url[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let authority = bytes[colon...].dropFirst(3).prefix { !"/?#".utf8.contains($0) }
    var rest = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
    let end =
      rest.first == UInt8(ascii: "[")
      ? rest.firstIndex(of: UInt8(ascii: "]")).map { rest.index(after: $0) }
      : rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
    guard let end, end > rest.startIndex else { return nil }
    host = Substring(rest[..<end]).lowercased()
    rest = rest[end...]
    if rest.count > 1 {
      let digits = rest.dropFirst()
      guard rest.first == UInt8(ascii: ":"), digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
        let number = UInt16(Substring(digits)), number > 0
      else { return nil }
      port = Int(number)
    } else {
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
      port = scheme == "https" ? 443 : 80
    }
  }

  /// Host and port, for messages.
  package var address: String { "\(host):\(port)" }
}
