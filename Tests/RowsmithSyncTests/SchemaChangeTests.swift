import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import Testing

/// A model that changes while something is unsent.
@Suite struct SchemaChangeTests {
  private static func schema(_ text: String) throws -> Schema {
    try #require(ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes").schema)
  }

  private static let first = """
    rowsmith: 1
    entities:
      Memo:
        PrimaryKey: id
        attributes: { id: String, title: String, body: String?, old: String? }
        relationships: { tags: { to: "[Tag]", MergePolicy: Merge } }
      Tag: { PrimaryKey: id, attributes: { id: String } }
    """
  private static let second = """
    rowsmith: 1
    entities:
      Note:
        RenamedFrom: Memo
        PrimaryKey: id
        attributes: { id: String, name: { type: String, RenamedFrom: title, ImportName: title }, body: String?, stars: Int? }
        relationships: { labels: { to: "[Tag]", RenamedFrom: tags, ImportName: tags, MergePolicy: Merge } }
      Tag: { PrimaryKey: id, attributes: { id: String } }
    """

  private func plan(_ entity: String, _ list: String) -> SyncPlan {
    SyncPlan(
      server: "memory",
      entities: [
        .init(entity, collection: "notes", links: [.init(list, .array)]), .init("Tag", collection: "tags"),
      ])
  }

