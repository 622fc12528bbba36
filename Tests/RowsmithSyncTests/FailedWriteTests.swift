import RowsmithSync
import RowsmithTesting
import Testing

/// What the server has failed at, and not refused, is sent again by itself.
@Suite struct FailedWriteTests {
  private func state(_ key: String, _ device: Device) async throws -> SyncState {
    try await device.store.fetch(device.session.state(of: "Note", key: .text(key)))
  }

  /// A device whose clock is the server's, and at whose change of one record the server has failed ten times. It has refused
  /// that of another one, and now takes what comes.
  private func failed(_ server: MemorySyncServer) async throws -> Device {
    let device = try Device(server, options: .clock(of: server))
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A'), ('n2', 'A')")
    try await device.sync()
    try device.run("UPDATE Note SET title = 'B'")
    server.fail {
      $0.id == "n1" ? .unknown(SyncError.refusal(500, .interrupted)) : .refused(SyncError.refusal(422))
    }
    // Nothing is done, as it is not the last version.
    try device.run("UPDATE _rowsmith_sync_rows SET version = '999'")
    for _ in 0..<12 { try await device.sync(.push) }
    server.fail(nil)
    return device
  }

  @Test func `what the server has failed at is sent again after an hour, and what it has refused is not`()
    async throws
  {
    let server = MemorySyncServer()
    let device = try await failed(server)
    server.time += 3_599_000
    try await device.sync()
    #expect(try await state("n1", device) == .setAside(status: 500, message: "no"))
    server.time += 2000
    try await device.sync()
    #expect(try await state("n1", device) == .synced)
    #expect(try await state("n2", device) == .setAside(status: 422, message: "no"))
  }

  @Test func `what the server has failed at does not wait for a clock that was set back`()
    async throws
  {
    let server = MemorySyncServer()
    let device = try await failed(server)
    server.time -= 30 * 86_400_000
    try await device.sync()
    #expect(try await state("n1", device) == .synced)
    #expect(try await state("n2", device) == .setAside(status: 422, message: "no"))
  }

  @Test func `a change whose record could not be read is sent again after an hour`()
    async throws
  {
    let server = HookedServer()
    let device = try Device(server, options: .clock(of: server.memory))
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    try device.run("UPDATE Note SET title = 'B'")
    server.memory.fail { _ in .conflict(nil) }
    server.beforeReading { _ in throw SyncError.refusal(500, .interrupted) }
    #expect(try await device.sync().setAside.map(\.id) == ["n1"])
    server.memory.fail(nil)
    server.beforeReading(nil)
    try await device.sync()
    #expect(try await state("n1", device) == .setAside(status: 500, message: "no"))
    server.memory.time += 3_601_000
    #expect(try await device.sync().pushed == 1)
  }
}
