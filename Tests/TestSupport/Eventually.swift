/// Waits until something is so.
///
/// - Throws: where that takes longer than 20 seconds.
package func eventually(_ isSo: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(20)
  while try await !isSo() {
    guard ContinuousClock.now < deadline else {
      throw TestServer.Failure("It has not become so in 20 seconds.")
    }
    try await Task.sleep(for: .milliseconds(5))
  }
}
