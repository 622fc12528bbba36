import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import Testing

/// Collections that are read from their beginning again.
@Suite struct FullSyncTests {
  private static func schema(_ stars: Bool, name: String = "Note", from: String = "") throws -> Schema {
    let text = """
      rowsmith: 1
      entities:
        \(name):
          PrimaryKey: id
          \(from)
          attributes: { id: String, title: String\(stars ? ", stars: Int?" : "") }
      """
    return try #require(
      ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes").schema)
  }

  private static func plan(_ name: String = "Note", _ settings: [SyncPlan.Setting] = []) -> SyncPlan {
    SyncPlan(server: "memory", entities: [.init(name, collection: "notes", settings: settings)])
  }

  /// A file that is deleted behind a test.
  private static func withFile(_ body: (String) async throws -> Void) async throws {
    let file = NSTemporaryDirectory() + "full-\(UUID().uuidString).db"
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
    }
    try await body(file)
  }

  private static var small: SyncOptions {
    var options = SyncOptions()
    options.pageSize = 2
    return options
  }

  private static func fill(_ server: HookedServer) {
    for number in 1...6 {
      server.memory.put(
        #"{"id":"n\#(number)","title":"T","stars":\#(number)}"#, id: "n\(number)", in: "notes")
    }
  }

  /// Has the server break off at the third page.
  private static func breakOff(_ server: HookedServer) {
    server.before { if $0.page == "4" { throw SyncError(.offline, "no network") } }
  }

  @Test("Another model has everything read again, once, also if that is interrupted")
  func anotherModelReadsEverythingAgainAlsoWhereThatIsInterrupted() async throws {
    try await Self.withFile { file in
      let server = HookedServer()
      Self.fill(server)
      do {
        let device = try Device(server, Self.plan(), file: file, schema: try Self.schema(false))
        #expect(try await device.sync().pulled == 6)
      }
      let store = try Store(.file(file), schema: try Self.schema(true))
      let session = try SyncSession(store: store, plan: Self.plan(), server: server, options: Self.small)
      Self.breakOff(server)
      #expect(try await session.sync().stopped?.reason == .offline)
      server.before(nil)
      #expect(try await session.sync().stopped == nil)
      #expect(try await store.read { try $0.rows("SELECT 1 FROM Note WHERE stars IS NULL").count } == 0)
      // It does not begin again, and again.
      let asked = server.asked.count
      #expect(try await session.sync().isEmpty)
      #expect(server.asked.count == asked + 1)
    }
  }

  @Test("A verification that is interrupted goes on as one")
  func aVerificationThatIsInterruptedGoesOnAsOne() async throws {
    let server = HookedServer()
    Self.fill(server)
    let device = try Device(server, Self.plan(), options: Self.small, schema: try Self.schema(true))
    try await device.sync()
    try await device.store.write { db in
      try db.execute(sql: "INSERT INTO _rowsmith_sync_quiet (id) VALUES (1)")
      try db.execute(sql: "UPDATE Note SET stars = 99 WHERE id IN ('n1', 'n6')")
      try db.execute(sql: "DELETE FROM _rowsmith_sync_quiet")
    }
    Self.breakOff(server)
    #expect(try await device.sync(.verify).stopped?.reason == .offline)
    server.before(nil)
    try await device.sync()
    #expect(try device.rows("SELECT id FROM Note WHERE stars = 99") == [])
  }

  @Test func `an interrupted full sync begins anew where the server rejects its cursor`() async throws {
    let server = HookedServer()
    Self.fill(server)
    let device = try Device(server, Self.plan(), options: Self.small, schema: try Self.schema(true))
    try await device.sync()
    Self.breakOff(server)
    #expect(try await device.sync(.full).stopped?.reason == .offline)
    server.before { if $0.cursor != nil { throw SyncError(.resetNeeded, "the cursor is not known") } }
    let report = try await device.sync(.full)
    #expect(report.stopped == nil && report.setAside.isEmpty, "\(report)")
    #expect(try device.rows("SELECT full, cursor FROM _rowsmith_sync_cursors") == ["-|6"])
    #expect(try device.rows("SELECT count(*) FROM Note") == ["6"])
  }

  @Test("Another name of an entity has everything read again")
  func anotherNameOfAnEntityReadsEverythingAgain() async throws {
    try await Self.withFile { file in
      let server = HookedServer()
      Self.fill(server)
      do {
        let device = try Device(
          server, Self.plan("Memo"), file: file, schema: try Self.schema(false, name: "Memo"))
        #expect(try await device.sync().pulled == 6)
      }
      var options = StoreOptions()
      options.onModelChange = .migrateLosingData
      let store = try Store(
        .file(file), schema: try Self.schema(true, from: "RenamedFrom: Memo"), options: options)
      let session = try SyncSession(store: store, plan: Self.plan(), server: server)
      try await session.sync()
      #expect(try await store.read { try $0.rows("SELECT 1 FROM Note WHERE stars IS NULL").count } == 0)
    }
  }

  @Test("Another filter has everything read again, and what it leaves out is taken away")
  func anotherFilterReadsEverythingAgain() async throws {
    try await Self.withFile { file in
      let server = HookedServer()
      Self.fill(server)
      let schema = try Self.schema(true)
      do {
        let device = try Device(server, Self.plan(), file: file, schema: schema)
        #expect(try await device.sync().pulled == 6)
      }
      // The server shows less of it now.
      server.changing { query, page in
        if query.collection["filter"] == "odd" {
          page.records.removeAll { ["n2", "n4", "n6"].contains($0.id) }
        }
      }
      let plan = Self.plan("Note", [.init("filter", "odd")])
      let device = try Device(server, plan, file: file, schema: schema)
      try await device.sync()
      #expect(try device.rows("SELECT id FROM Note ORDER BY id") == ["n1", "n3", "n5"])
    }
  }

  @Test("What cannot be taken away does not keep a full sync from ending", .timeLimit(.minutes(30)))
  func whatCannotBeTakenAwayDoesNotKeepAFullSyncFromEnding() async throws {
    let server = HookedServer()
    Self.fill(server)
    let schema = try #require(
      ModelCompiler.compile(
        [
          ModelSource(
            path: "Notes.yml",
            text:
              "rowsmith: 1\nentities: { Note: { PrimaryKey: id, attributes: { id: Int, title: String } } }")
        ], name: "Notes"
      ).schema)
    let device = try Device(server, Self.plan(), options: Self.small, schema: schema)
    server.changing { _, page in page.records = [] }
    // Keys that are none: left by an older model.
    for key in ["x1", "x2", "x3"] {
      try device.run("INSERT INTO _rowsmith_sync_rows (entity, key) VALUES ('Note', '\(key)')")
    }
    try device.run("INSERT INTO Note (id, title) VALUES (7, 'gone')")
    try device.run("DELETE FROM _rowsmith_sync_unsent")
    try device.run("INSERT INTO _rowsmith_sync_rows (entity, key) VALUES ('Note', 7)")
    #expect(try await device.sync(.full).stopped == nil)
    #expect(try device.rows("SELECT id FROM Note") == [])
  }

  @Test(arguments: [1, 2, 4])
  func `rows that a full sync does not find are deleted in pages of any size`(pageSize: Int) async throws {
    let server = HookedServer()
    Self.fill(server)
    var options = SyncOptions()
    options.pageSize = pageSize
    let device = try Device(server, Self.plan(), options: options, schema: try Self.schema(true))
    try await device.sync()
    server.changing { _, page in page.records.removeAll { $0.id != "n4" } }
    #expect(try await device.sync(.full).stopped == nil)
    #expect(try device.rows("SELECT id FROM Note") == ["n4"])
  }

  @Test(
    "What is unsent survives a server that was emptied, and is sent to it",
    arguments: [DeleteConflictPolicy.deleteWins, .editWins])
  func whatIsUnsentSurvivesAServerThatWasEmptied(_ policy: DeleteConflictPolicy) async throws {
    let server = HookedServer()
    Self.fill(server)
    let device = try Device(server, Notes.plan(deleteConflict: policy))
    try await device.sync()
    try device.run("UPDATE Note SET title = 'mine' WHERE id = 'n1'")
    let emptied = HookedServer()
    let session = try SyncSession(
      store: device.store, plan: Notes.plan(deleteConflict: policy), server: emptied)
    let report = try await session.sync(.full)
    #expect(report.stopped == nil && report.waiting == 0)
    #expect(try device.rows("SELECT id, title FROM Note") == ["n1|mine"])
    #expect(emptied.memory.entries(in: "notes").mapValues(\.isDeleted) == ["n1": false])
  }

  @Test("What is unsent stays where a collection is not shown any more")
  func whatIsUnsentStaysWhereACollectionIsNotShownAnyMore() async throws {
    let server = HookedServer()
    Self.fill(server)
    let device = try Device(server, Notes.plan(deleteConflict: .deleteWins))
    try await device.sync()
    try device.run("UPDATE Note SET title = 'mine' WHERE id = 'n1'")
    server.before { query in
      // As Kinto has it: a bucket that is not there, and one that may not be seen, look alike.
      guard query.collection.path == "notes", !query.mayBeNew || query.cursor != nil else { return }
      throw SyncError(.forbidden, "403")
    }
    server.changing { query, page in if query.collection.path == "notes" { page.records = [] } }
    server.memory.fail { _ in .refused(SyncError(.forbidden, "403")) }
    for _ in 0..<3 {
      let report = try await device.sync()
      #expect(report.setAside.contains { $0.entity == "Note" } && report.stopped == nil)
      #expect(try device.rows("SELECT id, title FROM Note") == ["n1|mine"])
    }
    server.before(nil)
    server.changing(nil)
    server.memory.fail(nil)
    try await device.session.retry("Note", key: .text("n1"))
    try await device.sync()
    #expect(try device.rows("SELECT count(*) FROM Note WHERE title = 'T'") == ["5"])
    #expect(server.memory.entries(in: "notes")["n1"]?.json.contains("mine") == true)
  }

  @Test("An unreadable record is no reason to read everything again and again; a missing one is noticed")
  func aRecordThatCannotBeReadIsNoReasonToReadEverythingAgain() async throws {
    let server = HookedServer()
    Self.fill(server)
    server.memory.put(#"{"id":"odd","title":{"not":"a text"}}"#, id: "odd", in: "notes")
    let device = try Device(server, Self.plan(), schema: try Self.schema(true))
    func sync(_ times: Int) async throws {
      for _ in 0..<times {
        // Where nothing has happened at the server, nothing is counted.
        server.memory.put("{}", id: "o", in: "others")
        try await device.sync()
      }
    }
    try await sync(30)
    #expect(server.asked.count { $0.cursor == nil } <= 2)
    // What is missing beside it is noticed.
    try device.run("DELETE FROM _rowsmith_sync_rows WHERE key = 'n3'")
    try await sync(12)
    #expect(server.asked.count { $0.cursor == nil } <= 3)
    let known = try device.rows("SELECT key, state FROM _rowsmith_sync_rows ORDER BY key")
    #expect(known == (1...6).map { "n\($0)|0" })
  }

  @Test func `a record that went without a tombstone is noticed, also if nothing happens after that`()
    async throws
  {
    let server = HookedServer()
    Self.fill(server)
    let device = try Device(server, Self.plan(), schema: try Self.schema(true))
    try await device.sync()
    server.changing { _, page in
      page.records.removeAll { $0.id == "n3" }
      page.total = page.total.map { $0 - 1 }
    }
    // Only the cursor goes on, once.
    server.memory.put("{}", id: "o", in: "others")
    for _ in 0..<12 { try await device.sync() }
    #expect(try device.rows("SELECT id FROM Note ORDER BY id") == ["n1", "n2", "n4", "n5", "n6"])
    // When they are counted, there is nothing to note again.
    #expect(try device.rows("SELECT read FROM _rowsmith_sync_cursors") == ["0"])
  }

  @Test(arguments: [Int.min, -1, .max])
  func `a number of records that no server can have counts as unknown`(total: Int) async throws {
    let server = HookedServer()
    Self.fill(server)
    server.changing { _, page in page.total = total }
    let device = try Device(server, Self.plan(), schema: try Self.schema(true))
    for number in 7...30 {
      let key = "n\(number)"
      server.memory.put(#"{"id":"\#(key)","title":"T"}"#, id: key, in: "notes")
      try await device.sync()
    }
    #expect(try device.rows("SELECT count(*) FROM Note") == ["30"])
    // It is no reason to read everything again, either.
    #expect(server.asked.count { $0.cursor == nil } == 1)
  }

  @Test func `a number of records near the greatest integer that is noted is replaced`() async throws {
    let server = HookedServer()
    Self.fill(server)
    let device = try Device(server, Self.plan(), schema: try Self.schema(true))
    try await device.sync()
    // An earlier version has noted what the server said.
    try device.run(
      "INSERT INTO _rowsmith_sync_state (name, value) VALUES ('uncounted Note', 9223372036854775807)")
    for _ in 0..<12 {
      // Where nothing has happened at the server, nothing is counted.
      server.memory.put("{}", id: "o", in: "others")
      try await device.sync()
    }
    #expect(try device.rows("SELECT value FROM _rowsmith_sync_state WHERE name LIKE 'uncounted%'").isEmpty)
    #expect(try device.rows("SELECT count(*) FROM Note") == ["6"])
  }

  @Test("A record with a bad key in a list is reported, and not taken for applied")
  func aRecordWithABadKeyInAListIsReportedAndNotTakenForApplied() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    server.put(#"{"id":"n1","title":"A","tags":["t"]}"#, id: "n1", in: "notes")
    try await device.sync()
    server.put(#"{"id":"n1","title":"Theirs","tags":["t",5]}"#, id: "n1", in: "notes")
    server.put(#"{"id":"n2","title":"New","tags":[5]}"#, id: "n2", in: "notes")
    let report = try await device.sync(.pull)
    #expect(report.unreadable.map(\.id).sorted() == ["n1", "n2"] && report.pulled == 0, "\(report)")
    #expect(try device.rows("SELECT key FROM _rowsmith_sync_rows WHERE entity = 'Note'") == ["n1"])
    try device.run("UPDATE Note SET title = 'Mine'")
    try await device.sync()
    #expect(server.entries(in: "notes")["n1"]?.json.contains("Theirs") == true)
  }

  @Test("A model that asks for less reads what could not be read before")
  func aModelThatAsksForLessReadsWhatCouldNotBeReadBefore() async throws {
    func schema(_ title: String) throws -> Schema {
      let text =
        "rowsmith: 1\nentities: { Note: { attributes: { id: String, title: \(title), body: String? } } }"
      return try #require(
        ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes").schema)
    }
    try await Self.withFile { file in
      let server = HookedServer()
      server.memory.put(#"{"id":"n","title":"A"}"#, id: "n", in: "notes")
      do {
        let device = try Device(server, Self.plan(), file: file, schema: try schema("String"))
        try await device.sync()
        server.memory.put(#"{"id":"n","title":null,"body":"B"}"#, id: "n", in: "notes")
        #expect(try await device.sync().unreadable.count == 1)
      }
      let device = try Device(server, Self.plan(), file: file, schema: try schema("\"String?\""))
      try await device.sync()
      #expect(try device.rows("SELECT title, body FROM Note") == ["-|B"])
    }
  }

  @Test("However many records of a page are unreadable, each is reported and none counts as applied")
  func ofMoreUnreadableRecordsThanAReportListsNoneCountsAsApplied() async throws {
    let server = MemorySyncServer()
    var options = SyncOptions()
    options.pageSize = 5000
    let device = try Device(server, options: options)
    for number in 0..<1100 {
      server.put(#"{"id":"n\#(number)","title":"A","tags":[5]}"#, id: "n\(number)", in: "notes")
    }
    server.put(#"{"id":"x","title":"A"}"#, id: "x", in: "notes")
    let report = try await device.sync(.pull)
    #expect(report.unreadable.count == 1100 && report.pulled == 1)
    let messages = report.unreadable.map(\.error.message)
    #expect(messages.allSatisfy { !$0.hasSuffix(": ") })
    #expect(messages.contains { $0.hasPrefix("the record cannot be imported, like many of its page") })
    #expect(try device.rows("SELECT key FROM _rowsmith_sync_rows WHERE entity = 'Note'") == ["x"])
  }
}
