import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

@Suite struct CollectionErrorTests {
  @Test(
    "A collection that cannot be read holds up nothing else, and is reported",
    arguments: [SyncError.Reason.refused, .answer, .forbidden, .resetNeeded])
  func aCollectionThatCannotBeReadHoldsUpNothingElse(_ reason: SyncError.Reason) async throws {
    let server = HookedServer()
    server.memory.put(#"{"id":"n9","title":"Theirs"}"#, id: "n9", in: "notes")
    server.before { if $0.collection.path == "folders" { throw SyncError(reason, "no") } }
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    let report = try await device.sync()
    #expect(report.stopped == nil && report.pushed == 1)
    #expect(report.setAside.contains { $0.entity == "Folder" && $0.error.reason == reason })
    #expect(try device.rows("SELECT id FROM Note ORDER BY id") == ["n1", "n9"])
  }

  @Test(arguments: [SyncScope.both, .full])
  func `a collection that is read later in the same sync is not reported`(_ scope: SyncScope) async throws {
    let server = HookedServer()
    let asked = Guarded(0)
    server.before { query in
      guard query.collection.path == "folders" else { return }
      asked.withLock { $0 += 1 }
      if asked.withLock({ $0 }) == 1 { throw SyncError(.refused, "no") }
    }
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    let report = try await device.sync(scope)
    #expect(asked.withLock { $0 } > 1 && report.pushed == 1)
    // A full sync has not read all of it.
    #expect(report.setAside.map(\.entity) == (scope == .full ? ["Folder"] : []))
  }

  @Test(
    "A server that cannot be reached, or wants a login, stops the sync",
    arguments: [SyncError.Reason.offline, .loginNeeded])
  func aServerThatCannotBeReachedStopsIt(_ reason: SyncError.Reason) async throws {
    let server = HookedServer()
    server.before { if $0.collection.path == "folders" { throw SyncError(reason, "no") } }
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    let report = try await device.sync()
    #expect(report.stopped?.reason == reason && report.stopped?.entity == "Folder" && report.pushed == 0)
  }

  @Test(arguments: [SyncError.Reason.refused, .answer, .interrupted])
  func `a record that cannot be asked for holds up no other, nor what is sent`(_ reason: SyncError.Reason)
    async throws
  {
    let server = HookedServer()
    for id in ["bad", "good"] {
      server.memory.put(#"{"id":"\#(id)","name":"F"}"#, id: id, in: "folders")
      server.memory.put(#"{"id":"\#(id)","title":"A","folder":"\#(id)"}"#, id: id, in: "notes")
    }
    // The folders are found by their keys alone.
    server.changing { query, page in if query.collection.path == "folders" { page.records = [] } }
    server.beforeReading { ids in
      guard ids.contains("bad") else { return }
      var error = SyncError(reason, "no")
      error.status = 500
      throw error
    }
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('mine', 'M')")
    for pushed in [1, 0] {
      let report = try await device.sync()
      #expect(report.stopped == nil && report.pushed == pushed)
      #expect(report.setAside.map { "\($0.entity) \($0.id)" } == ["Folder bad"])
    }
    #expect(try device.rows("SELECT id FROM Folder") == ["good"])
    server.beforeReading(nil)
    #expect(try await device.sync().setAside.isEmpty)
    #expect(try device.rows("SELECT id FROM Folder ORDER BY id") == ["bad", "good"])
  }

  @Test func `a server that fails is not asked for every record`() async throws {
    let server = HookedServer()
    for number in 0..<50 {
      server.memory.put(
        #"{"id":"n\#(number)","title":"A","folder":"f\#(number)"}"#, id: "n\(number)", in: "notes")
    }
    let asked = Guarded(0)
    server.beforeReading { _ in
      asked.withLock { $0 += 1 }
      var error = SyncError(.interrupted, "down")
      error.status = 502
      throw error
    }
    var options = SyncOptions()
    options.retries = .none
    #expect(try await Device(server, options: options).sync().stopped?.reason == .interrupted)
    #expect(asked.withLock { $0 } <= 6)
  }

  @Test func `a server that asks for a pause after a push is left alone`() async throws {
    let server = HookedServer()
    var options = SyncOptions()
    options.retries = .none
    let device = try Device(server, options: options)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    let refused = Guarded(0)
    server.before { [memory = server.memory] _ in
      if memory.requests.isEmpty { return }
      // What is written meanwhile has to wait, too.
      try device.run("INSERT OR IGNORE INTO Note (id, title) VALUES ('n2', 'B')")
      refused.withLock { $0 += 1 }
      throw SyncError(.throttled, "429")
    }
    let report = try await device.sync()
    #expect(report.stopped?.reason == .throttled && report.pushed == 1 && report.waiting == 1)
    #expect(refused.withLock { $0 } == 1)
  }
}
