import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import Testing

/// What becomes of a row, and of its links, when its unsent changes are discarded.
@Suite struct DiscardingTests {
  @Test func `a deletion that is discarded has the record read again where there are no versions, once`()
    async throws
  {
    let server = HookedServer()
    server.guarantees.hasVersions = false
    server.guarantees.hasOrderedVersions = false
    server.changingRecords {
      $0.version = nil
      $0.modified = nil
    }
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    server.memory.put(#"{"id":"n1","title":"A","body":"Theirs"}"#, id: "n1", in: "notes")
    try device.run("DELETE FROM Note")
    try await device.session.discard("Note", key: .text("n1"))
    let reads = server.reads
    try await device.sync(.push)
    #expect(server.reads == reads + 1)
    #expect(try device.rows("SELECT title, body FROM Note") == ["A|Theirs"])
    try await device.sync(.push)
    #expect(server.reads == reads + 1)
  }

  @Test func `what is under way is discarded when it is known what became of it`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    try device.run("UPDATE Note SET title = 'B'")
    server.fail { _ in .unknown(SyncError.refusal(500, .interrupted)) }
    try await device.sync(.push)
    let error = await #expect(throws: SyncError.self) {
      try await device.session.discard("Note", key: .text("n1"))
    }
    #expect(error?.reason == .busy)
    #expect(
      error?.message
        == "a request of the record is in progress; it can be discarded after the next sync")
    #expect(try device.rows("SELECT title FROM Note") == ["B"])
    server.fail(nil)
    try device.run("UPDATE Note SET title = 'C'")
    try await device.sync(.pull)
    try await device.sync(.push)
    try device.run("UPDATE Note SET title = 'D'")
    try await device.session.discard("Note", key: .text("n1"))
    #expect(try device.rows("SELECT title FROM Note") == ["C"])
    #expect(try await device.sync().pushed == 0)
    #expect(server.entries(in: "notes")["n1"]?.json.contains("\"C\"") == true)
  }

  @Test("A deletion that is discarded brings back its links; a new link that is discarded is gone")
  func aDiscardedDeletionKeepsItsLinks() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try device.run("INSERT INTO Tag (id) VALUES ('t1')")
    try device.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't1')")
    try device.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't2')")
    try await device.sync()
    try device.run("DELETE FROM Note_fans")
    try device.run("DELETE FROM Note")
    try await device.session.discard("Note", key: .text("n1"))
    #expect(try device.rows("SELECT target FROM Note_fans ORDER BY target") == ["t1", "t2"])
    try await device.sync()
    #expect(server.entries(in: "note_fans").values.allSatisfy { !$0.isDeleted })
    // A new link that is discarded is gone.
    try device.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't3')")
    try await device.session.discard("Note.fans", key: .text(#"["n1","t3"]"#))
    #expect(try device.rows("SELECT count(*) FROM Note_fans") == ["2"])
  }

  @Test func `a new record that is discarded takes its new links with it`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A'), ('n2', 'B')")
    try device.run("INSERT INTO Tag (id) VALUES ('t1'), ('t2')")
    try device.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't1'), ('n2', 't1'), ('n2', 't2')")
    try await device.session.discard("Note", key: .text("n1"))
    try await device.session.discard("Tag", key: .text("t2"))
    #expect(try device.rows("SELECT source, target FROM Note_fans") == ["n2|t1"])
    try await device.sync()
    #expect(server.entries(in: "note_fans").keys.sorted() == ["l-n2__t1"])
  }

  @Test func `a change of a record that the server has deleted is discarded with the record`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server, Notes.plan(conflict: .manual))
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    try device.run("UPDATE Note SET title = 'B'")
    server.delete("n1", in: "notes")
    #expect(try await device.sync().conflicts == 1)
    try await device.session.discard("Note", key: .text("n1"))
    #expect(try device.rows("SELECT id FROM Note") == [])
    #expect(try await device.store.fetch(device.session.conflicts(openOnly: true)).isEmpty)
    #expect(try await device.sync().isEmpty)
  }

  @Test func `a refused deletion is discarded where the row needs what is not sent`() async throws {
    let text = Notes.yaml.replacingOccurrences(of: "stars: Int?", with: "stars: { type: Int, export: false }")
    let model = ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes")
    let server = MemorySyncServer()
    let device = try Device(server, schema: try #require(model.schema))
    server.put(#"{"id":"n1","title":"A","stars":3}"#, id: "n1", in: "notes")
    try await device.sync()
    server.fail { _ in .refused(SyncError.refusal(403, .forbidden)) }
    try device.run("DELETE FROM Note")
    try await device.sync()
    server.fail(nil)
    try await device.session.discard("Note", key: .text("n1"))
    try await device.sync()
    #expect(try device.rows("SELECT title, stars FROM Note") == ["A|3"])
  }

  @Test func `deletions that are discarded together bring back the lists and links of others`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try device.run("INSERT INTO Tag (id) VALUES ('t1'), ('t2'), ('t3')")
    for tag in ["t1", "t2", "t3"] {
      try device.run("INSERT INTO Note_tags (source, target) VALUES ('n1', '\(tag)')")
      try device.run("INSERT INTO Note_fans (source, target) VALUES ('n1', '\(tag)')")
    }
    try await device.sync()
    server.fail { _ in .refused(SyncError.refusal(403, .forbidden)) }
    try device.run("DELETE FROM Note_tags")
    try device.run("DELETE FROM Note_fans")
    try device.run("DELETE FROM Tag")
    try await device.sync()
    server.fail(nil)
    try await device.session.discard("Tag", keys: [.text("t1"), .text("t2"), .text("t3"), .text("t3")])
    #expect(try device.rows("SELECT id FROM Tag ORDER BY id") == ["t1", "t2", "t3"])
    #expect(try device.rows("SELECT target FROM Note_tags ORDER BY target") == ["t1", "t2", "t3"])
    #expect(try device.rows("SELECT target FROM Note_fans ORDER BY target") == ["t1", "t2", "t3"])
  }
}
