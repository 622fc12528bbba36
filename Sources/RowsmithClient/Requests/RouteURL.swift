import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// The URL of a call, in parts.
struct RouteURL: Sendable, Hashable {
  /// The address of the server, without a slash at its end.
  var base: String
  /// The path behind it, percent-encoded, without a slash in front.
  var path: String
  /// The parameters in their order, not encoded.
  var query: [Parameter] = []

  struct Parameter: Sendable, Hashable {
    var name: String
    var value: String
  }

  /// The whole URL.
  var text: String {
    let address = path.isEmpty ? base : "\(base)/\(path)"
    if query.isEmpty { return address }
    let parameters = query.map { "\(URLEncoding.encodeValue($0.name))=\(URLEncoding.encodeValue($0.value))" }
    return address + (address.contains("?") ? "&" : "?") + parameters.joined(separator: "&")
  }

  /// The path and the query, as a request within a batch names itself.
  var uri: String {
    var relative = self
    relative.base = ""
    let text = relative.text
    return text.hasPrefix("/") ? text : "/\(text)"
  }

  /// Sets a parameter, in its place where it is there.
  mutating func set(_ name: String, _ value: String) {
    if let index = query.firstIndex(where: { $0.name == name }) {
      query[index].value = value
    } else {
      query.append(Parameter(name: name, value: value))
    }
  }

  /// Checks an address.
  ///
  /// - Throws: ``ClientError`` where it is no address of a server.
  static func checkedBase(_ text: String) throws -> String {
    let lower = text.lowercased()
    let scheme = ["http://", "https://"].first { lower.hasPrefix($0) }
    let rest = text.dropFirst(scheme?.count ?? 0)
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    guard scheme != nil, isPlain, let first = rest.first, first != "/", first != "?", !rest.contains("#")
    else {
      throw ClientError(
        .misuse,
        "'\(text.escapedForDisplay())' is no address of a server; expected one such as https://api.example.com/v2"
      )
    }
    var base = Substring(text)
    while base.hasSuffix("/") { base.removeLast() }
    return String(base)
  }

  /// The URL without its query, for messages.
  static func shown(_ url: String) -> String {
    let address = url.prefix { $0 != "?" && $0 != "#" }
    // `https://name:secret@host` is nothing to show.
    let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, let at = parts[2].lastIndex(of: "@") else {
      return String(address).escapedForDisplay()
    }
    let host = parts[2][parts[2].index(after: at)...]
    return (parts.prefix(2) + [host] + parts.dropFirst(3)).joined(separator: "/").escapedForDisplay()
  }
}
