import Rowsmith
import RowsmithSync
import RowsmithTesting
import Testing

/// How old a change counts that is made anew: sent again, or made again by a decision.
@Suite struct ChangeTimeTests {
  @Test func `what is sent again is not later than it is by the server's clock`() async throws {
    let server = MemorySyncServer()
    var options = SyncOptions()
    // A day behind the server's.
    options.clock.now = { Double(server.time) / 1000 - 86_400 }
    let device = try Device(server, options: options)
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
