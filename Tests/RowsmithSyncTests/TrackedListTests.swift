import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import Testing

/// Lists of links, and links that are records of their own, when the model changes and before a session comes.
@Suite struct TrackedListTests {
  private static func model(
    _ note: String, _ members: String, tag: String = "attributes: { id: String }"
  ) throws -> Schema {
    let text = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        \(note): { PrimaryKey: id, \(members) }
        Tag: { PrimaryKey: id, \(tag) }
      """
    return try #require(
      ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes").schema)
  }

  private static let first =
    "attributes: { id: String, title: String }, relationships: { tags: { to: \"[Tag]\", inverse: none }, fans: { to: \"[Tag]\", inverse: none } }"
  private static let second =
    "RenamedFrom: Note, attributes: { id: String, title: String, stars: Int? }, relationships: { labels: { to: \"[Tag]\", inverse: none, "
    + "RenamedFrom: tags, ImportName: tags }, admirers: { to: \"[Tag]\", inverse: none, RenamedFrom: fans } }"

  private static func plan(_ note: String, _ list: String, _ links: String?) -> SyncPlan {
    SyncPlan(
      server: "memory",
      entities: [
        .init(
          note, collection: "notes",
          links: [.init(list, .array)] + (links.map { [.init($0, .relation(collection: "note_fans"))] } ?? [])
        ),
        .init("Tag", collection: "tags"),
      ])
  }

  private final class File {
    let path = NSTemporaryDirectory() + "tracked-\(UUID().uuidString).db"
    deinit { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
  }

  private func started(_ file: File, _ server: MemorySyncServer) async throws {
    let device = try Device(
      server, Self.plan("Note", "tags", "fans"), file: file.path, schema: try Self.model("Note", Self.first))
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A'), ('n2', 'B')")
    try device.run("INSERT INTO Tag (id) VALUES ('t1'), ('t2'), ('t3')")
    try device.run("INSERT INTO Note_tags (source, target) VALUES ('n1', 't1')")
    try device.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't1'), ('n2', 't1')")
    let report = try await device.sync()
    #expect(report.stopped == nil && report.waiting == 0)
    // What is unsent when the model changes.
    try device.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't2')")
    try device.run("DELETE FROM Note_fans WHERE source = 'n2'")
    try device.run("INSERT INTO Note_tags (source, target) VALUES ('n2', 't3')")
  }

  private func links(_ server: MemorySyncServer) -> [String] {
    server.entries(in: "note_fans").values.filter { !$0.isDeleted }.compactMap { entry in
      let json = try? JSONValue(parsing: entry.json)
      return "\(json?["source"]?.string ?? "-") \(json?["target"]?.string ?? "-")"
    }.sorted()
  }

  private func tags(_ server: MemorySyncServer, _ id: String) -> [String] {
    let json = server.entries(in: "notes")[id].flatMap { try? JSONValue(parsing: $0.json) }
    guard case .array(let items)? = json?["tags"] else { return [] }
    return items.compactMap(\.string).sorted()
  }

  @Test(arguments: [true, false])
  func `links that are unsent, and those written before a session comes, reach the server`(isRenamed: Bool)
    async throws
  {
    let (file, server) = (File(), MemorySyncServer())
    try await started(file, server)
    let (note, list, fans) = isRenamed ? ("Memo", "labels", "admirers") : ("Note", "tags", "fans")
    let members =
      isRenamed ? Self.second : Self.first.replacing("title: String", with: "title: String, stars: Int?")
    var options = StoreOptions()
    options.onModelChange = .migrateLosingData
    let store = try Store(.file(file.path), schema: try Self.model(note, members), options: options)
    try await store.write { db in
      try db.execute(sql: "INSERT INTO \(note)_\(list) (source, target) VALUES ('n1', 't2')")
      try db.execute(sql: "DELETE FROM \(note)_\(list) WHERE target = 't1'")
      try db.execute(sql: "INSERT INTO \(note)_\(fans) (source, target) VALUES ('n2', 't1')")
      try db.execute(sql: "UPDATE \(note)_\(fans) SET target = 't3' WHERE source = 'n2'")
      try db.execute(sql: "DELETE FROM \(note)_\(fans) WHERE source = 'n1' AND target = 't1'")
    }
    let device = Device(
      store: store,
      session: try SyncSession(store: store, plan: Self.plan(note, list, fans), server: server))
    let report = try await device.sync()
    #expect(report.stopped == nil && report.setAside.isEmpty && report.waiting == 0)
    #expect(links(server) == ["n1 t2", "n2 t3"])
    #expect(tags(server, "n1") == ["t2"] && tags(server, "n2") == ["t3"])
    // Another device has the same, and nothing comes back.
    let other = try Device(
      server, Self.plan("Note", "tags", "fans"), schema: try Self.model("Note", Self.first))
    try await other.sync()
    #expect(try other.rows("SELECT source, target FROM Note_fans ORDER BY 1, 2") == ["n1|t2", "n2|t3"])
    #expect(try other.rows("SELECT source, target FROM Note_tags ORDER BY 1, 2") == ["n1|t2", "n2|t3"])
    try await device.sync()
    #expect(
      try device.rows("SELECT source, target FROM \(note)_\(fans) ORDER BY 1, 2") == ["n1|t2", "n2|t3"])
    #expect(
      try device.rows("SELECT source, target FROM \(note)_\(list) ORDER BY 1, 2") == ["n1|t2", "n2|t3"])
  }

  @Test func `another order and another item of a list, written before a session comes, reach the server`()
    async throws
  {
    func model(_ more: String = "") throws -> Schema {
      let list = "tags: { to: \"[Tag]\", inverse: none, ordered: true, MergePolicy: Replace }"
      return try Self.model("Note", "attributes: { id: String\(more) }, relationships: { \(list) }")
    }
    let (file, server, plan) = (File(), MemorySyncServer(), Self.plan("Note", "tags", nil))
    do {
      let device = try Device(server, plan, file: file.path, schema: try model())
      try device.run("INSERT INTO Note (id) VALUES ('n1'), ('n2')")
      try device.run("INSERT INTO Tag (id) VALUES ('t1'), ('t2'), ('t3')")
      try device.run(
        """
        INSERT INTO Note_tags (source, target, position) VALUES ('n1', 't1', 0), ('n1', 't2', 1), ('n2', 't1', 0)
        """)
      try await device.sync()
    }
    let store = try Store(.file(file.path), schema: try model(", stars: Int?"))
    try await store.write { db in
      try db.execute(sql: "UPDATE Note_tags SET position = 2 WHERE source = 'n1' AND target = 't1'")
      try db.execute(sql: "UPDATE Note_tags SET target = 't3' WHERE source = 'n2'")
    }
    let device = Device(store: store, session: try SyncSession(store: store, plan: plan, server: server))
    #expect(try await device.sync().waiting == 0)
    let there = server.entries(in: "notes")
    #expect(there["n1"]?.json.contains(#""tags":["t2","t1"]"#) == true)
    #expect(there["n2"]?.json.contains(#""tags":["t3"]"#) == true)
  }

  @Test func `the list that a link became, written before a session, reaches the server`() async throws {
    func model(_ link: String) throws -> Schema {
      try Self.model("Note", "attributes: { id: String }, relationships: { \(link) }")
    }
    let (file, server) = (File(), MemorySyncServer())
    let plan = SyncPlan(
      server: "memory", entities: [.init("Note", collection: "notes"), .init("Tag", collection: "tags")])
    do {
      let device = try Device(server, plan, file: file.path, schema: try model("tag: Tag?"))
      try device.run("INSERT INTO Tag (id) VALUES ('t1'), ('t2')")
      try device.run("INSERT INTO Note (id, tag) VALUES ('n1', 't1')")
      #expect(try await device.sync().waiting == 0)
    }
    let list = "tags: { to: \"[Tag]\", inverse: none, RenamedFrom: tag }"
    let store = try Store(.file(file.path), schema: try model(list))
    try await store.write { db in
      try db.execute(sql: "INSERT INTO Note_tags (source, target) VALUES ('n1', 't2')")
    }
    let device = Device(
      store: store,
      session: try SyncSession(store: store, plan: Self.plan("Note", "tags", nil), server: server))
    #expect(try await device.sync().waiting == 0)
    #expect(tags(server, "n1") == ["t1", "t2"])
  }

  @Test(.timeLimit(.minutes(10))) func `a long list is not read with the change of each of its links`()
    async throws
  {
    let device = try Device(MemorySyncServer())
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try device.run("INSERT INTO Tag (id) VALUES ('t')")
    try device.run("INSERT INTO Note_tags (source, target) VALUES ('n1', 't')")
    try await device.sync()
    try device.run(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
      INSERT INTO Note_tags (source, target) SELECT 'n1', 't' || i FROM n
      """)
    try device.run("DELETE FROM Note_tags WHERE target = 't'")
    #expect(try device.rows("SELECT key, name, base FROM _rowsmith_sync_values") == [#"n1|tags|["t"]"#])
    #expect(try device.rows("SELECT key, kind FROM _rowsmith_sync_unsent") == ["n1|2"])
  }

  @Test func `links and records that the model does not have any more are forgotten, not deleted there`()
    async throws
  {
    let (file, server) = (File(), MemorySyncServer())
    try await started(file, server)
    var options = StoreOptions()
    options.onModelChange = .migrateLosingData
    let members =
      "attributes: { id: String, title: String }, relationships: { tags: { to: \"[Tag]\", inverse: none } }"
    let store = try Store(.file(file.path), schema: try Self.model("Note", members), options: options)
    let device = Device(
      store: store,
      session: try SyncSession(store: store, plan: Self.plan("Note", "tags", nil), server: server))
    let report = try await device.sync()
    #expect(report.stopped == nil && report.setAside.isEmpty && report.waiting == 0)
    #expect(links(server) == ["n1 t1", "n2 t1"])
    #expect(tags(server, "n2") == ["t3"])
    #expect(try device.rows("SELECT count(*) FROM _rowsmith_sync_unsent") == ["0"])
  }

  /// - Parameter isNew: whether the end that owns the table comes with the new model.
  @Test(arguments: [true, false])
  func `links of the end that does not own their table reach the server`(isNew: Bool) async throws {
    func model(isPair: Bool, _ more: String = "") throws -> Schema {
      try Self.model(
        "Note",
        "attributes: { id: String\(more) }"
          + (isPair ? ", relationships: { tags: { to: \"[Tag]\", inverse: notes } }" : ""),
        tag: "attributes: { id: String }, relationships: { notes: { to: \"[Note]\", "
          + "inverse: \(isPair ? "tags" : "none") } }")
    }
    let (file, server) = (File(), MemorySyncServer())
    let plan = SyncPlan(
      server: "memory",
      entities: [
        .init("Note", collection: "notes"),
        .init("Tag", collection: "tags", links: [.init("notes", .relation(collection: "note_fans"))]),
      ])
    do {
      let device = try Device(server, plan, file: file.path, schema: try model(isPair: !isNew))
      try device.run("INSERT INTO Note (id) VALUES ('n1'), ('n2'), ('n3')")
      try device.run("INSERT INTO Tag (id) VALUES ('t1')")
      let table = isNew ? "Tag_notes (source, target)" : "Note_tags (target, source)"
      try device.run("INSERT INTO \(table) VALUES ('t1', 'n1'), ('t1', 'n2')")
      try await device.sync()
      try device.run("DELETE FROM \(isNew ? "Tag_notes" : "Note_tags") WHERE 'n1' IN (source, target)")
    }
    let store = try Store(.file(file.path), schema: try model(isPair: true, ", stars: Int?"))
    try await store.write { db in
      try db.execute(sql: "DELETE FROM Note_tags WHERE source = 'n2'")
      try db.execute(sql: "INSERT INTO Note_tags (source, target) VALUES ('n3', 't1')")
    }
    let device = Device(store: store, session: try SyncSession(store: store, plan: plan, server: server))
    #expect(try await device.sync().waiting == 0)
    #expect(links(server) == ["t1 n3"])
  }

  @Test func `links follow the keys of their ends to another type`() async throws {
    func model(_ type: String) throws -> Schema {
      let id = "attributes: { id: { type: \(type), coerce: true } }"
      return try Self.model(
        "Note",
        id
          + ", relationships: { tags: { to: \"[Tag]\", inverse: none }, fans: { to: \"[Tag]\", inverse: none } }",
        tag: id)
    }
    let (file, server) = (File(), MemorySyncServer())
    do {
      let device = try Device(
        server, Self.plan("Note", "tags", "fans"), file: file.path, schema: try model("Int"))
      try device.run("INSERT INTO Note (id) VALUES (1)")
      try device.run("INSERT INTO Tag (id) VALUES (7), (8)")
      try device.run("INSERT INTO Note_tags (source, target) VALUES (1, 7)")
      try device.run("INSERT INTO Note_fans (source, target) VALUES (1, 7)")
      try await device.sync()
      try device.run("INSERT INTO Note_fans (source, target) VALUES (1, 8)")
      try device.run("INSERT INTO Note_tags (source, target) VALUES (1, 8)")
    }
    let store = try Store(.file(file.path), schema: try model("String"))
    func texts(_ sql: String) async throws -> [[StoredValue]] {
      try await store.read { try $0.rows(sql) }.map(\.values)
    }
    #expect(
      try await texts("SELECT key FROM _rowsmith_sync_unsent WHERE entity = 'Note_fans'")
        == [[.text(#"["1","8"]"#)]])
    #expect(
      try await texts("SELECT key FROM _rowsmith_sync_rows WHERE entity = 'Note_fans'")
        == [[.text(#"["1","7"]"#)]])
    #expect(
      try await texts("SELECT base FROM _rowsmith_sync_values WHERE name = 'tags'")
        == [[.text(#"["7"]"#)]])
  }

  @Test func `two lists that become a pair keep their links`() async throws {
    func model(_ notes: String, _ tags: String) throws -> Schema {
      try Self.model(
        "Note", "attributes: { id: String }, relationships: { tags: { to: \"[Tag]\", inverse: \(notes) } }",
        tag: "attributes: { id: String }, relationships: { notes: { to: \"[Note]\", inverse: \(tags) } }")
    }
    let (file, server) = (File(), MemorySyncServer())
    func plan(_ links: [SyncPlan.Links]) -> SyncPlan {
      SyncPlan(
        server: "memory",
        entities: [
          .init("Note", collection: "notes", links: [.init("tags", .relation(collection: "note_fans"))]),
          .init("Tag", collection: "tags", links: links),
        ])
    }
    do {
      let device = try Device(
        server, plan([.init("notes", .relation(collection: "tag_notes"))]), file: file.path,
        schema: try model("none", "none"))
      try device.run("INSERT INTO Note (id) VALUES ('n1'), ('n2')")
      try device.run("INSERT INTO Tag (id) VALUES ('t1'), ('t2')")
      try await device.sync()
      try device.run("INSERT INTO Note_tags (source, target) VALUES ('n1', 't1')")
      try device.run("INSERT INTO Tag_notes (source, target) VALUES ('t2', 'n2')")
    }
    let store = try Store(.file(file.path), schema: try model("notes", "tags"))
    let device = Device(
      store: store, session: try SyncSession(store: store, plan: plan([]), server: server))
    try await device.sync()
    #expect(links(server) == ["n1 t1", "n2 t2"])
  }

  /// Two devices that synchronise media, with the links of their tags, and tags.
  private func devices(
    _ server: MemorySyncServer, _ model: String, _ links: SyncPlan.Links
  ) throws -> (one: Device, two: Device) {
    func device() throws -> Device {
      try Device(
        server, model: model, .init("Medium", collection: "media", links: [links]),
        .init("Tag", collection: "tags"))
    }
    return (try device(), try device())
  }

  @Test func `a list of an entity that extends another one is sent and merged, and goes with the entity`()
    async throws
  {
    let server = MemorySyncServer()
    let model = """
      entities:
        Medium: { attributes: { id: String, title: String? } }
        Film: { extends: Medium, relationships: { tags: { to: "[Tag]", inverse: none } } }
        Book: { extends: Medium }
        Tag: { attributes: { id: String } }
      """
    let (one, two) = try devices(server, model, .init("tags", .array))
    try one.run("INSERT INTO Tag (id) VALUES ('t1'), ('t2')")
    try one.run("INSERT INTO Medium (entityName, id, title) VALUES ('Film', 'f', 'T')")
    try one.run("INSERT INTO Film_tags (source, target) VALUES ('f', 't1')")
    try await one.sync()
    try await two.sync()
    #expect(try two.rows("SELECT source, target FROM Film_tags") == ["f|t1"])
    try one.run("UPDATE Medium SET title = 'TT'")
    try two.run("INSERT INTO Film_tags (source, target) VALUES ('f', 't2')")
    try await one.sync()
    try await two.sync()
    try await one.sync()
    for device in [one, two] {
      #expect(try device.rows("SELECT title FROM Medium") == ["TT"])
      #expect(try device.rows("SELECT target FROM Film_tags ORDER BY target") == ["t1", "t2"])
    }
    try one.run("DELETE FROM Film_tags")
    try one.run("UPDATE Medium SET entityName = 'Book'")
    try two.run("DELETE FROM Film_tags WHERE target = 't1'")
    try await one.sync()
    #expect(try await two.sync().conflicts == 1)
    #expect(try two.rows("SELECT entityName FROM Medium") == ["Book"])
    #expect(try two.rows("SELECT target FROM Film_tags") == [])
    #expect(
      try two.rows("SELECT name, base, mine, theirs, winner FROM _rowsmith_conflicts")
        == [#"tags|["t1","t2"]|["t2"]|[]|theirs"#])
    #expect(try await two.sync().isEmpty)
  }

  @Test func `links of an entity that extends another one ask for what is missing`() async throws {
    let server = MemorySyncServer()
    let model = """
      entities:
        Medium: { attributes: { id: String } }
        Film: { extends: Medium, relationships: { tags: { to: "[Tag]", inverse: none } } }
        Tag: { attributes: { id: String } }
      """
    let (one, two) = try devices(server, model, .init("tags", .relation(collection: "media_tags")))
    try one.run("INSERT INTO Tag (id) VALUES ('t1')")
    try one.run("INSERT INTO Medium (entityName, id) VALUES ('Film', 'f')")
    try one.run("INSERT INTO Film_tags (source, target) VALUES ('f', 't1')")
    try await one.sync()
    try await two.sync()
    #expect(server.entries(in: "media_tags").count == 1)
    #expect(try two.rows("SELECT source, target FROM Film_tags") == ["f|t1"])
    server.put(#"{"id":"l-f__t2","source":"f","target":"t2"}"#, id: "l-f__t2", in: "media_tags")
    try await two.sync()
    // It was asked for by its key, and the server does not have it.
    #expect(try two.rows("SELECT entity, state FROM _rowsmith_sync_rows WHERE key = 't2'") == ["Tag|3"])
  }
}