  @Test("What is unsent survives another model")
  func whatIsUnsentSurvivesAnotherModel() async throws {
    let file = NSTemporaryDirectory() + "schema-\(UUID().uuidString).db"
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
    }
    let server = MemorySyncServer()
    do {
      let store = try Store(.file(file), schema: try SchemaChangeTests.schema(SchemaChangeTests.first))
      let session = try SyncSession(store: store, plan: plan("Memo", "tags"), server: server)
      try await store.write { db in
        for id in ["m1", "m2", "m3", "m4"] {
          try db.execute(sql: "INSERT INTO Memo (id, title, body, old) VALUES (?, 'A', 'B', 'O')", id)
        }
      }
      #expect(try await session.sync().pushed == 4)
      try await store.write { db in
        try db.execute(sql: "UPDATE Memo SET title = 'A2', old = 'O2' WHERE id = 'm1'")
        try db.execute(sql: "DELETE FROM Memo WHERE id = 'm2'")
        try db.execute(sql: "INSERT INTO Memo (id, title) VALUES ('m5', 'new')")
        try db.execute(sql: "INSERT INTO Memo_tags (source, target) VALUES ('m3', 't1')")
      }
    }
    server.put(#"{"id":"m1","title":"A","body":"theirs","tags":[]}"#, id: "m1", in: "notes")
    var options = StoreOptions()
    options.onModelChange = .migrateLosingData
    let store = try Store(
      .file(file), schema: try SchemaChangeTests.schema(SchemaChangeTests.second), options: options)
    // Written before there is a session again.
    try await store.write { db in
      try db.execute(sql: "UPDATE Note SET body = 'late' WHERE id = 'm3'")
      try db.execute(sql: "INSERT INTO Note (id, name) VALUES ('m6', 'late')")
      try db.execute(sql: "UPDATE Note SET id = 'm7' WHERE id = 'm4'")
    }
    let session = try SyncSession(store: store, plan: plan("Note", "labels"), server: server)
    let report = try await session.sync()
    #expect(report.stopped == nil && report.setAside.isEmpty && report.waiting == 0)
    let rows = try await store.read { try $0.rows("SELECT id, name, body, stars FROM Note ORDER BY id") }
    #expect(
      rows.map { $0.values } == [
        [.text("m1"), .text("A2"), .text("theirs"), .null], [.text("m3"), .text("A"), .text("late"), .null],
        [.text("m5"), .text("new"), .null, .null], [.text("m6"), .text("late"), .null, .null],
        [.text("m7"), .text("A"), .text("B"), .null],
      ])
    let there = server.entries(in: "notes")
    #expect(
      there["m2"]?.isDeleted == true && there["m6"]?.isDeleted == false && there["m5"]?.isDeleted == false
        && there["m4"]?.isDeleted == true)
    #expect(
      there["m3"]?.json.contains(#""tags":["t1"]"#) == true && there["m3"]?.json.contains("late") == true)
    #expect(there["m1"]?.json.contains("A2") == true && there["m1"]?.json.contains("theirs") == true)
  }

  private static func file() -> String { NSTemporaryDirectory() + "schema-\(UUID().uuidString).db" }

  private static func remove(_ file: String) {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
  }

  private static func notes(_ attributes: String) throws -> Schema {
    try schema("rowsmith: 1\nentities: { Note: { PrimaryKey: id, attributes: { \(attributes) } } }")
  }

  private static let notesPlan = SyncPlan(
    server: "memory", entities: [.init("Note", collection: "notes")])

  /// Makes a database with rows that are at the server, and edits that are not.
  private func edited(
    _ file: String, _ server: MemorySyncServer, _ attributes: String, rows: String, edits: [String]
  ) async throws {
    let store = try Store(.file(file), schema: try Self.notes(attributes))
    let session = try SyncSession(store: store, plan: Self.notesPlan, server: server)
    try await store.write { try $0.execute(sql: "INSERT INTO Note VALUES \(rows)") }
    #expect(try await session.sync().pushed > 0)
    try await store.write { db in for edit in edits { try db.execute(sql: edit) } }
  }

  @Test(arguments: [false, true])
  func `a change of what no longer synchronises counts no more`(isDeleted: Bool) async throws {
    let (file, server) = (Self.file(), MemorySyncServer())
    defer { Self.remove(file) }
    let attributes = "id: String, title: String, body: String?"
    try await edited(
      file, server, attributes, rows: "('n1', 'A', 'B')", edits: ["UPDATE Note SET body = 'mine'"])
    if isDeleted { server.delete("n1", in: "notes") }
    let plan = SyncPlan(
      server: "memory", entities: [.init("Note", collection: "notes", neverSent: ["body"])])
    let store = try Store(.file(file), schema: try Self.notes(attributes))
    let report = try await SyncSession(store: store, plan: plan, server: server).sync()
    #expect(report.pushed == 0 && report.conflicts == 0 && report.waiting == 0)
    #expect(try await store.read { try $0.rows("SELECT key FROM _rowsmith_sync_unsent").isEmpty })
    #expect(try await store.read { try $0.rows("SELECT id FROM Note").isEmpty } == isDeleted)
  }

  @Test func `a row is not left waiting for a change of what no longer synchronises`() async throws {
    let (file, server) = (Self.file(), MemorySyncServer())
    defer { Self.remove(file) }
    let attributes = "id: String, title: String, body: String?"
    try await edited(
      file, server, attributes, rows: "('n1', 'A', 'B')",
      edits: ["UPDATE Note SET title = 'A2', body = 'mine'"])
    let plan = SyncPlan(
      server: "memory", entities: [.init("Note", collection: "notes", neverSent: ["body"])])
    let store = try Store(.file(file), schema: try Self.notes(attributes))
    let report = try await SyncSession(store: store, plan: plan, server: server).sync()
    #expect(report.pushed == 1 && report.waiting == 0)
    #expect(try await store.read { try $0.rows("SELECT key FROM _rowsmith_sync_unsent").isEmpty })
  }

  @Test func `what is noted of values is converted with them`() async throws {
    let (file, server) = (Self.file(), MemorySyncServer())
    defer { Self.remove(file) }
    try await edited(
      file, server, "id: String, stars: { type: Int?, coerce: true }", rows: "('n1', 5), ('n2', 5)",
      edits: ["UPDATE Note SET stars = 6 WHERE id = 'n1'", "DELETE FROM Note WHERE id = 'n2'"])
    let store = try Store(
      .file(file), schema: try Self.notes("id: String, stars: { type: String?, coerce: true }"))
    let session = try SyncSession(store: store, plan: Self.notesPlan, server: server)
    #expect(try await session.sync().stopped == nil)
    let conflicts = try await store.read { try $0.rows("SELECT * FROM _rowsmith_conflicts") }
    #expect(conflicts.isEmpty)
    #expect(server.entries(in: "notes")["n2"]?.isDeleted == true)
    #expect(server.entries(in: "notes")["n1"]?.json.contains("6") == true)
  }

  @Test func `what is noted of rows follows them to keys of another type`() async throws {
    let (file, server) = (Self.file(), MemorySyncServer())
    defer { Self.remove(file) }
    try await edited(
      file, server, "id: { type: Int, coerce: true }, title: String?", rows: "(1, 'A'), (2, 'B'), (3, 'C')",
      edits: ["UPDATE Note SET title = 'mine' WHERE id = 1", "DELETE FROM Note WHERE id = 2"])
    let store = try Store(
      .file(file), schema: try Self.notes("id: { type: String, coerce: true }, title: String?"))
    for table in ["unsent", "values", "rows"] {
      let types = try await store.read {
        try $0.rows("SELECT DISTINCT typeof(key) FROM _rowsmith_sync_\(table)")
      }
      #expect(types.map { $0.values } == [[.text("text")]], "\(table)")
    }
  }

  @Test func `entities that become one family are still tracked`() async throws {
    let file = Self.file()
    defer { Self.remove(file) }
    let model = { (worker: String) in
      try Self.schema(
        "rowsmith: 1\nentities:\n  Person: { PrimaryKey: id, attributes: { id: String } }\n  Worker: { \(worker) }"
      )
    }
    let server = MemorySyncServer()
    let person = SyncPlan.Entity("Person", collection: "persons")
    do {
      let store = try Store(
        .file(file), schema: try model("PrimaryKey: id, attributes: { id: String, job: String? }"))
      _ = try await SyncSession(
        store: store,
        plan: SyncPlan(server: "memory", entities: [person, .init("Worker", collection: "workers")]),
        server: server
      ).sync()
      try await store.write { try $0.execute(sql: "INSERT INTO Worker (id) VALUES ('w1')") }
    }
    let store = try Store(.file(file), schema: try model("extends: Person, attributes: { job: String? }"))
    let unsent = try await store.read { try $0.rows("SELECT entity, key FROM _rowsmith_sync_unsent") }
    #expect(unsent.map { $0.values } == [[.text("Person"), .text("w1")]])
  }

  @Test func `what is noted of an entity that leaves its family goes with it`() async throws {
    let file = Self.file()
    defer { Self.remove(file) }
    let model = { (worker: String) in
      try Self.schema(
        "rowsmith: 1\nentities:\n  Person: { PrimaryKey: id, attributes: { id: String } }\n  Worker: { \(worker) }"
      )
    }
    do {
      let store = try Store(.file(file), schema: try model("extends: Person, attributes: { job: String? }"))
      _ = try await SyncSession(
        store: store, plan: SyncPlan(server: "memory", entities: [.init("Person", collection: "persons")]),
        server: MemorySyncServer()
      ).sync()
      try await store.write {
        try $0.execute(sql: "INSERT INTO Person (entityName, id) VALUES ('Person', 'p1'), ('Worker', 'w1')")
      }
    }
    let store = try Store(
      .file(file), schema: try model("PrimaryKey: id, attributes: { id: String, job: String? }"))
    try await store.write { try $0.execute(sql: "INSERT INTO Worker (id) VALUES ('w2')") }
    let unsent = try await store.read {
      try $0.rows("SELECT entity, key FROM _rowsmith_sync_unsent ORDER BY key")
    }
    #expect(
      unsent.map { $0.values } == [
        [.text("Person"), .text("p1")], [.text("Worker"), .text("w1")], [.text("Worker"), .text("w2")],
      ])
    let tracked = try await store.read {
      try $0.rows("SELECT name FROM _rowsmith_sync_state WHERE name GLOB 'tracked *' ORDER BY name")
    }
    #expect(tracked.map { $0.values } == [[.text("tracked Person")], [.text("tracked Worker")]])
  }

  private static func hub(_ issue: String, _ subject: String) throws -> Schema {
    try schema(
      """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        \(issue)
        Pull: { attributes: { id: String } }
        Comment: { attributes: { id: String, text: String? }, relationships: { \(subject) } }
      """)
  }

  private static let issue = "Issue: { attributes: { id: String } }"
  private static let ticket = "Ticket: { attributes: { id: String }, RenamedFrom: Issue }"

  @Test(arguments: [
    (issue, "subject: { oneOf: [Issue, Pull] }", issue, "subject: { oneOf: [Pull, Issue] }"),
    (
      issue, "subject: { oneOf: [Issue, Pull] }", ticket,
      "topic: { oneOf: [Ticket, Pull], RenamedFrom: subject }"
    ),
    (issue, "subject: { to: Issue?, inverse: none }", ticket, "subject: { oneOf: [Ticket, Pull] }"),
    (issue, "subject: { oneOf: [Issue, Pull] }", issue, "topic: { to: Issue?, RenamedFrom: subject }"),
  ])
  func `what is noted of a link to one of several entities stays when the model changes`(
    before: String, subject: String, after: String, now: String
  ) async throws {
    let file = NSTemporaryDirectory() + "schema-\(UUID().uuidString).db"
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
    }
    let column = subject.contains("oneOf") ? "subjectIssue" : "subject"
    let plan = { (issue: String) in
      SyncPlan(
        server: "memory",
        entities: [.init(issue, collection: "issues"), .init("Comment", collection: "comments")])
    }
    let server = MemorySyncServer()
    do {
      let store = try Store(.file(file), schema: try Self.hub(before, subject))
      let session = try SyncSession(store: store, plan: plan("Issue"), server: server)
      try await store.write { db in
        try db.execute(sql: "INSERT INTO Comment (id, \(column)) VALUES ('c1', 'i1')")
      }
      #expect(try await session.sync().pushed == 1)
      try await store.write { try $0.execute(sql: "UPDATE Comment SET \(column) = 'i2'") }
    }
    var options = StoreOptions()
    options.onModelChange = .migrateLosingData
    let store = try Store(.file(file), schema: try Self.hub(after, now), options: options)
    let entity = after == Self.issue ? "Issue" : "Ticket"
    let name = String(now.prefix { $0 != ":" })
    let base = now.contains("oneOf") ? #"{"type":"\#(entity)","id":"i1"}"# : "i1"
    let rows = try await store.read { try $0.rows("SELECT name, base FROM _rowsmith_sync_values") }
    #expect(rows.map { $0.values } == [[.text(name), .text(base)]])
  }

  @Test func `a conflict that is open is decided under the new name`() async throws {
    let file = NSTemporaryDirectory() + "schema-\(UUID().uuidString).db"
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
    }
    let server = MemorySyncServer()
    do {
      let store = try Store(.file(file), schema: try SchemaChangeTests.schema(SchemaChangeTests.first))
      let session = try SyncSession(store: store, plan: plan("Memo", "tags"), server: server)
      try await store.write { try $0.execute(sql: "INSERT INTO Memo (id, title) VALUES ('m1', 'A')") }
      _ = try await session.sync()
      try await store.write { db in
        try db.execute(sql: "UPDATE Memo SET title = 'mine'")
        try db.execute(
          sql: """
            INSERT INTO _rowsmith_conflicts (entity, key, name, kind, base, mine, theirs, policy, at)
            VALUES ('Memo', 'm1', 'title', 'edit', 'A', 'mine', 'theirs', 'manual', 1)
            """)
      }
    }
    var options = StoreOptions()
    options.onModelChange = .migrateLosingData
    let store = try Store(
      .file(file), schema: try SchemaChangeTests.schema(SchemaChangeTests.second), options: options)
    let session = try SyncSession(store: store, plan: plan("Note", "labels"), server: server)
    let conflict = try #require(try await store.fetch(session.conflicts(openOnly: true)).first)
    #expect(conflict.member == "name")
    try await session.resolve(conflict.id, .theirs)
    let rows = try await store.read { try $0.rows("SELECT name FROM Note") }
    #expect(rows.map { $0.values } == [[.text("theirs")]])
  }

  @Test func `a large import fills a tracked table whose key has another name`() async throws {
    let file = Self.file()
    defer { Self.remove(file) }
    let model = { (key: String) in
      try Self.schema("rowsmith: 1\nentities: { Note: { PrimaryKey: \(key), title: String? } } }")
    }
    do {
      let store = try Store(.file(file), schema: try model("id, attributes: { id: String"))
      _ = try await SyncSession(store: store, plan: Self.notesPlan, server: MemorySyncServer()).sync()
    }
    let store = try Store(
      .file(file),
      schema: try model("code, attributes: { code: { type: String, RenamedFrom: id, ImportName: id }"))
    let title = String(repeating: "x", count: 1000)
    let notes = (0..<5000).map { #"{"id":"n\#($0)","title":"\#(title)"}"# }.joined(separator: ",")
    let report = try await store.importJSON(.string("[\(notes)]"), into: .entity("Note"))
    #expect(report.entities["Note"]?.inserted == 5000)
    let unsent = try await store.read { try $0.rows("SELECT count(*) FROM _rowsmith_sync_unsent") }
    #expect(unsent.map { $0.values } == [[.integer(5000)]])
  }

  @Test func `what is noted of records that only come follows their entity`() async throws {
    let (file, server) = (Self.file(), MemorySyncServer())
    defer { Self.remove(file) }
    let model = { (entity: String) in
      try Self.schema("rowsmith: 1\nentities: { \(entity), attributes: { id: String } } }")
    }
    let plan = { (entity: String) in
      SyncPlan(server: "memory", entities: [.init(entity, collection: "countries", direction: .pull)])
    }
    server.put(#"{"id":"ch"}"#, id: "ch", in: "countries")
    do {
      let store = try Store(.file(file), schema: try model("Country: { PrimaryKey: id"))
      _ = try await SyncSession(store: store, plan: plan("Country"), server: server).sync()
    }
    let store = try Store(
      .file(file), schema: try model("Land: { PrimaryKey: id, RenamedFrom: Country"))
    let noted = try await store.read { try $0.rows("SELECT entity, key FROM _rowsmith_sync_rows") }
    #expect(noted.map { $0.values } == [[.text("Land"), .text("ch")]])
    let triggers = try await store.read {
      try $0.rows("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name GLOB '_rowsmith_sync_*'")
    }
    #expect(triggers.isEmpty)
    // A server that is set up anew has no record of the deletion.
    let empty = MemorySyncServer()
    empty.put(#"{"id":"de"}"#, id: "de", in: "countries")
    _ = try await SyncSession(store: store, plan: plan("Land"), server: empty).sync()
    let lands = try await store.read { try $0.rows("SELECT id FROM Land") }
    #expect(lands.map { $0.values } == [[.text("de")]])
  }
}
