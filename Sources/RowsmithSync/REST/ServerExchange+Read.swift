import RowsmithClient

extension ServerExchange {
  /// Sends a GET request, with retries.
  ///
  /// - Throws: ``SyncError`` if there is no answer.
  func read(_ url: String) async throws -> Answer {
    do {
      return try await send("GET", url, isRepeatable: true)
    } catch {
      throw SyncError(error, request: "GET \(url)")
    }
  }
}

extension SyncError {
  /// The error for a failed request for changes.
  ///
  /// - Parameter asksSince: whether the request had a cursor, which the server may be rejecting.
  init(_ answer: ServerExchange.Answer, request: String, asksSince: Bool) {
    self.init(answer, request: request)
    if asksSince, [400, 410, 422].contains(answer.status) { reason = .resetNeeded }
  }
}
