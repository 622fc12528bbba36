public import Foundation
import RowsmithAPI
public import RowsmithClient

extension StubTransport {
  /// Answers a route of a generated client with JSON.
  ///
  /// ```swift
  /// try server.stub(ServerClient.self, "enterprise", ["itemID": "7"], json: #"{"id": 7, "name": "Acme"}"#)
  /// ```
  ///
  /// - Parameters:
  ///   - client: the generated client.
  ///   - route: the name of the route, which is that of its method.
  ///   - values: the values of placeholders in the path; others may have any value.
  ///   - times: how often; `nil` for any number of times.
  /// - Throws: ``UnknownRoute`` if the client has no such route, or the route no such placeholder.
  public func stub<C: GeneratedClient>(
    _ client: C.Type, _ route: String, _ values: [String: String] = [:], status: Int = 200, json: String,
    headers: HTTPHeaders = HTTPHeaders(), times: Int? = nil
  ) throws {
    try stub(client, route, values, times: times) { _ in
      StubAnswer(status: status, json: json, headers: headers)
    }
  }

  /// Answers a route of a generated client with the result of a closure.
  ///
  /// - Throws: ``UnknownRoute`` if the client has no such route, or the route no such placeholder.
  public func stub<C: GeneratedClient>(
    _ client: C.Type, _ route: String, _ values: [String: String] = [:], times: Int? = nil,
    _ answer: @escaping Answer
  ) throws {
    let pattern = try RequestPattern.route(client.api.required(route, values), values: values, of: client.api)
    add(Stub(pattern: pattern, answer: answer, remaining: times))
  }
}

/// A test names a route that the client does not have.
public struct UnknownRoute: Error, Sendable, Hashable, CustomStringConvertible {
  /// The unknown name, and the known ones.
  public let description: String
}

extension UnknownRoute: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension API {
  /// The route with a name, which must have these placeholders.
  func required(_ name: String, _ values: [String: String]) throws -> Route {
    guard let route = route(name) else {
      let known = routes.map(\.name).joined(separator: ", ")
      throw UnknownRoute(description: "there is no route '\(name)'; there is \(known)")
    }
    let known = route.path.placeholders
    if let unknown = values.keys.sorted().first(where: { !known.contains($0) }) {
      throw UnknownRoute(
        description:
          "the path '\(route.path)' has no place for '\(unknown)'; it has \(known.isEmpty ? "none" : known.joined(separator: ", "))"
      )
    }
    return route
  }
}
