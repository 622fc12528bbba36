import RowsmithSync
import RowsmithTesting
import Testing

@Suite struct IdentityTests {
  @Test("What one user has not sent is never sent as another")
  func whatOneUserHasNotSentIsNeverSentAsAnother() async throws {
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

  @Test func `what was synchronised with one server is not sent to another one`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try await device.sync()
    try device.run("UPDATE _rowsmith_sync_state SET value = 'https://old.example.com' WHERE name = 'server'")
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    let pages = server.pages
    let error = await #expect(throws: SyncError.self) { try await device.sync() }
    #expect(error?.reason == .otherUser)
    #expect(
      error?.message
        == "this database belongs to the server 'https://old.example.com', not to 'memory'; open another file for that server"
    )
    #expect(server.requests.isEmpty && server.pages == pages)
  }

  @Test func `a password in the address of the server is not shown`() async throws {
    let device = try Device(MemorySyncServer())
    try await device.sync()
    try device.run(
      "UPDATE _rowsmith_sync_state SET value = 'https://ada:secret@a.example' WHERE name = 'server'")
    let error = await #expect(throws: SyncError.self) { try await device.sync() }
    #expect(
      error?.message
        == "this database belongs to the server 'https://ada@a.example', not to 'memory'; open another file for that server"
    )
  }
}
