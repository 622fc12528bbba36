import Rowsmith
import RowsmithSync
import RowsmithTesting
import Testing

@Suite struct ResetTests {
  @Test("A server that was put back to a backup is believed, though its versions are older")
  func aServerThatWasPutBackToABackupIsBelievedThoughItsVersionsAreOlder() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    server.put(#"{"id":"n1","title":"A"}"#, id: "n1", in: "notes")
    server.put(#"{"id":"n2","title":"B"}"#, id: "n2", in: "notes")
    server.put(#"{"id":"n1","title":"A2"}"#, id: "n1", in: "notes")
    try await device.sync()
    try device.run("UPDATE Note SET body = 'unsent' WHERE id = 'n2'")
    try device.run("INSERT INTO Note (id, title) VALUES ('n3', 'new')")

    // The backup has one note, of a lower version, and nothing of the other.
    let backup = MemorySyncServer()
    backup.put(#"{"id":"n1","title":"of the backup"}"#, id: "n1", in: "notes")
    let session = try SyncSession(store: device.store, plan: Notes.plan(), server: backup)
    let report = try await session.sync()
    #expect(report.stopped == nil)
    #expect(
      try device.rows("SELECT id, title, body FROM Note ORDER BY id")
        == ["n1|of the backup|-", "n2|B|unsent", "n3|new|-"])
    #expect(Set(backup.entries(in: "notes").filter { !$0.value.isDeleted }.keys) == ["n1", "n2", "n3"])
    try await device.store.write { _ = try $0.execute(sql: "UPDATE Note SET title = 'A3' WHERE id = 'n1'") }
    #expect(try await session.sync().pushed == 1)
  }
}
