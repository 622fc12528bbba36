import CSQLite
import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import Testing

@Suite struct TrackingTests {
  @Test("A value that comes back to what it was is no change")
  func aValueThatComesBackToWhatItWasIsNoChange() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    try device.run("UPDATE Note SET title = 'B'")
    try device.run("UPDATE Note SET title = 'A'")
    let sent = server.requests.count
    #expect(try await device.store.fetch(device.session.unsent()).isEmpty)
    let report = try await device.sync()
    #expect(report.pushed == 0 && server.requests.count == sent)
    #expect(try device.rows("SELECT * FROM _rowsmith_sync_unsent") == [])
  }

  @Test("What is made and deleted before it left sends nothing")
  func whatIsMadeAndDeletedBeforeItLeftSendsNothing() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try device.run("DELETE FROM Note")
    let report = try await device.sync()
    #expect(report.pushed == 0 && server.requests.isEmpty)
  }

  @Test("Writes of other connections count, also those that replace rows")
  func writesOfOtherProcessesCountAlsoThoseThatReplaceRows() async throws {
    let server = MemorySyncServer()
    let file = NSTemporaryDirectory() + "sync-\(UUID().uuidString).db"
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
    }
    let device = try Device(server, file: file)
    try device.run("INSERT INTO Note (id, title, stars) VALUES ('n1', 'A', 1), ('n2', 'B', 1)")
    try await device.sync()
    // A connection that knows nothing of this library.
    try raw(
      file,
      "UPDATE OR REPLACE Note SET title = 'AA' WHERE id = 'n1'; UPDATE OR REPLACE Note SET title = 'AAA' WHERE id = 'n1'"
    )
    try raw(file, "INSERT OR REPLACE INTO Note (id, title) VALUES ('n2', 'BB')")
    try raw(file, "INSERT INTO Note (id, title) VALUES ('n3', 'C')")
    #expect(try device.rows("SELECT name, base FROM _rowsmith_sync_values") == ["title|A"])
    let report = try await device.sync()
    #expect(report.pushed == 3)
    let change = try #require(server.requests.last { $0.id == "n1" })
    #expect(String(decoding: change.body ?? [], as: UTF8.self) == #"{"id":"n1","title":"AAA"}"#)
    let notes = try server.entries(in: "notes").mapValues { try JSONValue(parsing: $0.json) }
    #expect(notes.keys.sorted() == ["n1", "n2", "n3"])
    #expect(notes["n1"]?["title"] == .string("AAA") && notes["n1"]?["stars"] == .number("1"))
    // The row that took the place of the other has no stars.
    #expect(notes["n2"]?["title"] == .string("BB") && notes["n2"]?["stars"] != .number("1"))
    #expect(notes["n3"]?["title"] == .string("C"))
  }

  @Test("Rows of before the first session count as made here")
  func rowsOfBeforeTheFirstSessionAreMadeHere() async throws {
    let server = MemorySyncServer()
    let store = try Store(.memory, schema: Notes.schema)
    try await store.write { _ = try $0.execute(sql: "INSERT INTO Note (id, title) VALUES ('n1', 'A')") }
    let session = try SyncSession(store: store, plan: Notes.plan(), server: server)
    #expect(try await session.sync().pushed == 1)
  }

  @Test(arguments: [.pull, nil] as [SyncPlan.Direction?])
  func `rows of an entity that did not synchronise for a while are made here`(
    _ direction: SyncPlan.Direction?
  ) async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Folder (id, name) VALUES ('f1', 'A')")
    #expect(try await device.sync().pushed == 1)
    var plan = Notes.plan()
    if let direction { plan.entities[0].direction = direction } else { plan.entities.remove(at: 0) }
    let without = try SyncSession(store: device.store, plan: plan, server: server)
    try device.run("INSERT INTO Folder (id, name) VALUES ('f2', 'B')")
    #expect(try await without.sync().pushed == 0)
    let again = try SyncSession(store: device.store, plan: Notes.plan(), server: server)
    #expect(try await again.sync().pushed == 1)
    #expect(server.entries(in: "folders").keys.sorted() == ["f1", "f2"])
    #expect(try await again.sync().isEmpty)
  }

  @Test("Imports are local writes; local attributes, and entities that the plan does not send, stay here")
  func importsAreLocalWritesAndLocalAttributesAreNotSent() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try await device.store.importJSON(
      .string(#"[{"id":"n1","title":"A","tags":["t1"]}]"#), into: .entity("Note"))
    try device.run("INSERT INTO Draft (id) VALUES ('d1')")
    try device.run("INSERT INTO Country (id, name) VALUES ('ch', 'Switzerland')")
    #expect(try await device.sync().pushed == 1)
    try device.run("UPDATE Note SET secret = 'x'")
    #expect(try await device.sync().pushed == 0)
    #expect(server.entries(in: "countries").isEmpty)
  }

  @Test func `what the plan never sends is neither tracked nor sent, and comes`() async throws {
    let server = MemorySyncServer()
    var plan = Notes.plan()
    plan.entities[1].neverSent = ["stars", "secret", "folder"]
    let device = try Device(server, plan)
    try device.run("INSERT INTO Folder (id, name) VALUES ('f1', 'A')")
    try device.run("INSERT INTO Note (id, title, stars, folder) VALUES ('n1', 'A', 1, 'f1')")
    #expect(try await device.sync().pushed == 2)
    let sent = try #require(server.entries(in: "notes")["n1"]?.json)
    #expect(!sent.contains("stars") && !sent.contains("folder") && sent.contains("title"))
    try device.run("UPDATE Note SET stars = 2, folder = NULL")
    #expect(try await device.sync().pushed == 0)

    let other = try Device(server)
    try await other.sync()
    try other.run("UPDATE Note SET stars = 5")
    try await other.sync()
    try await device.sync()
    #expect(try device.rows("SELECT stars FROM Note") == ["5"])
  }

  @Test("Links are in their record's list, or records of their own")
  func linksAreTheirRecordsListOrRecordsOfTheirOwn() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A'); ")
    try device.run("INSERT INTO Tag (id) VALUES ('t1'), ('t_2'), ('t/3')")
    try await device.sync()
    try device.run("INSERT INTO Note_tags (source, target) VALUES ('n1', 't1'), ('n1', 't_2')")
    try device.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't_2'), ('n1', 't/3')")
    #expect(try await device.sync().pushed == 3)
    #expect(server.entries(in: "note_fans").keys.sorted() == ["l-n1__t_2f3", "l-n1__t_5f2"])
    try device.run("DELETE FROM Note_fans WHERE target = 't/3'")
    try device.run("DELETE FROM Note_tags WHERE target = 't1'")
    try device.run("INSERT INTO Note_tags (source, target) VALUES ('n1', 't1')")
    #expect(try await device.sync().pushed == 1)
    #expect(server.entries(in: "note_fans")["l-n1__t_2f3"]?.isDeleted == true)
  }

  @Test func `to track a write is the same work, however many rows the server knows`() throws {
    let source = ModelSource(
      path: "Notes.yml",
      text: "rowsmith: 1\nentities: { Note: { PrimaryKey: id, attributes: { id: Int, title: String } } }")
    let schema = try #require(ModelCompiler.compile([source], name: "Notes").schema)
    let file = NSTemporaryDirectory() + "sync-\(UUID().uuidString).db"
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
    }
    let plan = SyncPlan(server: "memory", entities: [.init("Note", collection: "notes")])
    let device = try Device(MemorySyncServer(), plan, file: file, schema: schema)
    try device.run(
      """
      WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 1000)
      INSERT INTO Note (id, title) SELECT id, 'A' FROM ids
      """)
    try device.run("INSERT INTO _rowsmith_sync_rows (entity, key) SELECT 'Note', id FROM Note")
    try device.run("DELETE FROM _rowsmith_sync_unsent")
    var handle: OpaquePointer?
    #expect(sqlite3_open(file, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    // One for every 10 000 instructions of SQLite.
    let work = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    work.initialize(to: 0)
    defer { work.deallocate() }
    sqlite3_progress_handler(
      handle, 10_000,
      { pointer in
        pointer?.assumingMemoryBound(to: Int.self).pointee += 1
        return 0
      }, work)
    #expect(sqlite3_exec(handle, "UPDATE Note SET title = 'B'", nil, nil, nil) == SQLITE_OK)
    #expect(work.pointee < 100)
    #expect(try device.rows("SELECT count(*) FROM _rowsmith_sync_unsent WHERE kind = 2") == ["1000"])
  }

  private func raw(_ file: String, _ sql: String) throws {
    var handle: OpaquePointer?
    #expect(sqlite3_open(file, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    sqlite3_busy_timeout(handle, 5000)
    var message: UnsafeMutablePointer<CChar>?
    let result = sqlite3_exec(handle, sql, nil, nil, &message)
    #expect(result == SQLITE_OK, "\(message.map { String(cString: $0) } ?? "")")
  }
}

