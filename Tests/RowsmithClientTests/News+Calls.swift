import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

extension News {
  /// The route `articles`, changed as a test wants it.
  static func articles(_ change: (inout Route) -> Void = { _ in }) -> Route {
    var route = route("articles", .get, "articles")
    route.returns = .records("Article")
    change(&route)
    return route
  }

  /// A list of articles as JSON: `[{"id":1,"title":"t1"},…]`.
  static func json(_ ids: some Sequence<Int>) -> String {
    "[" + ids.map { #"{"id":\#($0),"title":"t\#($0)"}"# }.joined(separator: ",") + "]"
  }
}

extension Client {
  /// Calls a route that brings articles.
  @discardableResult
  func articles(
    _ route: String = "articles", path: [String: StoredValue] = [:], query: [String: StoredValue?] = [:],
    options: CallOptions = CallOptions()
  ) async throws -> Answer<Article> {
    try await call(RouteCall(route, path: path, query: query, options: options))
  }

  /// Calls a route whose answer has no records at its root.
  @discardableResult
  func plain(_ call: RouteCall) async throws -> Answer<Void> { try await self.call(call) }

  /// The keys of the articles in the database.
  var articleIDs: [String] { get throws { try store.lines("SELECT id FROM Article ORDER BY id") } }

  /// The error of a call.
  func failure(
    _ route: String = "articles", _ options: CallOptions = CallOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> ClientError? {
    await #expect(throws: ClientError.self, sourceLocation: sourceLocation) {
      try await articles(route, options: options)
    }
  }
}

extension StubTransport {
  /// How many requests have come for a path, whatever their query; nil for all.
  func count(_ path: String? = nil) -> Int {
    requests.filter { request in
      path.map { request.url.prefix { $0 != "?" }.hasSuffix("/" + $0) } ?? true
    }.count
  }
}

/// Something that is reached once, and waited for.
final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func open() { continuation.finish() }
  func wait() async { for await _ in stream {} }
}
