import Rowsmith
import RowsmithModel
import RowsmithSchema
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// Values that no two rows may have, changed here and on the server.
@Suite struct TakenValueTests {
  private static func schema(slug: String = "String?") -> Schema {
    let yaml = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Page: { attributes: { id: String, slug: { type: \(slug), unique: true }, title: String?, text: String? } }
      """
    return ModelCompiler.compile([ModelSource(path: "Pages.yml", text: yaml)], name: "Pages").schema
      ?? Schema(name: "", entities: [])
  }
  private static let plan = SyncPlan(
    server: "memory", conflict: .fieldMerge, deleteConflict: .editWins,
    entities: [.init("Page", collection: "pages")])

  @Test func `a change stays a change where another row has taken the value that the server has`()
    async throws
  {
    let server = MemorySyncServer()
    server.put(#"{"id":"p1","slug":"home","title":"T","text":"A"}"#, id: "p1", in: "pages")
    let device = try Device(server, Self.plan, schema: Self.schema())
    try await device.sync()
    try device.run("UPDATE Page SET slug = 'start', title = 'Mine'")
    try device.run("INSERT INTO Page (id, slug) VALUES ('p2', 'home')")
    // What it says of the title is what it said before: the record does not have it.
    server.put(#"{"id":"p1","text":"B"}"#, id: "p1", in: "pages")
    let pulled = try await device.sync(.pull)
    #expect(pulled.stopped == nil && pulled.setAside.isEmpty, "\(pulled)")
    #expect(
      try device.rows("SELECT id, slug, title, text FROM Page ORDER BY id")
        == ["p1|start|Mine|B", "p2|home|-|-"])
    #expect(
      try device.rows("SELECT name, base FROM _rowsmith_sync_values WHERE key = 'p1' ORDER BY name")
        == ["slug|home", "title|T"])
    let pushed = try await device.sync()
    #expect(pushed.setAside.isEmpty && pushed.pushed == 2, "\(pushed)")
    let sent = server.requests.compactMap { $0.body.map { String(decoding: $0, as: UTF8.self) } }
    #expect(sent.contains(#"{"id":"p1","slug":"start","title":"Mine"}"#), "\(sent)")
    #expect(try await device.sync().isEmpty)
  }

  @Test func `a record comes though a row that was made here has taken its value`() async throws {
    let server = MemorySyncServer()
    server.put(#"{"id":"p1","slug":"home","title":"T","text":"A"}"#, id: "p1", in: "pages")
    let device = try Device(server, Self.plan, schema: Self.schema())
    try await device.sync()
    try device.run("UPDATE Page SET slug = 'start', title = 'Mine'")
    try device.run("INSERT INTO Page (id, slug) VALUES ('p2', 'home')")
    server.put(#"{"id":"p1","slug":"home","title":"T","text":"B"}"#, id: "p1", in: "pages")
    let pulled = try await device.sync(.pull)
    #expect(pulled.unreadable.isEmpty && pulled.conflicts == 0, "\(pulled)")
    #expect(try device.rows("SELECT slug, title, text FROM Page WHERE id = 'p1'") == ["start|Mine|B"])
    try await device.sync()
    try await device.sync()
    #expect(
      try device.rows("SELECT id, slug, title, text FROM Page ORDER BY id")
        == ["p1|start|Mine|B", "p2|home|-|-"])
    #expect(try device.rows("SELECT * FROM _rowsmith_sync_unsent").isEmpty)
    let there = try #require(server.entries(in: "pages")["p1"]?.json)
    #expect(there.contains(#""slug":"start""#) && there.contains(#""text":"B""#), "\(there)")
  }

  @Test func `a value that the server has given another record is not ours to give`() async throws {
    let server = MemorySyncServer()
    server.put(#"{"id":"p1","slug":"home","title":"T","text":"A"}"#, id: "p1", in: "pages")
    let device = try Device(server, Self.plan, schema: Self.schema())
    try await device.sync()
    try device.run("UPDATE Page SET slug = 'start', title = 'Mine'")
    server.put(#"{"id":"p1","slug":"home","title":"T","text":"B"}"#, id: "p1", in: "pages")
    server.put(#"{"id":"p2","slug":"start"}"#, id: "p2", in: "pages")
    let pulled = try await device.sync(.pull)
    #expect(pulled.stopped == nil, "\(pulled)")
    #expect(
      try device.rows("SELECT id, slug, title, text FROM Page ORDER BY id")
        == ["p1|home|Mine|B", "p2|start|-|-"])
    let lost = try #require(try await device.store.fetch(device.session.conflicts()).first)
    #expect(pulled.conflicts == 1 && !lost.isOpen)
    #expect(lost.member == "slug" && lost.policy == "unique" && lost.winner == .theirs)
    #expect(lost.mine == .text("start") && lost.theirs == .text("home"))
    try await device.sync()
    let sent = server.requests.compactMap { $0.body.map { String(decoding: $0, as: UTF8.self) } }
    #expect(sent == [#"{"id":"p1","title":"Mine"}"#])
  }

  @Test func `rows that swapped their values here keep them`() async throws {
    let server = MemorySyncServer()
    for (id, slug) in [("p1", "a"), ("p2", "b")] {
      server.put(#"{"id":"\#(id)","slug":"\#(slug)","text":"A"}"#, id: id, in: "pages")
    }
    let device = try Device(server, Self.plan, schema: Self.schema())
    try await device.sync()
    for (slug, id) in [("c", "p1"), ("a", "p2"), ("b", "p1")] {
      try device.run("UPDATE Page SET slug = '\(slug)' WHERE id = '\(id)'")
    }
    for (id, slug) in [("p1", "a"), ("p2", "b")] {
      server.put(#"{"id":"\#(id)","slug":"\#(slug)","text":"B"}"#, id: id, in: "pages")
    }
    let pulled = try await device.sync(.pull)
    #expect(pulled.unreadable.isEmpty && pulled.conflicts == 0, "\(pulled)")
    #expect(try device.rows("SELECT id, slug, text FROM Page ORDER BY id") == ["p1|b|B", "p2|a|B"])
    try await device.sync()
    #expect(server.entries(in: "pages")["p1"]?.json.contains(#""slug":"b""#) == true)
    #expect(try await device.sync().isEmpty)
  }

  @Test func `a row that needs a value keeps it, and the record waits`() async throws {
    let server = MemorySyncServer()
    server.put(#"{"id":"p1","slug":"home","text":"A"}"#, id: "p1", in: "pages")
    let device = try Device(server, Self.plan, schema: Self.schema(slug: "String"))
    try await device.sync()
    try device.run("UPDATE Page SET slug = 'start'")
    try device.run("INSERT INTO Page (id, slug) VALUES ('p2', 'home')")
    server.put(#"{"id":"p1","slug":"home","text":"B"}"#, id: "p1", in: "pages")
    let pulled = try await device.sync(.pull)
    #expect(pulled.unreadable.map(\.id) == ["p1"], "\(pulled)")
    #expect(try device.rows("SELECT id, slug, text FROM Page ORDER BY id") == ["p1|start|A", "p2|home|-"])
    #expect(try device.rows("SELECT name, base FROM _rowsmith_sync_values WHERE key = 'p1'") == ["slug|home"])
  }

  /// A device with the pages a and b, as the server has them.
  private func synced(_ server: MemorySyncServer, pageSize: Int = 500) async throws -> Device {
    for id in ["a", "b"] { server.put(#"{"id":"\#(id)","slug":"\#(id)"}"#, id: id, in: "pages") }
    var options = SyncOptions()
    options.pageSize = pageSize
    let device = try Device(server, Self.plan, options: options, schema: Self.schema())
    try await device.sync()
    return device
  }

  @Test func `a record that has the value of a deleted one comes with the deletion`() async throws {
    let server = MemorySyncServer()
    let device = try await synced(server)
    server.delete("a", in: "pages")
    server.put(#"{"id":"c","slug":"a"}"#, id: "c", in: "pages")
    let report = try await device.sync()
    #expect(report.unreadable.isEmpty && report.entities["Page"]?.unreadable == 0, "\(report)")
    #expect(try device.rows("SELECT id, slug FROM Page ORDER BY id") == ["b|b", "c|a"])
  }

  @Test(arguments: [1, 500])
  func `records that have swapped their values come in pages of any size`(pageSize: Int) async throws {
    let server = MemorySyncServer()
    let device = try await synced(server, pageSize: pageSize)
    server.put(#"{"id":"a","slug":"b"}"#, id: "a", in: "pages")
    server.put(#"{"id":"b","slug":"a"}"#, id: "b", in: "pages")
    let report = try await device.sync()
    #expect(report.unreadable.isEmpty, "\(report)")
    #expect(try device.rows("SELECT id, slug FROM Page ORDER BY id") == ["a|b", "b|a"])
  }

  @Test func `what cannot be imported is asked for once more, and then reported`() async throws {
    let server = MemorySyncServer()
    let device = try await synced(server)
    server.put(#"{"id":"c","slug":["a"]}"#, id: "c", in: "pages")
    let report = try await device.sync()
    #expect(report.unreadable.map(\.id) == ["c"] && report.entities["Page"]?.unreadable == 1, "\(report)")
  }

  @Test func `a record that waits comes once the row here has another value`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server, Self.plan, schema: Self.schema(slug: "String"))
    try await device.sync()
    try device.run("INSERT INTO Page (id, slug) VALUES ('p2', 'home')")
    server.put(#"{"id":"p3","slug":"home"}"#, id: "p3", in: "pages")
    #expect(try await device.sync(.pull).unreadable.map(\.id) == ["p3"])
    try device.run("UPDATE Page SET slug = 'start'")
    #expect(try await device.sync().unreadable.isEmpty)
    #expect(try device.rows("SELECT id, slug FROM Page ORDER BY id") == ["p2|start", "p3|home"])
  }

  @Test func `a record that waits and cannot be asked for stops nothing`() async throws {
    for reason in [SyncError.Reason.forbidden, .refused, .answer, .settings] {
      let server = HookedServer()
      let device = try Device(server, Self.plan, schema: Self.schema(slug: "String"))
      try await device.sync()
      try device.run("INSERT INTO Page (id, slug) VALUES ('p1', 'home')")
      server.memory.put(#"{"id":"p2","slug":"home"}"#, id: "p2", in: "pages")
      try await device.sync(.pull)
      server.beforeReading { _ in throw SyncError(reason, "not to be had") }
      server.memory.put(#"{"id":"p3","slug":"more"}"#, id: "p3", in: "pages")
      let report = try await device.sync(.pull)
      #expect(report.stopped == nil && report.setAside.isEmpty && report.pulled == 1, "\(reason): \(report)")
      #expect(try device.rows("SELECT id FROM Page ORDER BY id") == ["p1", "p3"], "\(reason)")
    }
  }

  @Test func `a record that waits is asked for again where that was interrupted`() async throws {
    let server = HookedServer()
    for id in ["a", "b"] { server.memory.put(#"{"id":"\#(id)","slug":"\#(id)"}"#, id: id, in: "pages") }
    var options = SyncOptions()
    options.pageSize = 1
    let device = try Device(server, Self.plan, options: options, schema: Self.schema())
    try await device.sync()
    server.memory.put(#"{"id":"a","slug":"b"}"#, id: "a", in: "pages")
    server.memory.put(#"{"id":"b","slug":"c"}"#, id: "b", in: "pages")
    server.beforeReading { _ in throw SyncError(.offline, "no network") }
    #expect(try await device.sync().stopped?.reason == .offline)
    server.beforeReading(nil)
    try await device.sync()
    #expect(try device.rows("SELECT id, slug FROM Page ORDER BY id") == ["a|b", "b|c"])
  }

  @Test func `a value that a deleted row had goes to a new one in one sync`() async throws {
    let server = MemorySyncServer()
    server.put(#"{"id":"p2","slug":"home"}"#, id: "p2", in: "pages")
    let device = try Device(server, Self.plan, schema: Self.schema())
    try await device.sync()
    let isFree = Guarded(false)
    server.fail { request in
      if request.kind == .delete { isFree.withLock { $0 = true } }
      if request.kind != .create || isFree.withLock({ $0 }) { return nil }
      var error = SyncError(.refused, "slug is taken")
      error.status = 422
      return .refused(error)
    }
    try device.run("DELETE FROM Page")
    try device.run("INSERT INTO Page (id, slug) VALUES ('p1', 'home')")
    let report = try await device.sync()
    #expect(report.setAside.isEmpty && report.waiting == 0, "\(report)")
    #expect(server.entries(in: "pages").mapValues(\.isDeleted) == ["p1": false, "p2": true])
  }

  @Test func `a value that another row gives up is taken in one sync where the server reports a conflict`()
    async throws
  {
    let server = MemorySyncServer()
    server.put(#"{"id":"p1","slug":"a"}"#, id: "p1", in: "pages")
    server.put(#"{"id":"p2","slug":"b"}"#, id: "p2", in: "pages")
    let device = try Device(server, Self.plan, schema: Self.schema())
    try await device.sync()
    let isFree = Guarded(false)
    // Its version is the one that the change is based on.
    server.fail { request in
      if request.id == "p2" { isFree.withLock { $0 = true } }
      return request.id == "p1" && !isFree.withLock({ $0 }) ? .conflict(nil) : nil
    }
    try device.run("UPDATE Page SET slug = 'c' WHERE id = 'p2'")
    try device.run("UPDATE Page SET slug = 'b' WHERE id = 'p1'")
    let report = try await device.sync()
    #expect(report.setAside.isEmpty && report.waiting == 0 && report.pushed == 2, "\(report)")
    #expect(try await device.sync().isEmpty)
  }

  @Test func `refused changes of rows that swapped their values are discarded one after the other`()
    async throws
  {
    let server = MemorySyncServer()
    server.put(#"{"id":"p1","slug":"a"}"#, id: "p1", in: "pages")
    server.put(#"{"id":"p2","slug":"b"}"#, id: "p2", in: "pages")
    let device = try Device(server, Self.plan, schema: Self.schema())
    try await device.sync()
    server.fail { _ in .refused(SyncError(.refused, "slug is taken")) }
    try device.run("UPDATE Page SET slug = NULL WHERE id = 'p1'")
    try device.run("UPDATE Page SET slug = 'a', title = 'Mine' WHERE id = 'p2'")
    try device.run("UPDATE Page SET slug = 'b' WHERE id = 'p1'")
    #expect(try await device.sync().setAside.count == 2)
    try await device.session.discard("Page", key: .text("p1"))
    #expect(try device.rows("SELECT id, slug, title FROM Page ORDER BY id") == ["p1|a|-", "p2|b|Mine"])
    #expect(
      try device.rows("SELECT key, name, mine, theirs, policy, winner FROM _rowsmith_conflicts")
        == ["p2|slug|a|b|unique|theirs"])
    try await device.session.discard("Page", key: .text("p2"))
    #expect(try device.rows("SELECT id, slug, title FROM Page ORDER BY id") == ["p1|a|-", "p2|b|-"])
    server.fail(nil)
    #expect(try await device.sync().isEmpty)
  }

  @Test(arguments: [1, -1]) func `values that move on by one row need few requests`(step: Int) async throws {
    let server = MemorySyncServer()
    let device = try Device(server, Self.plan, schema: Self.schema())
    for number in 10..<50 { try device.run("INSERT INTO Page (id, slug) VALUES ('p\(number)', '\(number)')") }
    try await device.sync()
    let taken = Guarded(Dictionary(uniqueKeysWithValues: (10..<50).map { ("p\($0)", "\($0)") }))
    server.fail { request in
      let slug = (try? JSONValue(parsing: String(decoding: request.body ?? [], as: UTF8.self)))?["slug"]?
        .string
      return taken.withLock { taken in
        guard let slug, taken[request.id] != slug else { return nil }
        if taken.contains(where: { $0.key != request.id && $0.value == slug }) {
          var error = SyncError(.refused, "slug is taken")
          error.status = 422
          return .refused(error)
        }
        taken[request.id] = slug
        return nil
      }
    }
    let before = server.requests.count
    try device.run("UPDATE Page SET slug = 'x' || slug")
    try device.run("UPDATE Page SET slug = CAST(substr(slug, 2) AS INTEGER) + \(step)")
    let report = try await device.sync()
    #expect(report.setAside.isEmpty && report.waiting == 0, "\(report)")
    #expect(server.requests.count - before <= 3 * 40)
  }

  @Test func `a refused row waits for a value that is free only after one of another table`() async throws {
    let server = MemorySyncServer()
    let device = try Device(
      server,
      model: """
        entities:
          A: { PrimaryKey: id, attributes: { id: String, name: { type: String, unique: true } } }
          B:
            PrimaryKey: id
            attributes: { id: String, code: { type: String, unique: true } }
            relationships: { a: A? }
        """, .init("A", collection: "as"), .init("B", collection: "bs"))
    try device.run("INSERT INTO A (id, name) VALUES ('a2', 'x')")
    try device.run("INSERT INTO B (id, code) VALUES ('b2', 'p')")
    try await device.sync()
    server.fail { [server] request in
      let (collection, other, value) = request.id == "a1" ? ("as", "a2", "\"x\"") : ("bs", "b2", "\"p\"")
      guard ["a1", "b1"].contains(request.id),
        server.entries(in: collection)[other]?.json.contains(value) == true
      else { return nil }
      return .refused(SyncError.refusal(422))
    }
    try device.run("UPDATE A SET name = 'y'")
    try device.run("INSERT INTO A (id, name) VALUES ('a1', 'x')")
    // It leads to the new row, so it is sent only after that one.
    try device.run("UPDATE B SET code = 'q', a = 'a1'")
    try device.run("INSERT INTO B (id, code) VALUES ('b1', 'p')")
    let report = try await device.sync()
    #expect(report.setAside.isEmpty && report.pushed == 4, "\(report)")
    #expect(server.entries(in: "bs")["b1"] != nil)
  }
}
