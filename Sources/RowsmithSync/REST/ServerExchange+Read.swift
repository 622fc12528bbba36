import RowsmithClient

extension ServerExchange {
  /// Asks for something, again where it did not come through.
  ///
  /// - Throws: ``SyncError`` where no answer came.
  func read(_ url: String) async throws -> Answer {
    do {
      return try await send("GET", url, isRepeatable: true)
    } catch {
      throw SyncError(error, request: "GET \(url)")
    }
  }
}

extension SyncError {
  /// The error that an answer is to the question of what has changed.
  ///
  /// - Parameter asksSince: whether a cursor was named, so that the server may be refusing that.
  init(_ answer: ServerExchange.Answer, request: String, asksSince: Bool) {
    self.init(answer, request: request)
    if asksSince, [400, 410, 422].contains(answer.status) { reason = .resetNeeded }
  }
}
