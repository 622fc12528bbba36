import Foundation
import RowsmithAPI
import RowsmithClient

/// Which requests a stub or fault applies to.
enum RequestPattern: Sendable {
  /// Those with a method and a path, and a query if the path has one.
  case path(method: String, path: String)
  /// Those of a route, with these values of its placeholders.
  case route(Route, values: [String: String])
  /// All requests.
  case all

  func fits(_ request: HTTPRequest) -> Bool {
    let path = request.url.prefix { $0 != "?" }
    switch self {
    case .all: return true
    case .path(let method, let wanted):
      if request.method != method { return false }
      let wanted = wanted.drop { $0 == "/" }
      return (wanted.contains("?") ? request.url[...] : path).hasSuffix("/" + wanted)
    case .route(let route, let values):
      guard route.methods.contains(where: { $0.name == request.method }) else { return false }
      let segments = path.split(separator: "/").suffix(route.path.segments.count).map(String.init)
      return segments.count == route.path.segments.count
        && zip(route.path.segments, segments).allSatisfy { RequestPattern.fits($0[...], $1[...], values) }
    }
  }

  /// Whether the pieces of a segment match its text.
  private static func fits(
    _ pieces: ArraySlice<PathTemplate.Piece>, _ text: Substring, _ values: [String: String]
  ) -> Bool {
    guard let piece = pieces.first else { return text.isEmpty }
    switch piece {
    case .literal(let literal):
      let plain = text.removingPercentEncoding ?? String(text)
      guard plain.hasPrefix(literal) else { return false }
      return fits(pieces.dropFirst(), plain.dropFirst(literal.count), values)
    case .placeholder(let name):
      // The rest of the segment decides the length of the value.
      return text.indices.contains { index in
        let end = text.index(after: index)
        if let value = values[name], text[..<end].removingPercentEncoding != value { return false }
        return fits(pieces.dropFirst(), text[end...], values)
      }
    }
  }
}
