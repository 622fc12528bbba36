import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import Testing

/// What the server does not take, and what happens to the row meanwhile.
@Suite struct SetAsideTests {
  @Test("A row that makes the server fail does not hold up the others")
  func aRowThatMakesTheServerFailDoesNotHoldUpTheOthers() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    server.fail { $0.id == "bad" ? .unknown(SyncError.refusal(500, .interrupted)) : nil }
    try device.run("INSERT INTO Note (id, title) VALUES ('bad', 'A'), ('good', 'B')")
    server.put(#"{"id":"other","title":"C"}"#, id: "other", in: "notes")
    for _ in 0..<3 { #expect(try await device.sync().stopped == nil) }
    #expect(server.entries(in: "notes")["good"]?.isDeleted == false)
    #expect(try device.rows("SELECT id FROM Note ORDER BY id") == ["bad", "good", "other"])
    for _ in 0..<12 { try await device.sync() }
    // It was done each time: a pull has brought it, and nothing of it is left to be said.
    #expect(try await device.store.fetch(device.session.state(of: "Note", key: .text("bad"))) == .synced)
    #expect(try device.rows("SELECT count(*) FROM _rowsmith_queue") == ["0"])
  }

  @Test("What the server fails at each time is set aside in the end")
  func whatTheServerNeverAnswersIsSetAsideInTheEnd() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    try device.run("UPDATE Note SET title = 'B'")
    // It fails over a version that is not the last, so that nothing is done.
    server.put(#"{"id":"n1","title":"A"}"#, id: "n1", in: "elsewhere")
    server.fail { _ in .unknown(SyncError.refusal(500, .interrupted)) }
    try device.run("UPDATE _rowsmith_sync_rows SET version = '999' WHERE key = 'n1'")
    for _ in 0..<12 { try await device.sync(.push) }
    #expect(
      try await device.store.fetch(device.session.state(of: "Note", key: .text("n1")))
        == .setAside(status: 500, message: "no"))
  }

  @Test func `what cannot be written as JSON waits until the row changes`() async throws {
    struct TooMuch: Error {}
    let stars = AttributeTransform(
      decoding: { json in json.int ?? 0 },
      encoding: { (value: Int) in
        if value > 5 { throw TooMuch() }
        return .number(String(value))
      })
    let text = Notes.yaml.replacingOccurrences(
      of: "stars: Int?", with: "stars: { type: Int?, Transform: stars }")
    let model = ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes")
    let store = try Store(
      .memory, schema: try #require(model.schema, "\(model.diagnostics)"),
      customizations: Customizations(transforms: ["Note.stars": stars]))
    let device = Device(
      store: store,
      session: try SyncSession(store: store, plan: Notes.plan(), server: MemorySyncServer()))
    try device.run("INSERT INTO Note (id, title, stars) VALUES ('n1', 'A', 9), ('n2', 'B', 3)")
    let first = try await device.sync()
    #expect(first.setAside.map(\.id) == ["n1"] && first.pushed == 1 && first.waiting == 0)
    let state = try await device.store.fetch(device.session.state(of: "Note", key: .text("n1")))
    guard case .setAside(nil, let message) = state else {
      Issue.record("\(state)")
      return
    }
    #expect(message.contains("cannot be written as JSON"))
    #expect(try await device.sync().setAside.isEmpty)
    let unsent = try await device.store.fetch(device.session.unsent())
    #expect(unsent.map { "\($0.kind) \($0.id)" } == ["create n1"] && unsent.first?.state == state)
    try device.run("UPDATE Note SET stars = 5 WHERE id = 'n1'")
    #expect(try await device.sync().pushed == 1)
  }

