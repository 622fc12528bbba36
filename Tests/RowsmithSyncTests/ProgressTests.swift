import Rowsmith
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// What a sync says of how far it is.
@Suite struct ProgressTests {
  /// The steps of a sync, a text for each.
  private func steps(_ device: Device, _ scope: SyncScope = .both) async throws -> [String] {
    let steps = Guarded<[String]>([])
    let progress = SyncProgress { step in
      let total = step.total.map { " of \($0)" } ?? ""
      steps.withLock {
        $0.append("\(step.phase.rawValue) \(step.entity ?? "-"): \(step.completed)\(total)")
      }
    }
    let report = try await device.session.sync(scope, progress: progress)
    #expect(report.stopped == nil)
    return steps.withLock { $0 }
  }

  @Test func `pages, missing records and writes are told with their entities and numbers`() async throws {
    let server = HookedServer()
    server.memory.put(#"{"id":"f1","name":"A"}"#, id: "f1", in: "folders")
    server.memory.put(#"{"id":"n1","title":"A","folder":"f1"}"#, id: "n1", in: "notes")
    server.memory.put(#"{"id":"n2","title":"B"}"#, id: "n2", in: "notes")
    // The folder is found by its key alone.
    server.changing { query, page in if query.collection.path == "folders" { page.records = [] } }
    var options = SyncOptions()
    options.pageSize = 1
    let device = try Device(server, options: options)
    try device.run("INSERT INTO Tag (id) VALUES ('t1'), ('t2')")
    let told = try await steps(device)
    let pages = told.filter { $0.hasPrefix("pulling Note:") }
    #expect(pages.prefix(2) == ["pulling Note: 1 of 2", "pulling Note: 2 of 2"])
    #expect(told.filter { $0.hasPrefix("filling") } == ["filling Folder: 0 of 1"])
    #expect(told.first { $0.hasPrefix("pushing") } == "pushing Tag: 0 of 2")
    #expect(try device.rows("SELECT id, name FROM Folder") == ["f1|A"])
  }

  @Test(arguments: [-1, Int.max])
  func `a number of records that no server can have is not told`(total: Int) async throws {
    let server = HookedServer()
    server.memory.put(#"{"id":"n1","title":"A"}"#, id: "n1", in: "notes")
    server.changing { _, page in page.total = total }
    let told = try await steps(try Device(server))
    #expect(told.filter { $0.hasPrefix("pulling Note:") } == ["pulling Note: 1"])
  }

  @Test func `a request whose outcome is unknown is settled before anything else`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    server.fail { _ in .unknown(SyncError.refusal(500, .interrupted)) }
    try await device.sync(.push)
    server.fail(nil)
    try device.run("INSERT INTO Note (id, title) VALUES ('n2', 'B')")
    let told = try await steps(device, .push)
    #expect(told.first == "settling -: 0" && told.count { $0.hasPrefix("settling") } == 1)
    #expect(told.contains { $0.hasPrefix("pushing Note: 0 of ") })
    #expect(server.entries(in: "notes").keys.sorted() == ["n1", "n2"])
  }
}
