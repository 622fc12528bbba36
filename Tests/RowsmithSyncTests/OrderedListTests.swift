import Rowsmith
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import Testing

/// Lists whose order counts, and records in which the model sees that they are deleted.
@Suite struct OrderedListTests {
  static let schema: Schema = {
    let yaml = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Note:
          DeletedWhen: gone
          attributes: { id: String, title: String? }
          relationships: { tags: { to: [Tag], inverse: none, ordered: true, MergePolicy: Replace } }
        Tag: { attributes: { id: String } }
      """
    return ModelCompiler.compile([ModelSource(path: "Ordered.yml", text: yaml)], name: "Ordered").schema
      ?? Schema(name: "", entities: [])
  }()

  private static func plan(
    _ conflict: ConflictPolicy = .fieldMerge, _ deletion: DeleteConflictPolicy = .editWins
  ) -> SyncPlan {
    SyncPlan(
      server: "memory", conflict: conflict, deleteConflict: deletion,
      entities: [
        .init("Note", collection: "notes", links: [.init("tags", .array)]), .init("Tag", collection: "tags"),
      ])
  }

  private func devices(_ server: MemorySyncServer, _ plan: SyncPlan = plan()) async throws -> (Device, Device)
  {
    let (one, two) = (
      try Device(server, plan, schema: Self.schema), try Device(server, plan, schema: Self.schema)
    )
    try one.run("INSERT INTO Tag (id) VALUES ('a'), ('b'), ('c'), ('d')")
    try one.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try one.run(
      "INSERT INTO Note_tags (source, target, position) VALUES ('n1', 'a', 0), ('n1', 'b', 1), ('n1', 'c', 2)"
    )
    try await one.sync()
    try await two.sync()
    #expect(try tags(two) == ["a", "b", "c"])
    return (one, two)
  }

  private func tags(_ device: Device) throws -> [String] {
    try device.rows("SELECT target FROM Note_tags WHERE source = 'n1' ORDER BY position")
  }

  /// Gives the note these tags in this order.
  private func set(_ tags: [String], _ device: Device) throws {
    try device.store.write { db in
      try db.execute(sql: "DELETE FROM Note_tags WHERE source = 'n1'")
      for (place, tag) in tags.enumerated() {
        try db.execute(
          sql: "INSERT INTO Note_tags (source, target, position) VALUES ('n1', ?, ?)", tag, place)
      }
    }
  }

  @Test(arguments: [["c", "a", "b"], ["c", "d", "a"], ["d"], []])
  func `another order goes to the other device`(order: [String]) async throws {
    let (one, two) = try await devices(MemorySyncServer())
    try set(order, one)
    try await one.sync()
    try await two.sync()
    for device in [one, two] { #expect(try tags(device) == order) }
    #expect(try await two.sync().pushed == 0)
  }

  @Test(.timeLimit(.minutes(10))) func `a long list gets its order back in one go`() async throws {
    let plan = SyncPlan(
      server: "memory", entities: [.init("Note", collection: "notes", links: [.init("tags", .array)])])
    let device = try Device(MemorySyncServer(), plan, schema: Self.schema)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try device.run(
      """
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59999)
      INSERT INTO Note_tags (source, target, position) SELECT 'n1', 't' || i, 59999 - i FROM n
      """)
    try await device.sync()
    try device.run("DELETE FROM Note_tags WHERE target = 't59998'")
    try device.run("UPDATE Note_tags SET position = 59999 WHERE target = 't59999'")
    try await device.session.discard("Note", key: .text("n1"))
    #expect(try Array(tags(device).prefix(3)) == ["t59999", "t59998", "t59997"])
    #expect(try device.rows("SELECT count(*), max(position) FROM Note_tags") == ["60000|59999"])
  }

  @Test(arguments: [ConflictPolicy.serverWins, .clientWins])
  func `of two orders the one of the policy stands on both devices`(policy: ConflictPolicy) async throws {
    let (one, two) = try await devices(MemorySyncServer(), Self.plan(policy))
    try set(["c", "b", "a"], one)
    try set(["d", "b", "a", "c"], two)
    try await one.sync()
    #expect(try await two.sync().conflicts == 1)
    try await one.sync()
    let order = policy == .serverWins ? ["c", "b", "a"] : ["d", "b", "a", "c"]
    for device in [one, two] { #expect(try tags(device) == order) }
  }

  @Test
  func
    `an order that is not sent yet outlasts what comes of other attributes, and goes where it is discarded`()
    async throws
  {
    let (one, two) = try await devices(MemorySyncServer())
    try one.run("UPDATE Note SET title = 'B'")
    try await one.sync()
    try set(["c", "d", "b"], two)
    #expect(try await two.sync(.pull).merged == 1)
    #expect(try tags(two) == ["c", "d", "b"] && two.rows("SELECT title FROM Note") == ["B"])
    try await two.session.discard("Note", key: .text("n1"))
    #expect(try tags(two) == ["a", "b", "c"])
    #expect(try await two.sync().pushed == 0)
  }

  @Test(arguments: [true, false])
  func `a record that says that it is deleted goes, edited or not, where deletions win`(isEdited: Bool)
    async throws
  {
    let server = MemorySyncServer()
    let (one, two) = try await devices(server, Self.plan(.fieldMerge, isEdited ? .deleteWins : .editWins))
    if isEdited { try two.run("UPDATE Note SET title = 'mine'") }
    server.put(#"{"id":"n1","title":"A","gone":true,"tags":[]}"#, id: "n1", in: "notes")
    #expect(try await two.sync().setAside.isEmpty)
    try await one.sync()
    for device in [two, one] { #expect(try device.rows("SELECT id, title FROM Note") == []) }
    #expect(try await two.sync().pushed == 0)
  }

  static let winners: [(ConflictPolicy, DeleteConflictPolicy)] = [
    (.fieldMerge, .editWins), (.fieldMerge, .deleteWins), (.manual, .editWins), (.clientWins, .editWins),
  ]

  @Test(arguments: winners)
  func `what was changed in a record that says that it is deleted is in the log, as nobody can make it again`(
    policy: ConflictPolicy, deletion: DeleteConflictPolicy
  ) async throws {
    let server = MemorySyncServer()
    let (_, two) = try await devices(server, Self.plan(policy, deletion))
    try two.run("UPDATE Note SET title = 'mine'")
    server.put(#"{"id":"n1","title":"A","gone":true,"tags":[]}"#, id: "n1", in: "notes")
    let report = try await two.sync()
    #expect(report.conflicts == 1 && report.pushed == 0 && report.setAside.isEmpty)
    #expect(try two.rows("SELECT id FROM Note") == [])
    #expect(try two.rows("SELECT key FROM _rowsmith_sync_unsent WHERE entity = 'Note'") == [])
    #expect(try two.rows("SELECT key, kind, winner FROM _rowsmith_conflicts") == ["n1|delete|theirs"])
    #expect(try two.rows("SELECT json_extract(mine, '$.title') FROM _rowsmith_conflicts") == ["mine"])
    #expect(try await two.sync().pushed == 0)
  }

  @Test func `a record that was made here under the key of one that says that it is deleted is in the log`()
    async throws
  {
    let server = MemorySyncServer()
    let (_, two) = try await devices(server)
    server.put(#"{"id":"n2","title":"A","gone":true,"tags":[]}"#, id: "n2", in: "notes")
    try two.run("INSERT INTO Note (id, title) VALUES ('n2', 'mine')")
    #expect(try await two.sync(.pull).conflicts == 1)
    #expect(try two.rows("SELECT id FROM Note") == ["n1"])
    #expect(
      try two.rows("SELECT key, json_extract(mine, '$.title'), winner FROM _rowsmith_conflicts")
        == ["n2|mine|theirs"])
    #expect(try await two.sync().pushed == 0)
  }

  @Test func `a record that says that it is deleted takes nothing with it`() async throws {
    let model = """
      entities:
        Folder:
          DeletedWhen: gone
          attributes: { id: String }
          relationships: { notes: { to: "[Note]", inverse: folder, DeleteRule: Cascade, export: false } }
        Note: { attributes: { id: String, title: String? }, relationships: { folder: Folder? } }
      """
    let server = MemorySyncServer()
    server.put(#"{"id":"f"}"#, id: "f", in: "folders")
    for id in ["a", "b"] { server.put(#"{"id":"\#(id)","folder":"f"}"#, id: id, in: "notes") }
    let device = try Device(
      server, model: model, .init("Folder", collection: "folders"), .init("Note", collection: "notes"))
    try await device.sync()
    try device.run("UPDATE Note SET title = 'Mine' WHERE id = 'b'")
    server.put(#"{"id":"f","gone":true}"#, id: "f", in: "folders")
    let report = try await device.sync()
    #expect(report.entities["Folder"]?.deleted == 1 && report.pushed == 1, "\(report)")
    #expect(try device.rows("SELECT id, title FROM Note ORDER BY id") == ["a|-", "b|Mine"])
    #expect(server.entries(in: "notes").mapValues(\.isDeleted) == ["a": false, "b": false])
  }
}