@Suite struct LargeImportTests {
  /// A document that is large enough for triggers to be left out.
  private func document(_ count: Int) -> String {
    "["
      + (0..<count).map { #"{"id":"n\#($0)","title":"T","body":"\#(String(repeating: "x", count: 2000))"}"# }
      .joined(separator: ",") + "]"
  }

  @Test("A large first import notes every row, and leaves the triggers as they were")
  func aLargeFirstImportNotesEveryRow() async throws {
    let device = try Device(MemorySyncServer())
    let before = try device.rows("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
    try await device.store.importJSON(.string(document(2000)), into: .entity("Note"))
    #expect(
      try device.rows("SELECT count(*), min(kind), max(kind) FROM _rowsmith_sync_unsent") == ["2000|1|1"])
    #expect(
      try device.rows("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name") == before)
    try device.run("INSERT INTO Note (id, title) VALUES ('one', 'T')")
    #expect(try device.rows("SELECT count(*) FROM _rowsmith_sync_unsent") == ["2001"])
  }

  @Test("Rows that were deleted and came back are changes, not deletions")
  func rowsThatWereDeletedAndCameBackAreChangesNotDeletions() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A'), ('n2', 'B'), ('gone', 'C')")
    try await device.sync()
    try device.run("DELETE FROM Note")
    try await device.store.importJSON(.string(document(2000)), into: .entity("Note"))
    #expect(
      try device.rows(
        "SELECT key, kind FROM _rowsmith_sync_unsent WHERE key IN ('n1', 'n2', 'gone') ORDER BY key")
        == ["gone|3", "n1|2", "n2|2"])
  }

  @Test func `a row that is made again while its deletion is on its way is as old as that`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    try device.run("DELETE FROM Note")
    server.fail { request in
      guard request.kind == .delete else { return nil }
      try? device.run("INSERT INTO Note (id, title) VALUES ('n1', 'Mine')")
      // Ten minutes pass.
      try? device.run("UPDATE _rowsmith_sync_unsent SET at = at + 600000")
      return nil
    }
    try await device.sync()
    server.fail(nil)
    // Another client has made it in between.
    server.time += 300_000
    server.put(#"{"id":"n1","title":"Theirs"}"#, id: "n1", in: "notes")
    try await device.sync()
    #expect(try device.rows("SELECT title FROM Note") == ["Mine"])
  }
}

