import RowsmithSync
import RowsmithTesting
import Testing

@Suite struct IdentityTests {
  @Test func whatOneUserHasNotSentIsNeverSentAsAnother() async throws {
    let server = HookedServer()
    server.user = "alice"
    let device = try Device(server)
    try await device.sync()
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'Alice''s')")
    server.user = "bob"
    let error = await #expect(throws: SyncError.self) { try await device.sync() }
    #expect(error?.reason == .otherUser)
    #expect(server.memory.requests.isEmpty)
    server.user = "alice"
    #expect(try await device.sync().pushed == 1)
  }
}
