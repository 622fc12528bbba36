/// The name and the password in the address of a server: `https://name:password@host`. They are for URLs of its origin only.
struct URLCredentials: Sendable, Hashable {
  /// As they are in the URL, with the `@` behind them.
  let text: String
  private let origin: HTTPOrigin

  /// `nil` if a URL has none.
  init?(of url: String) {
    guard let place = URLCredentials.place(in: url), !place.isEmpty, let origin = HTTPOrigin(url: url) else {
      return nil
    }
    text = String(url[place])
    self.origin = origin
  }

  /// The URL with them, if it has the same origin and no others.
  func added(to url: String) -> String {
    guard let place = URLCredentials.place(in: url), place.isEmpty, HTTPOrigin(url: url) == origin else {
      return url
    }
    return "\(url[..<place.lowerBound])\(text)\(url[place.lowerBound...])"
  }

  /// The URL without a name and a password.
  static func removed(from url: String) -> String {
    guard let place = place(in: url), !place.isEmpty else { return url }
    return "\(url[..<place.lowerBound])\(url[place.upperBound...])"
  }

  /// The URL with the name alone.
  static func withoutPassword(_ url: String) -> String {
    guard let place = place(in: url), let colon = url[place].firstIndex(of: ":") else { return url }
    let name = colon == place.lowerBound ? "" : "\(url[place.lowerBound..<colon])@"
    return "\(url[..<place.lowerBound])\(name)\(url[place.upperBound...])"
  }

  /// A text that was to be a URL, for messages: what may be a password is left out.
  ///
  /// Without a scheme, or with a password that has a `#`, a `?` or a `/`, it is no URL with credentials, but as secret as one.
  static func withoutPassword(ofAny text: String) -> String {
    var part = text.utf8[...]
    if let place = place(in: text) {
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

  /// Where they are in a URL, or belong; `nil` if it is not absolute.
  private static func place(in url: String) -> Range<String.Index>? {
    let bytes = url.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
      return nil
    }
    let authority = bytes[colon...].dropFirst(3).prefix { !"/?#".utf8.contains($0) }
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    return authority.startIndex..<(at.map { bytes.index(after: $0) } ?? authority.startIndex)
  }
}

extension URLCredentials: CustomStringConvertible, CustomReflectable {
  /// Leaves them out.
  var description: String { "URLCredentials" }
  /// Leaves them out.
  var customMirror: Mirror { Mirror(self, children: []) }
}