  @Test func `a conflict that brings the version which was named is set aside`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    try device.run("UPDATE Note SET title = 'B'")
    let there = try #require(server.entries(in: "notes")["n1"])
    let record = SyncRecord(id: "n1", version: "\(there.version)", json: Array(there.json.utf8))
    server.fail { _ in .conflict(record) }
    let sent = server.requests.count
    #expect(
      try await device.sync().setAside.first?.error.message.contains(
        "something else about the record stops it") == true)
    for _ in 0..<2 { try await device.sync() }
    #expect(server.requests.count == sent + 1)
    server.fail(nil)
    try await device.session.retry("Note", key: .text("n1"))
    #expect(try await device.sync().pushed == 1)
  }

  @Test func `a record that cannot be imported counts once, also if a write has met it`() async throws {
    let server = MemorySyncServer()
    server.put(#"{"id":"n1","title":{"en":"Theirs"}}"#, id: "n1", in: "notes")
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'Mine')")
    for _ in 0..<2 {
      let report = try await device.sync()
      #expect(report.entities["Note"]?.unreadable ?? 0 == report.unreadable.count)
      #expect(report.unreadable.map(\.id) == ["n1"])
      let message = try #require(report.unreadable.first?.error.message)
      #expect(message.hasPrefix("the record cannot be imported: $.title: Note: expected "), "\(message)")
    }
  }

  @Test func `the kept answer to a repetition does not bring back what was before somebody else's change`()
    async throws
  {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    try device.run("UPDATE Note SET title = 'B'")
    server.fail { _ in .unknown(SyncError.refusal(500, .interrupted)) }
    try await device.sync(.push)
    let kept = try #require(server.entries(in: "notes")["n1"])
    server.put(#"{"id":"n1","title":"B","body":"Theirs"}"#, id: "n1", in: "notes")
    try await device.sync(.pull)
    server.fail { request in
      guard request.attempts > 1 else { return nil }
      return .accepted(SyncRecord(id: "n1", version: "\(kept.version)", json: Array(kept.json.utf8)))
    }
    try await device.sync()
    #expect(try device.rows("SELECT title, body FROM Note") == ["B|Theirs"])
    try device.run("UPDATE Note SET title = 'C'")
    let report = try await device.sync()
    #expect(report.pushed == 1 && report.conflicts == 0)
    #expect(try device.rows("SELECT title, body FROM Note") == ["C|Theirs"])
    #expect(server.requests.last?.headers.map(\.value) == ["\(kept.version + 1)"])
  }

  @Test("A refused row is sent again when it is changed, and not before")
  func aRefusedRowIsSentAgainWhenItIsChanged() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    server.fail {
      String(decoding: $0.body ?? [], as: UTF8.self).contains("bad") ? .refused(SyncError.refusal(422)) : nil
    }
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'bad')")
    #expect(try await device.sync().setAside.count == 1)
    let sent = server.requests.count
    try await device.sync()
    #expect(server.requests.count == sent)
    try device.run("UPDATE Note SET title = 'good' WHERE id = 'n1'")
    #expect(try await device.sync().pushed == 1)
    #expect(server.entries(in: "notes")["n1"]?.json.contains("good") == true)
  }

  @Test("The answer to a write does not bring back what was deleted meanwhile")
  func theAnswerToAWriteDoesNotBringBackWhatWasDeletedMeanwhile() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    try device.run("UPDATE Note SET title = 'B' WHERE id = 'n1'")
    // The server does it, and gives the record a member of its own; the row is deleted while that is under way.
    let store = device.store
    server.fail { request in
      guard request.kind == .change else { return nil }
      try? store.write { _ = try $0.execute(sql: "DELETE FROM Note WHERE id = 'n1'") }
      return .accepted(
        SyncRecord(id: "n1", version: "1", json: Array(#"{"id":"n1","title":"B","stars":7}"#.utf8)))
    }
    try await device.sync()
    server.fail(nil)
    try await device.sync()
    #expect(try device.rows("SELECT id FROM Note") == [])
    #expect(server.entries(in: "notes")["n1"]?.isDeleted == true)
  }

  @Test("An unreadable record in a full sync deletes nothing")
  func anUnreadableRecordInAFullSyncDeletesNothing() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    server.put(#"{"id":"n1","title":"A"}"#, id: "n1", in: "notes")
    try await device.sync()
    server.put(#"{"id":"n1","title":["no text"]}"#, id: "n1", in: "notes")
    let report = try await device.sync(.full)
    #expect(report.unreadable.count == 1)
    #expect(try device.rows("SELECT id, title FROM Note") == ["n1|A"])
  }

  @Test("A conflict of a row that is deleted holds nothing up")
  func aConflictOfARowThatIsDeletedHoldsNothingUp() async throws {
    let server = MemorySyncServer()
    let device = try Device(server, Notes.plan(conflict: .manual))
    server.put(#"{"id":"n1","title":"A"}"#, id: "n1", in: "notes")
    try await device.sync()
    server.put(#"{"id":"n1","title":"theirs"}"#, id: "n1", in: "notes")
    try device.run("UPDATE Note SET title = 'mine'")
    try await device.sync()
    #expect(try await device.store.fetch(device.session.conflicts(openOnly: true)).count == 1)
    try device.run("UPDATE Note SET title = 'mine, later'")
    let open = try await device.store.fetch(device.session.conflicts(openOnly: true))
    try await device.session.resolve(try #require(open.first).id, .mine)
    #expect(try device.rows("SELECT title FROM Note") == ["mine, later"])
    try await device.sync()
    server.put(#"{"id":"n1","title":"theirs again"}"#, id: "n1", in: "notes")
    try device.run("UPDATE Note SET title = 'mine again'")
    try await device.sync()
    try device.run("DELETE FROM Note")
    try await device.sync()
    #expect(server.entries(in: "notes")["n1"]?.isDeleted == true)
    #expect(try await device.store.fetch(device.session.conflicts(openOnly: true)).isEmpty)
  }

  @Test func `a record that is locked holds up no other`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    var locked = SyncError.refusal(409)
    locked.retryAfter = 600
    server.fail { [locked] in $0.id == "f1" ? .later(locked) : nil }
    try device.run("INSERT INTO Folder (id, name) VALUES ('f1', 'A')")
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'B')")
    #expect(try await device.sync().stopped == nil)
    #expect(server.entries(in: "notes")["n1"] != nil)
    server.fail { _ in nil }
    try await device.sync()
    #expect(server.entries(in: "folders")["f1"] != nil)
  }

  @Test func `a creation that cannot be looked up before it is sent again is not made anew`() async throws {
    let server = HookedServer()
    server.guarantees.isIdempotent = false
    var options = SyncOptions()
    options.retries = .none
    let device = try Device(server, options: options)
    server.memory.fail { _ in .unknown(SyncError(.interrupted, "timed out")) }
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    let key = try device.rows("SELECT idempotency_key FROM _rowsmith_queue")
    server.memory.fail { _ in nil }
    server.beforeReading { _ in throw SyncError(.answer, "no record") }
    #expect(try await device.sync().setAside.map(\.id) == ["n1"])
    #expect(try key.count == 1 && device.rows("SELECT idempotency_key FROM _rowsmith_queue") == key)
    server.beforeReading(nil)
    #expect(try await device.sync().setAside.isEmpty)
    #expect(try device.rows("SELECT * FROM _rowsmith_queue").isEmpty)
  }

  @Test(arguments: ["mine", "theirs"])
  func `a record that is there when its creation is sent again is merged`(title: String) async throws {
    let server = HookedServer()
    server.guarantees.isIdempotent = false
    var options = SyncOptions()
    options.retries = .none
    let device = try Device(server, options: options)
    server.memory.fail { _ in .unknown(SyncError(.interrupted, "timed out")) }
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'mine')")
    try await device.sync()
    server.memory.fail { _ in nil }
    // Another client has been faster, if it has another title.
    server.memory.put(#"{"id":"n1","title":"\#(title)"}"#, id: "n1", in: "notes")
    #expect(try await device.sync().setAside.isEmpty)
    let conflicts = try await device.store.fetch(device.session.conflicts())
    #expect(conflicts.map(\.mine) == (title == "mine" ? [] : [.text("mine")]))
    #expect(conflicts.map(\.theirs) == (title == "mine" ? [] : [.text("theirs")]))
    #expect(try device.rows("SELECT * FROM _rowsmith_queue").isEmpty)
    #expect(try device.rows("SELECT * FROM _rowsmith_sync_unsent").isEmpty)
  }

  @Test func `a request that never gets an answer holds up the others only for a while`() async throws {
    let server = MemorySyncServer()
    var options = SyncOptions()
    options.retries = .none
    let device = try Device(server, options: options)
    server.fail { $0.id == "f1" ? .unknown(SyncError(.interrupted, "timed out")) : nil }
    try device.run("INSERT INTO Folder (id, name) VALUES ('f1', 'A')")
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'B')")
    #expect(try await device.sync().stopped != nil)
    server.put(#"{"id":"n2","title":"C"}"#, id: "n2", in: "notes")
    for _ in 0..<12 { try await device.sync() }
    #expect(server.entries(in: "notes")["n1"] != nil)
    #expect(try device.rows("SELECT id FROM Note ORDER BY id") == ["n1", "n2"])
  }

  @Test func `a refused row is deleted at the server, also where its time is ahead of the clock`()
    async throws
  {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    server.fail { $0.kind == .change ? .refused(SyncError.refusal(422)) : nil }
    try device.run("UPDATE Note SET title = 'bad'")
    try device.run("UPDATE _rowsmith_sync_unsent SET at = at + 3600000")
    #expect(try await device.sync().setAside.count == 1)
    try device.run("DELETE FROM Note")
    try await device.sync()
    #expect(server.entries(in: "notes")["n1"]?.isDeleted == true)
  }

  @Test("A row that INSERT OR REPLACE took the place of is sent whole")
  func aRowThatInsertOrReplaceTookThePlaceOfIsSentWhole() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title, body, stars) VALUES ('n1', 'A', 'B', 1)")
    try await device.sync()
    try device.run("UPDATE Note SET title = 'A2' WHERE id = 'n1'")
    try device.run("INSERT OR REPLACE INTO Note (id, title, body, stars) VALUES ('n1', 'A3', 'B3', 3)")
    try await device.sync()
    let json = try #require(server.entries(in: "notes")["n1"]?.json)
    #expect(json.contains("A3") && json.contains("B3") && json.contains("3"))
  }

  @Test func `a conflict with a record that is not there is set aside`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    server.fail { $0.kind == .create ? .conflict(nil) : nil }
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    #expect(try await device.sync().setAside.map(\.id) == ["n1"])
    let sent = server.requests.count
    try await device.sync()
    #expect(server.requests.count == sent)
  }

  @Test func `a request without a usable answer is in the report`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    server.fail { _ in .unknown(SyncError.refusal(500, .interrupted)) }
    try device.run("UPDATE Note SET title = 'B'")
    let report = try await device.sync(.push)
    #expect(report.unanswered.map(\.id) == ["n1"] && report.setAside.isEmpty)
    server.fail(nil)
    #expect(try await device.sync(.push).unanswered.isEmpty)
  }

  @Test func `a refused change that was undone leaves the queue`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    server.fail { _ in .refused(SyncError.refusal(422)) }
    try device.run("UPDATE Note SET title = 'bad'")
    try await device.sync()
    try device.run("UPDATE Note SET title = 'A'")
    try device.run("INSERT INTO Note (id, title) VALUES ('n2', 'B')")
    try await device.sync()
    try device.run("DELETE FROM Note WHERE id = 'n2'")
    try await device.sync()
    #expect(try device.rows("SELECT * FROM _rowsmith_queue").isEmpty)
  }

  @Test func `a key that the server spells in capitals is its key`() async throws {
    let text = Notes.yaml.replacingOccurrences(of: "id: String, title", with: "id: UUID, title")
    let model = ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes")
    let server = MemorySyncServer()
    let device = try Device(server, schema: try #require(model.schema))
    let id = "AAAAAAAA-1111-4111-8111-11111111111B"
    server.put(#"{"id":"\#(id)","title":"A"}"#, id: id, in: "notes")
    try await device.sync()
    try device.run("UPDATE Note SET title = 'B'")
    #expect(try await device.sync().pushed == 1)
    #expect(server.entries(in: "notes").keys.sorted() == [id])
    try device.run("DELETE FROM Note")
    try await device.sync()
    #expect(server.entries(in: "notes")[id]?.isDeleted == true)
    #expect(try device.rows("SELECT * FROM _rowsmith_conflicts").isEmpty)
  }

  @Test func `a replaced row that is refused holds up none that refer to it`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Folder (id, name) VALUES ('f1', 'F')")
    try device.run("INSERT INTO Note (id, title, folder) VALUES ('n1', 'A', 'f1')")
    try await device.sync()
    server.fail { $0.collection.path == "folders" ? .refused(SyncError.refusal(422)) : nil }
    try device.run("INSERT OR REPLACE INTO Folder (id, name) VALUES ('f1', 'bad')")
    try device.run("UPDATE Note SET title = 'B'")
    try await device.sync()
    #expect(server.entries(in: "notes")["n1"]?.json.contains("B") == true)
  }

  @Test func `a replaced row that was not sent is deleted with its values`() async throws {
    let server = MemorySyncServer()
    var options = SyncOptions()
    options.retries = .none
    let device = try Device(server, options: options)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    server.fail { _ in .later(SyncError(.throttled, "wait")) }
    try device.run("INSERT OR REPLACE INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    server.fail(nil)
    try device.run("DELETE FROM Note")
    #expect(try device.rows("SELECT base FROM _rowsmith_sync_values WHERE name = 'title'") == ["A"])
    #expect(try await device.sync(.verify).conflicts == 0)
    #expect(server.entries(in: "notes")["n1"]?.isDeleted == true)
  }
}
