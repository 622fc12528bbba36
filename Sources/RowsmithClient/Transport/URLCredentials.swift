import RowsmithSchema

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
  static func withoutPassword(ofAny text: String) -> String { URLText.withoutPassword(ofAny: text) }

  /// Where they are in a URL, or belong; `nil` if it is not absolute.
  private static func place(in url: String) -> Range<String.Index>? { URLText.credentials(in: url) }
}

extension URLCredentials: CustomStringConvertible, CustomReflectable {
  /// Leaves them out.
  var description: String { "URLCredentials" }
  /// Leaves them out.
  var customMirror: Mirror { Mirror(self, children: []) }
}
