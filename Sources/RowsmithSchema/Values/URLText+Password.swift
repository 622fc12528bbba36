extension URLText {
  /// A text that was to be a URL, for messages: what may be a password is left out.
  ///
  /// Without a scheme, or with a password that has a `#`, a `?` or a `/`, it is no URL with credentials, but as secret as one.
  package static func withoutPassword(ofAny text: String) -> String {
    var part = text.utf8[...]
    if let place = credentials(in: text) {
      let rest = part[place.lowerBound...]
      part = rest.prefix { $0 != UInt8(ascii: "/") }
      // A port has digits alone; anything else may be the beginning of a password that has a slash.
      let port = part.drop { $0 != UInt8(ascii: ":") }.dropFirst()
      let isPort = port.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
      let isIPv6 = part.first == UInt8(ascii: "[")
      if !isPort, !isIPv6, !part.contains(UInt8(ascii: "@")) { part = rest }
    }
    guard let at = part.lastIndex(of: UInt8(ascii: "@")), let colon = part.firstIndex(of: UInt8(ascii: ":")),
      colon < at
    else { return text }
    return "\(text[..<colon])\(text[at...])"
  }

  /// Where the name and the password are in a URL, or belong, with the `@` behind them; `nil` if it is not absolute.
  package static func credentials(in url: String) -> Range<String.Index>? {
    let bytes = url.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
      return nil
    }
    let authority = bytes[colon...].dropFirst(3).prefix { !"/?#".utf8.contains($0) }
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    return authority.startIndex..<(at.map { bytes.index(after: $0) } ?? authority.startIndex)
  }
}