@Suite struct ViewTests {
  @Test("What is unsent can be read with any SQLite tool, from a view")
  func whatIsUnsentCanBeReadWithAnySQLiteTool() async throws {
    let device = try Device(MemorySyncServer())
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A'), ('n2', 'B')")
    try await device.sync()
    try device.run("UPDATE Note SET title = 'AA' WHERE id = 'n1'")
    try device.run("DELETE FROM Note WHERE id = 'n2'")
    try device.run("INSERT INTO Note (id, title) VALUES ('n3', 'C')")
    #expect(
      try device.rows("SELECT key, kind FROM _rowsmith_sync_unsent_view ORDER BY key")
        == ["n1|changed", "n2|deleted", "n3|made"])
    #expect(
      try device.rows("SELECT changed, request FROM _rowsmith_sync_unsent_view WHERE key = 'n1'") == [
        #"["title"]|-"#
      ])
    #expect(try device.rows("SELECT * FROM _rowsmith_conflicts_view") == [])
  }

  @Test func `a record that is of another entity of its family now is sent, and discarded as that`()
    async throws
  {
    let server = MemorySyncServer()
    let model = """
      entities:
        Media: { Discriminator: type, attributes: { id: String, title: String? } }
        Image: { extends: Media, attributes: { width: Int? } }
        Video: { extends: Media, attributes: { seconds: Int? } }
      """
    let one = try Device(server, model: model, .init("Media", collection: "media"))
    let two = try Device(server, model: model, .init("Media", collection: "media"))
    try one.run("INSERT INTO Media (entityName, id, title) VALUES ('Image', 'm', 'T')")
    try await one.sync()
    try await two.sync()
    try one.run("UPDATE Media SET entityName = 'Video'")
    try two.run("UPDATE Media SET title = 'TT'")
    try await two.sync()
    try await one.sync()
    try await two.sync()
    for device in [one, two] {
      #expect(try device.rows("SELECT entityName, id, title FROM Media") == ["Video|m|TT"])
    }
    #expect(try await one.sync().isEmpty)
    try one.run("DELETE FROM Media")
    try await one.session.discard("Media", key: .text("m"))
    #expect(try one.rows("SELECT entityName, id, title FROM Media") == ["Video|m|TT"])
  }
}
