/// Waits until something is so.
///
/// - Throws: where that takes longer than two minutes: other tests may keep all processors busy.
package func eventually(_ isSo: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(120)
  while try await !isSo() {
    guard ContinuousClock.now < deadline else {
      throw TestServer.Failure("It has not become so in two minutes.")
    }
    try await Task.sleep(for: .milliseconds(5))
  }
}
