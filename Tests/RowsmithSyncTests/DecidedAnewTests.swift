import Rowsmith
import RowsmithTesting
import Testing

@testable import RowsmithSync

/// Conflicts that were decided by a policy, and that somebody decides anew.
@Suite struct DecidedAnewTests {
  /// Two devices with an edit of one note each; the policy has decided on the second one.
  private func decided(
    _ plan: SyncPlan, _ first: String, _ second: String
  ) async throws -> (one: Device, two: Device, conflict: SyncConflict) {
    let server = MemorySyncServer()
    let (one, two) = (try Device(server, plan), try Device(server, plan))
    try one.run("INSERT INTO Note (id, title, body) VALUES ('n1', 'A', 'B')")
    try await one.sync()
    try await two.sync()
    try one.run(first)
    try two.run(second)
    try await one.sync()
    try await two.sync()
    try await one.sync()
    let conflict = try #require(try await two.store.fetch(two.session.conflicts()).first)
    #expect(!conflict.isOpen)
    return (one, two, conflict)
  }

  private func notes(_ device: Device) throws -> [String] { try device.rows("SELECT title, body FROM Note") }

  @Test(arguments: [
    (ConflictPolicy.serverWins, ConflictResolution.mine, "A2"), (.serverWins, .theirs, "A1"),
    (.serverWins, .value(.text("A3")), "A3"), (.clientWins, .mine, "A2"), (.clientWins, .theirs, "A1"),
    (.clientWins, .value(.text("A3")), "A3"),
  ])
  func `another value is a change, which goes to all devices`(
    policy: ConflictPolicy, resolution: ConflictResolution, title: String
  ) async throws {
    let (one, two, conflict) = try await decided(
      Notes.plan(conflict: policy), "UPDATE Note SET title = 'A1', body = 'B1'",
      "UPDATE Note SET title = 'A2'")
    try await two.session.resolve(conflict.id, resolution)
    #expect(try notes(two) == ["\(title)|B1"])
    #expect(try await two.sync().setAside.isEmpty)
    try await one.sync()
    for device in [one, two] { #expect(try notes(device) == ["\(title)|B1"]) }
    let known = try await two.store.fetch(two.session.conflicts())
    #expect(known.map(\.winner) == [resolution == .mine ? .mine : resolution == .theirs ? .theirs : .both])
    #expect(try await two.store.fetch(two.session.state(of: "Note", key: .text("n1"))) == .synced)
  }

  @Test(arguments: [DeleteConflictPolicy.deleteWins, .editWins], [ConflictResolution.mine, .theirs])
  func `a record that was deleted here is made again, or deleted after all`(
    policy: DeleteConflictPolicy, resolution: ConflictResolution
  ) async throws {
    let (one, two, conflict) = try await decided(
      Notes.plan(deleteConflict: policy), "UPDATE Note SET title = 'A1'", "DELETE FROM Note")
    try await two.session.resolve(conflict.id, resolution)
    try await two.sync()
    try await one.sync()
    for device in [one, two] { #expect(try notes(device) == (resolution == .mine ? [] : ["A1|B"])) }
  }

  @Test func `a record that was deleted there is deleted here after all`() async throws {
    let (one, two, conflict) = try await decided(
      Notes.plan(deleteConflict: .editWins), "DELETE FROM Note", "UPDATE Note SET title = 'A2'")
    #expect(try notes(two) == ["A2|B"])
    try await two.session.resolve(conflict.id, .theirs)
    try await two.sync()
    try await one.sync()
    for device in [one, two] { #expect(try notes(device) == []) }
  }

  @Test func `what cannot be decided so is refused, and changes nothing`() async throws {
    let (_, two, conflict) = try await decided(
      Notes.plan(deleteConflict: .deleteWins), "DELETE FROM Note", "UPDATE Note SET title = 'A2'")
    func refusal(_ id: Int64, _ resolution: ConflictResolution) async -> String? {
      do {
        try await two.session.resolve(id, resolution)
        return nil
      } catch { return (error as? SyncError)?.message }
    }
    #expect(
      await refusal(conflict.id, .mine)
        == "the record was deleted; its values are in the conflict's 'mine', and the app can insert it again")
    #expect(
      await refusal(conflict.id, .value(.text("x")))
        == "resolve the conflict of a record that one side deleted with 'mine' or 'theirs', not with a value")
    #expect(
      await refusal(conflict.id + 1, .mine)
        == "there is no conflict \(conflict.id + 1); 'conflicts()' lists the existing ones")
    #expect(throws: SyncError.self) { try two.session.conflicts(of: "Draft", key: .text("x")) }
    let request = try two.session.conflicts(of: "Note", key: .text("n1"))
    #expect(try await two.store.fetch(request).map(\.id) == [conflict.id])
    let others = try two.session.conflicts(of: "Note", key: .text("n2"))
    #expect(try await two.store.fetch(others).isEmpty)
    #expect(try await two.sync().pushed == 0)
    #expect(try notes(two) == [])
  }

  @Test(arguments: [true, false])
  func `a record made here under a key that the server has is what that says, where it is discarded`(
    isThere: Bool
  ) async throws {
    let server = MemorySyncServer()
    let (one, two) = (try Device(server), try Device(server))
    try one.run("INSERT INTO Note (id, title, body) VALUES ('n1', 'A', 'B')")
    try await one.sync()
    if isThere { try await two.sync() }
    try two.run("INSERT OR REPLACE INTO Note (id, title) VALUES ('n1', 'mine')")
    try await two.session.discard("Note", key: .text("n1"))
    #expect(try await two.sync().pushed == 0)
    #expect(try notes(two) == ["A|B"])
    try await one.sync()
    #expect(try notes(one) == ["A|B"])
  }

