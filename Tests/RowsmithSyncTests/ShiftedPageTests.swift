import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// Full syncs with a server that has no tombstones, and whose pages shift when records are deleted.
@Suite struct ShiftedPageTests {
  private static let plan = SyncPlan(server: "memory", entities: [.init("Note", collection: "notes")])

  private static func schema() throws -> Schema {
    let text =
      "rowsmith: 1\nentities: { Note: { PrimaryKey: id, attributes: { id: String, title: String } } }"
    return try #require(
      ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes").schema)
  }

  private static var small: SyncOptions {
    var options = SyncOptions()
    options.pageSize = 2
    return options
  }

  private static func put(_ id: String, _ memory: MemorySyncServer) {
    memory.put(#"{"id":"\#(id)","title":"T"}"#, id: id, in: "notes")
  }

  /// A server with the records `n1` to `n6`, which come in the order of their ids, in pages by number.
  ///
  /// - Parameters:
  ///   - isCounted: whether the pages say so.
  ///   - hasCursor: whether it can be asked for changes.
  private static func server(isCounted: Bool = true, hasCursor: Bool = true) -> HookedServer {
    let server = HookedServer()
    let memory = server.memory
    server.guarantees.hasTombstones = false
    for number in 1...6 { put("n\(number)", memory) }
    server.changing { query, page in
      page.records.removeAll(where: \.isDeleted)
      if query.cursor != nil { return }
      let number = query.page.flatMap { Int($0) } ?? 1
      let entries = memory.entries(in: "notes")
      let there = entries.filter { !$0.value.isDeleted }.sorted { $0.key < $1.key }
      page.records = there.dropFirst((number - 1) * query.limit).prefix(query.limit).map { id, entry in
        SyncRecord(id: id, version: "\(entry.version)", json: Array(entry.json.utf8))
      }
      page.next = number * query.limit < there.count ? "\(number + 1)" : nil
      page.isCounted = isCounted && page.next != nil
      let last = entries.values.map(\.version).max() ?? 0
      page.cursor = hasCursor && page.next == nil ? "\(last)" : nil
    }
    return server
  }

  private static func device(_ server: HookedServer) throws -> Device {
    try Device(server, plan, options: small, schema: try schema())
  }

  private static func ids(_ device: Device) throws -> [String] {
    try device.rows("SELECT id FROM Note ORDER BY id")
  }

  /// How many times everything was read, from the first page.
  private static func readings(_ server: HookedServer) -> Int {
    server.asked.count { $0.cursor == nil && $0.page == nil }
  }

  @Test func `a record that has moved to a page that was read is not taken for deleted`() async throws {
    let server = Self.server()
    let memory = server.memory
    let device = try Self.device(server)
    try await device.sync()
    server.before { query in
      guard query.page == "2", memory.entries(in: "notes")["n1"]?.isDeleted == false else { return }
      memory.delete("n1", in: "notes")
    }
    let report = try await device.sync(.full)
    #expect(report.stopped == nil && report.setAside.isEmpty, "\(report)")
    #expect(try Self.ids(device) == ["n2", "n3", "n4", "n5", "n6"])
    // The first reading has n1 and not n3, the second n3 and not n1; the third finds what the second has found.
    #expect(Self.readings(server) == 4)
  }

  @Test(arguments: [false, true])
  func `only pages by number are read again, and only if rows are not on them`(isCounted: Bool)
    async throws
  {
    let server = Self.server(isCounted: isCounted)
    let device = try Self.device(server)
    try await device.sync()
    try await device.sync(.full)
    #expect(Self.readings(server) == 2)
    server.memory.delete("n1", in: "notes")
    #expect(try await device.sync().stopped == nil)
    #expect(try Self.ids(device) == ["n2", "n3", "n4", "n5", "n6"])
    #expect(Self.readings(server) == (isCounted ? 4 : 3))
  }

  @Test func `while records keep disappearing no row is deleted, and the report says so`() async throws {
    let server = Self.server()
    let memory = server.memory
    let device = try Self.device(server)
    try await device.sync()
    let made = Guarded(0)
    server.before { query in
      let there = memory.entries(in: "notes").filter { !$0.value.isDeleted }
      guard query.cursor == nil, query.page == "2", let first = there.keys.min() else { return }
      memory.delete(first, in: "notes")
      let number = made.withLock { count in
        count += 1
        return count
      }
      Self.put("o\(number)", memory)
    }
    let report = try await device.sync(.full)
    #expect(report.stopped == nil)
    #expect(report.setAside.map { "\($0.entity) \($0.error.reason.rawValue)" } == ["Note unstable"])
    #expect(Self.readings(server) == 5)
    #expect(try Self.ids(device) == ["n1", "n2", "n3", "n4", "n5", "n6", "o1", "o2", "o3", "o4"])
    server.before(nil)
    // The number of records still differs, so it is read again.
    #expect(try await device.sync().setAside.isEmpty)
    #expect(try Self.ids(device) == ["n5", "n6", "o1", "o2", "o3", "o4"])
    #expect(Self.readings(server) == 7)
  }

  /// Each sync may ask four times: enough to read the three pages once, and not twice.
  @Test(arguments: [SyncScope.both, .full, .verify], [true, false])
  func `where a server asks for a pause, only the reading in progress begins again`(
    scope: SyncScope, hasCursor: Bool
  ) async throws {
    let server = Self.server(hasCursor: hasCursor)
    let device = try Self.device(server)
    try await device.sync()
    server.memory.delete("n1", in: "notes")
    let left = Guarded(0)
    server.before { _ in
      let isOver = left.withLock { count in
        count -= 1
        return count < 0
      }
      guard isOver else { return }
      var error = SyncError(.throttled, "429")
      error.retryAfter = 1000
      throw error
    }
    var report = SyncReport()
    var syncs = 0
    repeat {
      left.withLock { $0 = 4 }
      // As another process does.
      let session = try SyncSession(
        store: device.store, plan: Self.plan, server: server, options: Self.small)
      report = try await session.sync(scope)
      syncs += 1
    } while report.stopped != nil && syncs < 10
    #expect(report.stopped == nil && report.setAside.isEmpty && syncs <= 3, "\(syncs) \(report)")
    #expect(try Self.ids(device) == ["n2", "n3", "n4", "n5", "n6"])
  }

  @Test func `a list that has numbered pages and no tombstones is read until nothing has disappeared`()
    async throws
  {
    let plan = SyncPlan(
      server: "rest", settings: [.init("version", "lockVersion")],
      entities: [.init("Note", collection: "notes", direction: .pull)])
    let transport = StubTransport()
    let server = try Meetings.server(transport, plan) { api, _ in
      for index in api.routes.indices { api.routes[index].query.removeAll { $0.name == "include_deleted" } }
    }
    let device = try Device(server, plan, options: Self.small, schema: try Meetings.schema())
    func rows(_ ids: [String]) -> String {
      let rows = ids.map {
        #"{"hash":"\#($0)","text":"T","updated_at":"2026-01-01T00:00:01Z","lock_version":1}"#
      }
      return "[\(rows.joined(separator: ","))]"
    }
    /// Answers each time that the list is read.
    func list(_ pages: [String]...) {
      let answers = pages.map(rows)
      transport.stub("GET", "notes") { request in
        let word = request.url.split(separator: "&").last { $0.hasPrefix("page=") }
        let number = word.flatMap { Int($0.dropFirst("page=".count)) } ?? 1
        if number > answers.count { return StubAnswer(status: 404, json: "{}") }
        return StubAnswer(json: answers[number - 1])
      }
    }
    list(["a", "b"], ["c", "d"])
    #expect(try await device.sync(.full).pulled == 4)
    // 'a' is deleted when the first page has been read.
    list(["b", "c"], ["d"])
    transport.stub("GET", "notes", json: rows(["a", "b"]), times: 1)
    let report = try await device.sync(.full)
    #expect(report.stopped == nil && report.setAside.isEmpty, "\(report)")
    #expect(try device.rows("SELECT hash FROM Note ORDER BY hash") == ["b", "c", "d"])
  }
}
