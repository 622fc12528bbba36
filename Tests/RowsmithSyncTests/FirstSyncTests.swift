import Rowsmith
import RowsmithSync
import RowsmithTesting
import Testing

@Suite struct FirstSyncTests {
  @Test("Rows and links that are made here reach another device")
  func rowsMadeHereReachAnotherDevice() async throws {
    let server = MemorySyncServer()
    let one = try Device(server)
    try one.run("INSERT INTO Folder (id, name) VALUES ('f1', 'Home')")
    try one.run("INSERT INTO Note (id, title, folder) VALUES ('n1', 'Milk', 'f1')")
    try one.run("INSERT INTO Tag (id) VALUES ('t1')")
    try one.run("INSERT INTO Note_tags (source, target) VALUES ('n1', 't1')")
    try one.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't1')")
    let report = try await one.sync()
    #expect(report.stopped == nil && report.setAside.isEmpty)
    #expect(report.pushed == 4)
    #expect(report.waiting == 0)
    #expect(
      server.entries(in: "notes")["n1"]?.json == #"{"id":"n1","title":"Milk","folder":"f1","tags":["t1"]}"#)

    let two = try Device(server)
    let pulled = try await two.sync()
    #expect(pulled.pulled == 4 && pulled.pushed == 0)
    #expect(try two.rows("SELECT id, title, folder FROM Note") == ["n1|Milk|f1"])
    #expect(try two.rows("SELECT source, target FROM Note_tags") == ["n1|t1"])
    #expect(try two.rows("SELECT source, target FROM Note_fans") == ["n1|t1"])
    #expect(try two.rows("SELECT * FROM _rowsmith_sync_unsent") == [])
  }

  @Test("A sync with nothing to do is one request for each collection")
  func aSyncWithNothingToDoIsOneRequestForEachCollection() async throws {
    let server = MemorySyncServer()
    let one = try Device(server)
    try one.run("INSERT INTO Note (id, title) VALUES ('n1', 'Milk')")
    try await one.sync()
    let (pages, requests) = (server.pages, server.requests.count)
    let report = try await one.sync()
    #expect(report.isEmpty && report.stopped == nil)
    #expect(server.pages - pages == 5)
    #expect(server.requests.count == requests)
  }

  @Test("Changes and deletions of each device reach the server and the other one")
  func changesAndDeletionsGoBothWays() async throws {
    let server = MemorySyncServer()
    let (one, two) = (try Device(server), try Device(server))
    try one.run("INSERT INTO Note (id, title, body) VALUES ('n1', 'Milk', 'two'), ('n2', 'Tea', NULL)")
    try one.run("INSERT INTO Note (id, title) VALUES ('n3', 'Rice')")
    try await one.sync()
    try await two.sync()
    try two.run("UPDATE Note SET title = 'Bread', body = NULL WHERE id = 'n1'")
    try two.run("DELETE FROM Note WHERE id = 'n2'")
    try await two.sync()
    #expect(
      server.requests.suffix(2).map { String(decoding: $0.body ?? [], as: UTF8.self) } == [
        #"{"id":"n1","title":"Bread","body":null}"#, "",
      ])
    try await one.sync()
    #expect(try one.rows("SELECT id, title, body FROM Note ORDER BY id") == ["n1|Bread|-", "n3|Rice|-"])

    // And back.
    try one.run("UPDATE Note SET body = 'one' WHERE id = 'n1'")
    try one.run("DELETE FROM Note WHERE id = 'n3'")
    try await one.sync()
    #expect(
      server.requests.suffix(2).map { String(decoding: $0.body ?? [], as: UTF8.self) } == [
        #"{"id":"n1","body":"one"}"#, "",
      ])
    #expect(server.entries(in: "notes").filter { !$0.value.isDeleted }.keys.sorted() == ["n1"])
    try await two.sync()
    for device in [one, two] {
      #expect(try device.rows("SELECT id, title, body FROM Note") == ["n1|Bread|one"])
    }
  }

  @Test("What was there before the first session does not overwrite the server")
  func whatWasThereBeforeTheFirstSessionDoesNotOverwriteTheServer() async throws {
    let server = MemorySyncServer()
    server.put(#"{"id":"n1","title":"New"}"#, id: "n1", in: "notes")
    let store = try Store(.memory, schema: Notes.schema)
    try await store.write { db in
      try db.execute(sql: "INSERT INTO Note (id, title) VALUES ('n1', 'Old'), ('n2', 'Mine')")
    }
    // Long after the server's record was written.
    server.time = 1_800_000_000_000
    let session = try SyncSession(store: store, plan: Notes.plan(), server: server)
    #expect(try await session.sync().stopped == nil)
    let rows = try await store.read { try $0.rows("SELECT id, title FROM Note ORDER BY id").map(\.values) }
    #expect(rows == [[.text("n1"), .text("New")], [.text("n2"), .text("Mine")]])
    #expect(server.entries(in: "notes")["n1"]?.json.contains("New") == true)
  }

  @Test func `a record that was asked for is tracked, however its key is spelled`() async throws {
    let model = """
      entities:
        Folder: { PrimaryKey: id, attributes: { id: UUID, name: String } }
        Note: { PrimaryKey: id, attributes: { id: String }, relationships: { folder: Folder? } }
      """
    let server = HookedServer()
    let id = "aaaaaaaa-1111-4111-8111-11111111111b"
    server.memory.put(#"{"id":"\#(id)","name":"A"}"#, id: id, in: "folders")
    server.memory.put(#"{"id":"n1","folder":"\#(id)"}"#, id: "n1", in: "notes")
    // The folder is found by its key alone, and comes with it in capitals.
    server.changing { query, page in if query.collection.path == "folders" { page.records = [] } }
    server.changingRecords { record in if record.id == id { record.id = id.uppercased() } }
    let device = try Device(
      server, model: model, .init("Folder", collection: "folders"), .init("Note", collection: "notes"))
    try await device.sync()
    try device.run("UPDATE Folder SET name = 'B'")
    #expect(try device.rows("SELECT kind FROM _rowsmith_sync_unsent WHERE entity = 'Folder'") == ["2"])
  }
}
