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
