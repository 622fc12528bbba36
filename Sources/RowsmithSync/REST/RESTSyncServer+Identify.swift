import Rowsmith
import RowsmithAPI
import RowsmithClient

extension RESTSyncServer {
  /// Asks the server who the user is, if the setting `user` says how. Otherwise no request is made.
  public func identify() async throws -> SyncIdentity {
    var identity = SyncIdentity(server: exchange.address, maximumBatch: batchLimit.value)
    guard let (route, place) = try userPlace() else { return identity }
    let url = RouteURL(base: exchange.baseURL, path: try RouteURL.path(route.path) { _ in "" }).text
    let answer = try await exchange.read(url)
    guard answer.error == nil else { throw SyncError(answer, request: "GET \(url)") }
    guard let user = (try? JSONValue(answer: answer.body))?.value(at: place)?.scalarText, !user.isEmpty else {
      var error = SyncError(
        .answer,
        "the answer does not name the user: it has nothing at '\(place.joined(separator: "."))'")
      error.request = "GET \(url)"
      throw error
    }
    identity.user = user
    identity.time = RESTServerTime(answer.headers)?.milliseconds
    return identity
  }

  /// The route that names the user, and the path of keys in its answer.
  ///
  /// - Throws: ``SyncError`` if the setting names no such route.
  func userPlace() throws -> (Route, [String])? {
    guard let text = plan["user"] else { return nil }
    let parts = text.split(separator: ".").map(String.init)
    guard parts.count > 1, let route = api.route(parts[0]), route.isCallableAlone else {
      throw SyncError(
        .settings,
        "'user' is '\(text)'; expected a GET route without placeholders, and where its answer has the user: me.username"
      )
    }
    return (route, Array(parts.dropFirst()))
  }
}
