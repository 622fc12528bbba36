import Rowsmith
package import RowsmithAPI
import RowsmithSchema

/// The URL of a call, in parts.
package struct RouteURL: Sendable, Hashable {
  /// The base URL of the server, without a trailing slash.
  package var base: String
  /// The path after the base URL, percent-encoded, without a leading slash.
  package var path: String
  /// The query parameters in order, not encoded.
  package var query: [Parameter] = []

  package struct Parameter: Sendable, Hashable {
    package var name: String
    package var value: String
  }

  package init(base: String, path: String, query: [Parameter] = []) {
    self.base = base
    self.path = path
    self.query = query
  }

  /// The whole URL.
  package var text: String {
    let address = path.isEmpty ? base : "\(base)/\(path)"
    if query.isEmpty { return address }
    let parameters = query.map { "\(URLEncoding.encodeValue($0.name))=\(URLEncoding.encodeValue($0.value))" }
    return address + (address.contains("?") ? "&" : "?") + parameters.joined(separator: "&")
  }

  /// The path and the query, as used in a batch.
  package var uri: String {
    var relative = self
    relative.base = ""
    let text = relative.text
    return text.hasPrefix("/") ? text : "/\(text)"
  }

  /// Sets a parameter. An existing one keeps its position.
  package mutating func set(_ name: String, _ value: String) {
    if let index = query.firstIndex(where: { $0.name == name }) {
      query[index].value = value
    } else {
      query.append(Parameter(name: name, value: value))
    }
  }

  /// Fills in a path, without a leading slash.
  ///
  /// - Parameter value: returns the text for a placeholder.
  /// - Throws: ``ClientError`` if a segment would be empty, `.` or `..`; what `value` throws.
  package static func path(
    _ template: PathTemplate, filling value: (String) throws -> String
  ) throws -> String {
    let segments = try template.segments.map { pieces in
      var segment = ""
      for piece in pieces {
        switch piece {
        case .literal(let text): segment += URLEncoding.encodeLiteral(text)
        case .placeholder(let name): segment += URLEncoding.encodeValue(try value(name))
        }
      }
      // Servers treat these as steps in the path, however they are encoded.
      if segment.isEmpty || segment == "." || segment == ".." {
        throw ClientError(
          .misuse,
          "a part of the path '\(template)' would be '\(segment)', which is not a name; nothing was sent")
      }
      return segment
    }
    return segments.joined(separator: "/")
  }

  /// Validates a base URL and removes trailing slashes.
  ///
  /// - Throws: ``ClientError`` if it is not the URL of a server.
  static func checkedBase(_ text: String) throws -> String {
    guard HTTPOrigin(url: text) != nil, text.utf8.allSatisfy({ !"?#".utf8.contains($0) }) else {
      let shown = URLCredentials.withoutPassword(ofAny: text).escapedForDisplay()
      throw ClientError(
        .misuse,
        "'\(shown)' is not the address of a server; expected one such as https://api.example.com/v2, "
          + "without '?' and '#'")
    }
    var base = Substring(text)
    while base.hasSuffix("/") { base.removeLast() }
    return String(base)
  }

  /// The URL without its query, for messages.
  static func shown(_ url: String) -> String {
    // Bytes: an accent behind one of these makes one character with it.
    let address = url.utf8.prefix { !"?#".utf8.contains($0) }
    // Credentials as in `https://name:secret@host` are removed.
    let parts = address.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, let at = parts[2].lastIndex(of: UInt8(ascii: "@")) else {
      return String(Substring(address)).escapedForDisplay()
    }
    let start = url[..<parts[2].startIndex]
    return "\(start)\(url[address.index(after: at)..<address.endIndex])".escapedForDisplay()
  }
}