  @Test func `a record that is made again leaves what has only come inside others alone`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server, Notes.plan(deleteConflict: .deleteWins))
    server.put(#"{"id":"n1","title":"A","folder":{"id":"f1","name":"F"}}"#, id: "n1", in: "notes")
    try await device.sync()
    try device.run("DELETE FROM Note")
    server.put(#"{"id":"n1","title":"B","folder":{"id":"f1","name":"F"}}"#, id: "n1", in: "notes")
    try await device.sync()
    server.put(#"{"id":"n2","title":"C","folder":{"id":"f1","name":"G"}}"#, id: "n2", in: "notes")
    try await device.sync()
    let conflict = try #require(try await device.store.fetch(device.session.conflicts()).first)
    try await device.session.resolve(conflict.id, .theirs)
    try await device.sync()
    #expect(try device.rows("SELECT name FROM Folder") == ["G"])
    #expect(!server.requests.contains { $0.collection.path == "folders" })
  }

  @Test(arguments: [ConflictPolicy.manual, .fieldMerge])
  func `a record that is made again leaves those that it embeds alone`(policy: ConflictPolicy) async throws {
    let server = MemorySyncServer()
    let device = try Device(server, Notes.plan(conflict: policy, deleteConflict: .deleteWins))
    server.put(#"{"id":"f1","name":"F"}"#, id: "f1", in: "folders")
    server.put(#"{"id":"n1","title":"A","folder":{"id":"f1","name":"F"}}"#, id: "n1", in: "notes")
    try await device.sync()
    try device.run("DELETE FROM Note")
    server.put(#"{"id":"n1","title":"B","folder":{"id":"f1","name":"F"}}"#, id: "n1", in: "notes")
    try await device.sync()
    try device.run("UPDATE Folder SET name = 'Mine'")
    let conflict = try #require(try await device.store.fetch(device.session.conflicts()).first)
    try await device.session.resolve(conflict.id, .theirs)
    try await device.sync()
    #expect(try device.rows("SELECT title, folder, name FROM Note, Folder") == ["B|f1|Mine"])
    #expect(server.entries(in: "folders")["f1"]?.json.contains("Mine") == true)
  }

  @Test(arguments: [(ConflictResolution.mine, "A2"), (.theirs, "A1"), (.value(.text("A3")), "A3")])
  func `what was decided offline is in conflict again if the server has something else by then`(
    resolution: ConflictResolution, title: String
  ) async throws {
    let server = MemorySyncServer()
    let plan = Notes.plan(conflict: .manual)
    let (one, two) = (try Device(server, plan), try Device(server, plan))
    try one.run("INSERT INTO Note (id, title, body) VALUES ('n1', 'A', 'B')")
    for device in [one, two] { try await device.sync() }
    try one.run("UPDATE Note SET title = 'A1'")
    try two.run("UPDATE Note SET title = 'A2'")
    for device in [one, two] { try await device.sync() }
    let first = try #require(try await two.store.fetch(two.session.conflicts(openOnly: true)).first)
    try await two.session.resolve(first.id, resolution)
    #expect(try notes(two) == ["\(title)|B"])
    try one.run("UPDATE Note SET title = 'A4'")
    try await one.sync()
    try await two.sync()
    // About that nobody has decided, unless nothing was left to decide.
    let open = try await two.store.fetch(two.session.conflicts(openOnly: true))
    #expect(server.entries(in: "notes")["n1"]?.json.contains("A4") == true)
    if resolution == .theirs {
      #expect(try notes(two) == ["A4|B"] && open.isEmpty)
      return
    }
    #expect(try notes(two) == ["\(title)|B"])
    let second = try #require(open.first)
    #expect(open.count == 1 && second.base == .text("A1") && second.theirs == .text("A4"))
    try await two.session.resolve(second.id, .mine)
    for device in [two, one] { try await device.sync() }
    for device in [one, two] { #expect(try notes(device) == ["\(title)|B"]) }
  }

  @Test func `those of one record are found among those of others`() async throws {
    let device = try Device(MemorySyncServer())
    for (key, winner) in [("n1", "NULL"), ("n2", "NULL"), ("n1", "'mine'")] {
      try device.run(
        """
        INSERT INTO _rowsmith_conflicts (entity, key, name, kind, policy, winner, at)
        VALUES ('Note', '\(key)', 'title', 'edit', 'manual', \(winner), 0)
        """)
    }
    func found(_ request: SyncConflicts) async throws -> [Int64] {
      try await device.store.fetch(request).map(\.id)
    }
    #expect(try await found(device.session.conflicts()) == [1, 2, 3])
    #expect(try await found(device.session.conflicts(openOnly: true)) == [1, 2])
    #expect(try await found(device.session.conflicts(of: "Note", key: .text("n1"))) == [1, 3])
    #expect(try await found(device.session.conflicts(of: "Note", key: .text("n1"), openOnly: true)) == [1])
  }

  @Test func `open conflicts are found without going through the log`() throws {
    let device = try Device(MemorySyncServer())
    let (sql, values) = device.session.conflicts(openOnly: true).statement
    let plan = try device.store.read { db in
      try db.rows("EXPLAIN QUERY PLAN " + sql, values).map { try $0.value("detail", as: String.self) }
    }
    #expect(plan.first?.contains("_rowsmith_conflicts_open") == true, "\(plan)")
  }
}
