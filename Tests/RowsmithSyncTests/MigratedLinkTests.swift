import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import Testing

/// What a sync has noted of links to one of several entities, when these get keys of another type.
@Suite struct MigratedLinkTests {
  private static let choice = "subject: { oneOf: [Issue, Pull] }"
  private static let sole = "topic: { to: Issue?, RenamedFrom: subject }"

  /// The type of the keys before, a key in SQL, the type and the relationship now, and what is noted then.
  private static let changes: [(String, String, String, String, StoredValue)] = [
    ("Int", "1", "String", choice, .text(#"{"type":"Issue","id":"1"}"#)),
    ("Int", "1", "String", sole, .text("1")),
    ("String", "'7'", "Int", choice, .text(#"{"type":"Issue","id":7}"#)),
    // In JSON, data is its text.
    ("String", "'AQID'", "Data", choice, .text(#"{"type":"Issue","id":"AQID"}"#)),
    ("String", "'AQID'", "Data", sole, .blob([1, 2, 3])),
  ]

  private static func schema(_ key: String, _ subject: String) throws -> Schema {
    let text = """
      rowsmith: 1
      defaults: { MergePolicy: Merge, coerce: true }
      entities:
        Issue: { attributes: { id: \(key) } }
        Pull: { attributes: { id: \(key) } }
        Comment: { attributes: { id: String }, relationships: { \(subject) } }
      """
    return try #require(
      ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes").schema)
  }

  @Test(arguments: changes)
  func `what is noted of a link to one of several entities gets a key of another type`(
    before: String, key: String, after: String, now: String, base: StoredValue
  ) async throws {
    let file = NSTemporaryDirectory() + "links-\(UUID().uuidString).db"
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
    }
    do {
      let plan = SyncPlan(
        server: "memory",
        entities: [.init("Issue", collection: "issues"), .init("Comment", collection: "comments")])
      let store = try Store(.file(file), schema: try Self.schema(before, Self.choice))
      let session = try SyncSession(store: store, plan: plan, server: MemorySyncServer())
      try await store.write { db in
        try db.execute(sql: "INSERT INTO Comment (id, subjectIssue) VALUES ('c1', \(key))")
      }
      #expect(try await session.sync().pushed == 1)
      try await store.write { try $0.execute(sql: "UPDATE Comment SET subjectIssue = NULL") }
    }
    let store = try Store(.file(file), schema: try Self.schema(after, now))
    let rows = try await store.read { try $0.rows("SELECT name, base FROM _rowsmith_sync_values") }
    #expect(rows.map { $0.values } == [[.text(String(now.prefix { $0 != ":" })), base]])
  }

  @Test func `what is noted of a link is noted of the list that it becomes, and the reverse`() async throws {
    let file = NSTemporaryDirectory() + "links-\(UUID().uuidString).db"
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
    }
    func schema(_ key: String, _ link: String) throws -> Schema {
      let text = """
        rowsmith: 1
        defaults: { MergePolicy: Merge, coerce: true }
        entities:
          Post: { attributes: { id: String }, relationships: { \(link) } }
          Tag: { attributes: { id: \(key) } }
        """
      return try #require(
        ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes").schema)
    }
    let one = "tag: { to: Tag?, RenamedFrom: tags }"
    let list = "tags: { to: [Tag], inverse: none, RenamedFrom: tag }"
    do {
      let plan = SyncPlan(
        server: "memory",
        entities: [.init("Post", collection: "posts"), .init("Tag", collection: "tags")])
      let store = try Store(.file(file), schema: try schema("Int", one))
      let session = try SyncSession(store: store, plan: plan, server: MemorySyncServer())
      try await store.write { db in
        try db.execute(sql: "INSERT INTO Tag (id) VALUES (1), (2)")
        try db.execute(sql: "INSERT INTO Post (id, tag) VALUES ('p', 1)")
      }
      #expect(try await session.sync().pushed == 3)
      try await store.write { try $0.execute(sql: "UPDATE Post SET tag = 2") }
    }
    let steps: [(key: String, link: String, noted: [StoredValue])] = [
      ("String", list, [.text("tags"), .text(#"["1"]"#)]), ("Int", one, [.text("tag"), .integer(1)]),
    ]
    for step in steps {
      let store = try Store(.file(file), schema: try schema(step.key, step.link))
      let rows = try await store.read { try $0.rows("SELECT name, base FROM _rowsmith_sync_values") }
      #expect(rows.map { $0.values } == [step.noted])
    }
  }

  @Test func `what is noted of a list, and of its links, stays text where the keys become Data`()
    async throws
  {
    let file = NSTemporaryDirectory() + "links-\(UUID().uuidString).db"
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
    }
    func schema(_ key: String) throws -> Schema {
      let text = """
        rowsmith: 1
        defaults: { MergePolicy: Merge, coerce: true }
        entities:
          Post: { attributes: { id: Int }, relationships: { tags: { to: [Tag], inverse: none } } }
          Tag: { attributes: { id: \(key) } }
        """
      return try #require(
        ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes").schema)
    }
    do {
      let plan = SyncPlan(server: "memory", entities: [.init("Tag", collection: "tags")])
      let store = try Store(.file(file), schema: try schema("String"))
      _ = try await SyncSession(store: store, plan: plan, server: MemorySyncServer()).sync()
      try await store.write { db in
        try db.execute(
          sql: """
            INSERT INTO _rowsmith_sync_values (entity, key, name, base, at) VALUES ('Post', 1, 'tags', '["AQID"]', 0)
            """)
        try db.execute(
          sql: """
            INSERT INTO _rowsmith_sync_unsent (entity, key, kind, at) VALUES ('Post_tags', '[1,"AQID"]', 1, 0)
            """)
        for table in ["Post", "Post_tags"] {
          try db.execute(
            sql: """
              CREATE TRIGGER _rowsmith_sync_insert_\(table) AFTER INSERT ON \(table) BEGIN SELECT 1; END
              """)
        }
      }
    }
    let store = try Store(.file(file), schema: try schema("Data"))
    let values = try await store.read { try $0.rows("SELECT base FROM _rowsmith_sync_values") }
    #expect(values.map { $0.values } == [[.text(#"["AQID"]"#)]])
    let unsent = try await store.read {
      try $0.rows("SELECT key FROM _rowsmith_sync_unsent WHERE entity = 'Post_tags'")
    }
    #expect(unsent.map { $0.values } == [[.text(#"[1,"AQID"]"#)]])
    // No session is needed before a link can be written, changed and deleted.
    try await store.write { db in
      try db.execute(sql: "INSERT INTO Post (id) VALUES (2)")
      try db.execute(sql: "INSERT INTO Tag (id) VALUES (x'010204'), (x'010205')")
      try db.execute(sql: "INSERT INTO Post_tags (source, target) VALUES (2, x'010204')")
      try db.execute(sql: "UPDATE Post_tags SET target = x'010205'")
      try db.execute(sql: "DELETE FROM Post_tags")
    }
  }
}
