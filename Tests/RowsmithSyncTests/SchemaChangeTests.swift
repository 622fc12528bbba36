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

  @Test func whatIsUnsentSurvivesAnotherModel() async throws {
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
    // Somebody else has given the record something that the first model does not know.
    server.put(#"{"id":"m4","title":"A","body":"B","stars":5,"tags":[]}"#, id: "m4", in: "notes")
    server.put(#"{"id":"m1","title":"A","body":"theirs","tags":[]}"#, id: "m1", in: "notes")
    var options = StoreOptions()
    options.onModelChange = .migrateLosingData
    let store = try Store(
      .file(file), schema: try SchemaChangeTests.schema(SchemaChangeTests.second), options: options)
    // Written before there is a session again.
    try await store.write { db in
      try db.execute(sql: "UPDATE Note SET body = 'late' WHERE id = 'm3'")
      try db.execute(sql: "INSERT INTO Note (id, name) VALUES ('m6', 'late')")
    }
    let session = try SyncSession(store: store, plan: plan("Note", "labels"), server: server)
    let report = try await session.sync()
    #expect(report.stopped == nil && report.setAside.isEmpty && report.waiting == 0)
    let rows = try await store.read { try $0.rows("SELECT id, name, body, stars FROM Note ORDER BY id") }
    #expect(
      rows.map { $0.values } == [
        [.text("m1"), .text("A2"), .text("theirs"), .null], [.text("m3"), .text("A"), .text("late"), .null],
        [.text("m4"), .text("A"), .text("B"), .integer(5)], [.text("m5"), .text("new"), .null, .null],
        [.text("m6"), .text("late"), .null, .null],
      ])
    let there = server.entries(in: "notes")
    #expect(
      there["m2"]?.isDeleted == true && there["m6"]?.isDeleted == false && there["m5"]?.isDeleted == false)
    #expect(
      there["m3"]?.json.contains(#""tags":["t1"]"#) == true && there["m3"]?.json.contains("late") == true)
    #expect(there["m1"]?.json.contains("A2") == true && there["m1"]?.json.contains("theirs") == true)
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
}
