import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// 10: what comes late brings back neither rows nor values.
@Suite struct LatePageTests {
  /// A server, or something in front of it, that says again what it has said before.
  private final class RepeatingServer: SyncServer, @unchecked Sendable {
    let base: any SyncServer
    /// Guards the records.
    private let lock = NSLock()
    private var seen: [SyncRecord] = []

    init(_ base: any SyncServer) { self.base = base }

    var guarantees: SyncGuarantees { base.guarantees }
    func identify() async throws -> SyncIdentity { try await base.identify() }
    func read(_ ids: [String], in collection: SyncCollection) async throws -> [SyncRecord] {
      try await base.read(ids, in: collection)
    }
    func request(for write: SyncWrite) throws -> SyncRequest { try base.request(for: write) }
    func send(_ requests: [SyncRequest]) async -> [SyncOutcome] { await base.send(requests) }

    func changes(_ query: SyncQuery) async throws -> SyncPage {
      var page = try await base.changes(query)
      let late = lock.withLock {
        defer { seen += page.records }
        return seen
      }
      page.records += late.reversed()
      return page
    }
  }

  @Test("10: a late page brings back neither a deleted row nor an old value; a row made again stays")
  func latePages() async throws {
    let world = try await KintoWorld()
    let other = try world.device(KintoWorld.notesOnly)
    let device = try Device(RepeatingServer(world.server()), KintoWorld.notesOnly)
    try other.makeNotes(3)
    try await other.sync()
    try await device.sync()
    try other.run("UPDATE Note SET title = 'new' WHERE id = 'n1'")
    try other.run("DELETE FROM Note WHERE id IN ('n0', 'n2')")
    try await other.sync()
    for _ in 0..<3 { try await device.sync() }
    #expect(try device.rows("SELECT id, title FROM Note") == ["n1|new"])
    try device.run("DELETE FROM Note WHERE id = 'n1'")
    try device.run("INSERT INTO Note (id, title) VALUES ('n2', 'again')")
    for _ in 0..<2 { try await device.sync() }
    try await other.sync()
    for some in [device, other] { #expect(try some.rows("SELECT id, title FROM Note") == ["n2|again"]) }
    // Twice the same, and all of it at once: nothing moves.
    try await device.sync(.full)
    #expect(try device.rows("SELECT id, title FROM Note") == ["n2|again"])
    #expect(try device.count("SELECT count(*) FROM _rowsmith_sync_unsent") == 0)
  }
}
