import Rowsmith
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// How old a change counts that is made anew: sent again, or made again by a decision.
@Suite struct ChangeTimeTests {
  @Test(arguments: [600_000, -600_000])
  func `the later change wins by the server's clock, and an app's resolver is told which that is`(
    shift: Int
  ) async throws {
    // The server's clock is years behind this machine's; what counts is how far it has gone since.
    let server = MemorySyncServer()
    let asked = Guarded<[ConflictingValues]>([])
    var options = SyncOptions()
    options.resolvers = [
      ConflictResolver("Note") { values in
        asked.withLock { $0.append(values) }
        return nil
      }
    ]
    let (one, two) = (try Device(server), try Device(server, options: options))
    try one.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await one.sync()
    try await two.sync()
    try one.run("UPDATE Note SET title = 'A1'")
    try two.run("UPDATE Note SET title = 'A2'")
    for table in ["_rowsmith_sync_unsent", "_rowsmith_sync_values"] {
      try two.run("UPDATE \(table) SET at = at + \(shift)")
    }
    for device in [one, two, one] { try await device.sync() }
    let isMine = shift > 0
    for device in [one, two] {
      #expect(try device.rows("SELECT title FROM Note") == [isMine ? "A2" : "A1"])
    }
    let conflicts = try await two.store.fetch(two.session.conflicts())
    #expect(conflicts.map(\.winner) == [isMine ? .mine : .theirs])
    let values = try #require(asked.withLock { $0.first })
    #expect(values.isTheirsLater == !isMine)
    #expect(values.entity == "Note" && values.key == .text("n1") && values.member == "title")
    #expect(values.base == .text("A") && values.mine == .text("A2") && values.theirs == .text("A1"))
  }

  @Test func `a page that is long on its way makes no change here older`() async throws {
    let server = HookedServer()
    let device = try Device(server, options: .clock(of: server.memory))
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    server.memory.put(#"{"id":"n1","title":"Theirs"}"#, id: "n1", in: "notes")
    // Ten seconds later it is changed here, too.
    server.memory.time += 10_000
    try device.run("UPDATE Note SET title = 'Mine'")
    for table in ["_rowsmith_sync_unsent", "_rowsmith_sync_values"] {
      try device.run("UPDATE \(table) SET at = \(server.memory.time)")
    }
    // Each page has the time at which it was made, and takes a minute.
    server.changing { [memory = server.memory] _, _ in memory.time += 60_000 }
    try await device.sync()
    #expect(try device.rows("SELECT title FROM Note") == ["Mine"])
    #expect(try await device.store.fetch(device.session.conflicts()).map(\.winner) == [.mine])
  }

  @Test(arguments: [(0, "Mine"), (-1, "Theirs")])
  func `of two changes at the same millisecond by the server's clock the one made here is the later`(
    shift: Int, title: String
  ) async throws {
    let server = MemorySyncServer()
    let device = try Device(server, options: .clock(of: server, behind: 3_600_000))
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    server.put(#"{"id":"n1","title":"Theirs"}"#, id: "n1", in: "notes")
    try device.run("UPDATE Note SET title = 'Mine'")
    for table in ["_rowsmith_sync_unsent", "_rowsmith_sync_values"] {
      try device.run("UPDATE \(table) SET at = \(server.time - 3_600_000 + Int64(shift))")
    }
    try await device.sync()
    #expect(try device.rows("SELECT title FROM Note") == [title])
    #expect(server.entries(in: "notes")["n1"]?.json.contains(title) == true)
  }

  @Test func `what is sent again is not later than it is by the server's clock`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server, options: .clock(of: server, behind: 86_400_000))
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    server.time += 10_000
    try await device.sync()
    try device.run("UPDATE Note SET title = 'Mine'")
    try await device.sync(.push)
    // The server has taken it, and loses it.
    server.put(#"{"id":"n1","title":"A"}"#, id: "n1", in: "notes")
    #expect(try await device.sync(.pull).lost.count == 1)
    server.time += 1000
    server.put(#"{"id":"n1","title":"Later"}"#, id: "n1", in: "notes")
    try await device.sync()
    #expect(try device.rows("SELECT title FROM Note") == ["Later"])
  }

  @Test func `a record that is made again by a decision is as old as its last change here`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server, Notes.plan(conflict: .manual, members: [.init("title", .fieldMerge)]))
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    server.delete("n1", in: "notes")
    try device.run("UPDATE Note SET title = 'B'")
    try await device.sync()
    let conflict = try #require(try await device.store.fetch(device.session.conflicts(openOnly: true)).first)
    // Another client makes it again, and after that it is changed here.
    server.time += 300_000
    server.put(#"{"id":"n1","title":"Theirs"}"#, id: "n1", in: "notes")
    try device.run("UPDATE Note SET title = 'Mine'")
    try device.run("UPDATE _rowsmith_sync_unsent SET at = at + 600000")
    try await device.session.resolve(conflict.id, .mine)
    try await device.sync()
    #expect(try device.rows("SELECT title FROM Note") == ["Mine"])
  }

  @Test func `a conflict whose time another program has altered can be decided`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server, Notes.plan(conflict: .manual, members: [.init("title", .fieldMerge)]))
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    server.delete("n1", in: "notes")
    try device.run("UPDATE Note SET title = 'B'")
    try await device.sync()
    let conflict = try #require(try await device.store.fetch(device.session.conflicts(openOnly: true)).first)
    try device.run("UPDATE _rowsmith_conflicts SET at = 9223372036854775807")
    try device.run("DELETE FROM _rowsmith_sync_unsent")
    try await device.session.resolve(conflict.id, .mine)
    #expect(try device.rows("SELECT at FROM _rowsmith_sync_unsent") == ["1000000000000000"])
  }
}
