import Foundation
import RowsmithAPI
import RowsmithClient

/// Which requests a stub or fault applies to.
enum RequestPattern: Sendable {
  /// Those with a method and a path, and a query if the path has one.
  case path(method: String, path: String)
  /// Those of a route of a server, with these values of its placeholders.
  case route(Route, values: [String: String], of: API)
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
    case .route(let route, let values, let api):
      guard RequestPattern.fits(route, request.method, path, values) else { return false }
      // The address of the server is not known here: `tags` is not `products/7/tags` if that is a route, too. Nor
      // is `users/:id` a route for `users/me` if that is one, unless the test gives this value.
      let count = route.path.segments.count
      let fixed = RequestPattern.fixedSegments(of: route, values)
      return !api.routes.contains { other in
        let more = other.path.segments.count - count
        return (more > 0 || (more == 0 && RequestPattern.fixedSegments(of: other, [:]) > fixed))
          && RequestPattern.fits(other, request.method, path, [:])
      }
    }
  }

  /// How many segments of a route's path are the same in all requests that fit.
  private static func fixedSegments(of route: Route, _ values: [String: String]) -> Int {
    route.path.segments.count { pieces in
      pieces.allSatisfy { piece in
        switch piece {
        case .literal: true
        case .placeholder(let name): values[name] != nil
        }
      }
    }
  }

  /// Whether a path ends like that of a route.
  private static func fits(
    _ route: Route, _ method: String, _ path: Substring, _ values: [String: String]
  ) -> Bool {
    guard route.methods.contains(where: { $0.name == method }) else { return false }
    let segments = path.split(separator: "/").suffix(route.path.segments.count)
    return segments.count == route.path.segments.count
      && zip(route.path.segments, segments).allSatisfy { fits($0[...], $1, values) }
  }

  /// Whether the pieces of a segment match its text.
  private static func fits(
    _ pieces: ArraySlice<PathTemplate.Piece>, _ text: Substring, _ values: [String: String]
  ) -> Bool {
    guard let piece = pieces.first else { return text.isEmpty }
    let wanted: String? =
      switch piece {
      case .literal(let literal): literal
      case .placeholder(let name): values[name]
      }
    // The rest of the segment decides the length of a value.
    return text.indices.contains { index in
      let end = text.index(after: index)
      if let wanted, text[..<end].removingPercentEncoding != wanted { return false }
      return fits(pieces.dropFirst(), text[end...], values)
    }
  }
}
