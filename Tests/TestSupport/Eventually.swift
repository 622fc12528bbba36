/// Waits until something is so.
///
/// - Throws: where that takes longer than twenty minutes: behind the tasks of all other tests, a single step may take minutes.
package func eventually(_ isSo: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(1200)
  while try await !isSo() {
    guard ContinuousClock.now < deadline else {
      throw TestServer.Failure("It has not become so in twenty minutes.")
    }
    try await Task.sleep(for: .milliseconds(5))
  }
}
