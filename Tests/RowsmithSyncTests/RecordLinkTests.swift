import Rowsmith
import RowsmithSync
import RowsmithTesting
import Testing

/// Links that are records of their own, when a record at one of their ends is deleted on one side and changed on the other.
@Suite struct RecordLinkTests {
  private let server = MemorySyncServer()

  /// A device with three links, which the server has, too.
  private func device(_ conflict: ConflictPolicy = .fieldMerge) async throws -> Device {
    let device = try empty(conflict)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A'), ('n2', 'B')")
    try device.run("INSERT INTO Tag (id) VALUES ('t1'), ('t2')")
    try device.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't1'), ('n1', 't2'), ('n2', 't1')")
    try await device.sync()
    return device
  }

  /// Two devices with these links.
  private func pair() async throws -> (one: Device, two: Device) {
    let one = try await device()
    let two = try empty()
    try await two.sync()
    return (one, two)
  }

  private func empty(_ conflict: ConflictPolicy = .fieldMerge) throws -> Device {
    let model = """
      entities:
        Note: { attributes: { id: String, title: String }, relationships: { fans: { to: "[Tag]", inverse: none } } }
        Tag: { attributes: { id: String, name: String? } }
      """
    return try Device(
      server, model: model, conflict: conflict,
      .init("Note", collection: "notes", links: [.init("fans", .relation(collection: "note_fans"))]),
      .init("Tag", collection: "tags"))
  }

  private static func links(_ device: Device) throws -> [String] {
    try device.rows("SELECT source, target FROM Note_fans ORDER BY source, target")
  }

  /// Expects that a note with its new title and its links is on both devices when the first one has synchronised, and then the
  /// second one.
  private func keepsNote(_ one: Device, _ two: Device) async throws {
    #expect(try await one.sync().conflicts == 1)
    try await two.sync()
    for device in [one, two] {
      #expect(try device.rows("SELECT id, title FROM Note") == ["n1|AA"])
      #expect(try Self.links(device) == ["n1|t1", "n1|t2"])
    }
    #expect(try await one.sync().isEmpty)
  }

  @Test func `a record that was deleted here and changed there stays with its links`() async throws {
    let (one, two) = try await pair()
    try one.run("DELETE FROM Note_fans")
    try one.run("DELETE FROM Note")
    try two.run("UPDATE Note SET title = 'AA' WHERE id = 'n1'")
    try await two.sync()
    try await keepsNote(one, two)
  }

  @Test func `a record that was deleted there and changed here is made again with its links`() async throws {
    let (one, two) = try await pair()
    try two.run("DELETE FROM Note_fans")
    try two.run("DELETE FROM Note")
    try await two.sync()
    try one.run("UPDATE Note SET title = 'AA' WHERE id = 'n1'")
    try await keepsNote(one, two)
  }

  @Test func `a record to which links lead stays with them`() async throws {
    let (one, two) = try await pair()
    try one.run("DELETE FROM Note_fans WHERE target = 't1'")
    try one.run("DELETE FROM Tag WHERE id = 't1'")
    try two.run("UPDATE Tag SET name = 'N' WHERE id = 't1'")
    try await two.sync()
    #expect(try await one.sync().conflicts == 1)
    try await two.sync()
    for device in [one, two] { #expect(try Self.links(device) == ["n1|t1", "n1|t2", "n2|t1"]) }
    // The other way round, it is made again.
    try two.run("DELETE FROM Note_fans WHERE target = 't1'")
    try two.run("DELETE FROM Tag WHERE id = 't1'")
    try await two.sync()
    try one.run("UPDATE Tag SET name = 'M' WHERE id = 't1'")
    #expect(try await one.sync().conflicts == 1)
    try await two.sync()
    for device in [one, two] {
      #expect(try device.rows("SELECT id, name FROM Tag ORDER BY id") == ["t1|M", "t2|-"])
      #expect(try Self.links(device) == ["n1|t1", "n1|t2", "n2|t1"])
    }
    #expect(try await one.sync().isEmpty)
  }

  @Test func `a link between a record that stays and one that is deleted is gone`() async throws {
    let (one, two) = try await pair()
    try one.run("DELETE FROM Note_fans")
    try one.run("DELETE FROM Tag WHERE id = 't1'")
    try one.run("DELETE FROM Note WHERE id = 'n1'")
    try two.run("UPDATE Note SET title = 'AA' WHERE id = 'n1'")
    try await two.sync()
    #expect(try await one.sync().conflicts == 1)
    try await two.sync()
    for device in [one, two] { #expect(try Self.links(device) == ["n1|t2"]) }
    #expect(server.entries(in: "note_fans").mapValues(\.isDeleted)["l-n1__t1"] == true)
    // A deletion that is discarded brings the links with it, at whichever end they are.
    try one.run("DELETE FROM Note_fans")
    try one.run("DELETE FROM Tag WHERE id = 't2'")
    try await one.session.discard("Tag", key: .text("t2"))
    #expect(try Self.links(one) == ["n1|t2"])
    #expect(try await one.sync().pushed == 0)
  }

  @Test func `a link between two records of one entity goes with the one that is deleted`() async throws {
    let model = """
      entities:
        Note: { attributes: { id: String, title: String }, relationships: { related: { to: "[Note]", inverse: none } } }
      """
    let device = try Device(
      server, model: model,
      .init("Note", collection: "notes", links: [.init("related", .relation(collection: "note_related"))]))
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A'), ('n2', 'B'), ('n3', 'C')")
    try device.run(
      "INSERT INTO Note_related (source, target) VALUES ('n1', 'n2'), ('n2', 'n1'), ('n1', 'n3')")
    try await device.sync()
    try device.run("DELETE FROM Note_related")
    try device.run("DELETE FROM Note WHERE id <> 'n3'")
    // Only one of the two has changed, though both come.
    server.put(#"{"id":"n1","title":"AA"}"#, id: "n1", in: "notes")
    server.put(#"{"id":"n2","title":"B"}"#, id: "n2", in: "notes")
    #expect(try await device.sync().conflicts == 1)
    #expect(try device.rows("SELECT id, title FROM Note ORDER BY id") == ["n1|AA", "n3|C"])
    #expect(try device.rows("SELECT source, target FROM Note_related") == ["n1|n3"])
    let there = server.entries(in: "note_related").filter { !$0.value.isDeleted }.keys.sorted()
    #expect(there == ["l-n1__n3"])
  }

  @Test(arguments: [SyncScope.push, .both])
  func `links stay with a record of which a change at the server was not seen when it was deleted`(
    _ scope: SyncScope
  ) async throws {
    let device = try await device()
    try device.run("DELETE FROM Note_fans WHERE source = 'n1'")
    try device.run("DELETE FROM Note WHERE id = 'n1'")
    let server = server
    server.fail { request in
      // Between the pull and the push.
      server.fail(nil)
      server.put(#"{"id":"n1","title":"AA"}"#, id: "n1", in: "notes")
      return nil
    }
    #expect(try await device.sync(scope).conflicts == 1)
    #expect(try device.rows("SELECT title FROM Note ORDER BY id") == ["AA", "B"])
    #expect(try Self.links(device) == ["n1|t1", "n1|t2", "n2|t1"])
    #expect(server.entries(in: "note_fans").values.allSatisfy { !$0.isDeleted })
    #expect(try await device.sync().pushed == 0)
  }

  @Test func `links stay with a record that another client makes again before their deletion is sent`()
    async throws
  {
    let device = try await device()
    try device.run("DELETE FROM Note_fans WHERE source = 'n1'")
    try device.run("DELETE FROM Note WHERE id = 'n1'")
    server.fail { $0.collection.isLinks ? .later(SyncError(.offline, "gone")) : nil }
    #expect(try await device.sync().stopped != nil)
    #expect(server.entries(in: "notes")["n1"]?.isDeleted == true)
    server.fail(nil)
    server.put(#"{"id":"n1","title":"AA"}"#, id: "n1", in: "notes")
    #expect(try await device.sync().pushed == 0)
    #expect(try Self.links(device) == ["n1|t1", "n1|t2", "n2|t1"])
    #expect(try device.rows("SELECT key FROM _rowsmith_sync_unsent").isEmpty)
  }

  /// What the server answers to the deletion of a record that has links, whether it is deleted in the end, and the links there.
  @Test(arguments: [(422, true, ["l-n2__t1"]), (403, false, ["l-n1__t1", "l-n1__t2", "l-n2__t1"])])
  func `links go before a record that the server does not delete with them, and stay if it never does`(
    _ status: Int, _ isDeleted: Bool, _ there: [String]
  ) async throws {
    let device = try await device()
    try device.run("DELETE FROM Note_fans WHERE source = 'n1'")
    try device.run("DELETE FROM Note WHERE id = 'n1'")
    let server = server
    server.fail { request in
      let links = server.entries(in: "note_fans").filter { $0.key.hasPrefix("l-n1") && !$0.value.isDeleted }
      return request.id == "n1" && !links.isEmpty ? .refused(.refusal(status)) : nil
    }
    #expect(try await device.sync().setAside.map(\.id) == (isDeleted ? [] : ["n1"]))
    #expect(server.entries(in: "notes")["n1"]?.isDeleted == isDeleted)
    #expect(server.entries(in: "note_fans").filter { !$0.value.isDeleted }.keys.sorted() == there)
  }

  @Test(arguments: ["mine", "theirs", "discarded"])
  func `links wait with a record of which nobody has decided whether it is made again`(
    _ decision: String
  ) async throws {
    let device = try await device(.manual)
    server.delete("l-n1__t1", in: "note_fans")
    server.delete("n1", in: "notes")
    try device.run("UPDATE Note SET title = 'AA' WHERE id = 'n1'")
    try device.run("INSERT INTO Tag (id) VALUES ('t3')")
    try device.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't3')")
    #expect(try await device.sync().conflicts == 1)
    #expect(server.entries(in: "note_fans")["l-n1__t3"] == nil)
    #expect(try Self.links(device) == ["n1|t1", "n1|t2", "n1|t3", "n2|t1"])
    server.delete("l-n1__t2", in: "note_fans")
    try await device.sync()
    let open = try await device.store.fetch(device.session.conflicts(openOnly: true))
    let conflict = try #require(open.first)
    switch decision {
    case "mine": try await device.session.resolve(conflict.id, .mine)
    case "theirs": try await device.session.resolve(conflict.id, .theirs)
    default: try await device.session.discard("Note", key: .text("n1"))
    }
    try await device.sync()
    let stay = decision == "mine" ? ["n1|t1", "n1|t2", "n1|t3"] : []
    #expect(try Self.links(device) == stay + ["n2|t1"])
    let there = server.entries(in: "note_fans").filter { !$0.value.isDeleted }.keys.sorted()
    let stayThere = decision == "mine" ? ["l-n1__t1", "l-n1__t2", "l-n1__t3"] : []
    #expect(there == stayThere + ["l-n2__t1"])
  }

  @Test func `links do not wait for a decision about a record that both sides have deleted`() async throws {
    let device = try await device(.manual)
    server.delete("n1", in: "notes")
    try device.run("UPDATE Note SET title = 'AA' WHERE id = 'n1'")
    #expect(try await device.sync().conflicts == 1)
    try device.run("DELETE FROM Note_fans WHERE source = 'n1'")
    try device.run("DELETE FROM Note WHERE id = 'n1'")
    try await device.sync()
    let there = server.entries(in: "note_fans").filter { !$0.value.isDeleted }.keys.sorted()
    #expect(there == ["l-n2__t1"])
    #expect(try device.rows("SELECT key FROM _rowsmith_sync_unsent").isEmpty)
  }

  @Test(arguments: [true, false])
  func `links wait with a record of which nobody has decided whether it is deleted`(
    _ stays: Bool
  ) async throws {
    let device = try await device(.manual)
    try device.run("DELETE FROM Note_fans WHERE source = 'n1'")
    try device.run("DELETE FROM Note WHERE id = 'n1'")
    server.put(#"{"id":"n1","title":"AA"}"#, id: "n1", in: "notes")
    #expect(try await device.sync().conflicts == 1)
    #expect(server.entries(in: "note_fans").values.allSatisfy { !$0.isDeleted })
    let open = try await device.store.fetch(device.session.conflicts(openOnly: true))
    try await device.session.resolve(try #require(open.first).id, stays ? .theirs : .mine)
    try await device.sync()
    #expect(try device.rows("SELECT title FROM Note ORDER BY id") == (stays ? ["AA", "B"] : ["B"]))
    #expect(try Self.links(device) == (stays ? ["n1|t1", "n1|t2"] : []) + ["n2|t1"])
    let there = server.entries(in: "note_fans").filter { !$0.value.isDeleted }.keys.sorted()
    #expect(there == (stays ? ["l-n1__t1", "l-n1__t2"] : []) + ["l-n2__t1"])
  }

  @Test(arguments: ["Note", "Tag"])
  func `records at both ends of a link that come after their own pages are asked for by their keys`(
    _ owner: String
  ) async throws {
    let server = HookedServer()
    let isNote = owner == "Note"
    let model = """
      entities:
        Note: { attributes: { id: String }, relationships: { tags: "[Tag]" } }
        Tag: { attributes: { id: String }, relationships: { notes: "[Note]" } }
      """
    let links = SyncPlan.Links(isNote ? "tags" : "notes", .relation(collection: "links"))
    let device = try Device(
      server, model: model, .init("Note", collection: "notes", links: isNote ? [links] : []),
      .init("Tag", collection: "tags", links: isNote ? [] : [links]))
    server.before { query in
      guard query.collection.isLinks else { return }
      let (source, target) = isNote ? ("n1", "t1") : ("t1", "n1")
      server.memory.put(#"{"id":"n1"}"#, id: "n1", in: "notes")
      server.memory.put(#"{"id":"t1"}"#, id: "t1", in: "tags")
      server.memory.put(#"{"id":"l","source":"\#(source)","target":"\#(target)"}"#, id: "l", in: "links")
    }
    try await device.sync()
    #expect(try device.rows("SELECT source, target FROM Note_tags") == ["n1|t1"])
    #expect(try device.rows("SELECT id FROM Note UNION ALL SELECT id FROM Tag") == ["n1", "t1"])
    #expect(try device.rows("SELECT key FROM _rowsmith_sync_rows WHERE state = 3").isEmpty)
  }
}
