import RowsmithSync
import RowsmithTesting
import Testing

/// A request that was carried out without anybody hearing of it, and is refused when it is sent again.
@Suite struct RefusedAgainTests {
  private func device(_ server: MemorySyncServer) throws -> Device {
    var options = SyncOptions()
    options.retries = .none
    return try Device(server, options: options)
  }

  /// Loses the answers to what the device sends, has it write something, and refuses what it sends again.
  private func quarrel(_ device: Device, _ server: MemorySyncServer, _ sql: String) async throws {
    server.fail { _ in .unknown(SyncError(.interrupted, "lost")) }
    try await device.sync()
    try device.run(sql)
    server.fail { _ in .refused(SyncError(.refused, "no")) }
    #expect(try await device.sync().setAside.isEmpty == false)
    server.fail(nil)
    try await device.session.retry("Note", key: .text("n1"))
    #expect(try await device.sync().waiting == 0)
  }

  @Test func `what was deleted meanwhile is deleted at the server`() async throws {
    let server = MemorySyncServer()
    let device = try device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'Milk')")
    try await quarrel(device, server, "DELETE FROM Note WHERE id = 'n1'")
    #expect(server.entries(in: "notes")["n1"]?.isDeleted == true)
    #expect(try device.rows("SELECT id FROM Note") == [])
  }

  @Test func `what came back to what it was is taken back at the server`() async throws {
    let server = MemorySyncServer()
    let device = try device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'Milk')")
    try await device.sync()
    try device.run("UPDATE Note SET title = 'Bread'")
    try await quarrel(device, server, "UPDATE Note SET title = 'Milk'")
    #expect(server.entries(in: "notes")["n1"]?.json.contains("Milk") == true)
    #expect(try device.rows("SELECT title FROM Note") == ["Milk"])
  }

  @Test(arguments: [ConflictPolicy.serverWins, .manual, .fieldMerge])
  func `what a pull brings of a record that was made here is no conflict`(policy: ConflictPolicy) async throws
  {
    let server = MemorySyncServer()
    var options = SyncOptions()
    options.retries = .none
    let device = try Device(server, Notes.plan(conflict: policy), options: options)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'Milk')")
    server.fail { _ in .unknown(SyncError(.interrupted, "lost")) }
    try await device.sync(.push)
    server.fail(nil)
    try device.run("UPDATE Note SET title = 'Bread'")
    #expect(try await device.sync(.pull).conflicts == 0)
    try await device.sync()
    #expect(try device.rows("SELECT title FROM Note") == ["Bread"])
    #expect(server.entries(in: "notes")["n1"]?.json.contains("Bread") == true)
    #expect(try device.rows("SELECT * FROM _rowsmith_conflicts") == [])
  }

  @Test func `what may have been made is looked up before it is made again`() async throws {
    let server = HookedServer()
    var options = SyncOptions()
    options.retries = .none
    let device = try Device(server, options: options)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'Milk')")
    server.memory.fail { _ in
      var error = SyncError(.interrupted, "no")
      error.status = 500
      return .unknown(error)
    }
    for _ in 0..<10 { try await device.sync(.push) }
    server.memory.fail(nil)
    try device.run("UPDATE Note SET title = 'Bread'")
    try await device.sync(.push)
    #expect(server.reads == 1)
    #expect(server.memory.requests.last?.kind == .change)
    #expect(server.memory.entries(in: "notes")["n1"]?.json.contains("Bread") == true)
    #expect(try device.rows("SELECT * FROM _rowsmith_conflicts") == [])
  }

  @Test func `a time without a connection is no reason to set aside what may have arrived`() async throws {
    let server = MemorySyncServer()
    let device = try device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'Milk')")
    server.fail { _ in .unknown(SyncError(.interrupted, "lost")) }
    try await device.sync(.push)
    server.fail { _ in .later(SyncError(.offline, "no connection")) }
    for _ in 0..<12 { try await device.sync(.push) }
    server.fail { _ in .unknown(.refusal(502, .interrupted)) }
    let report = try await device.sync(.push)
    #expect(report.setAside.isEmpty && report.unanswered.map(\.id) == ["n1"])
    server.fail(nil)
    try await device.sync()
    #expect(try device.rows("SELECT id FROM _rowsmith_queue").isEmpty)
  }

  @Test(arguments: [500, 502, 503])
  func `a server that is away for long is no reason to set aside what was sent`(_ status: Int) async throws {
    let server = HookedServer()
    var options = SyncOptions()
    options.retries = .none
    let device = try Device(server, options: options)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'Milk')")
    server.memory.fail { _ in .unknown(.refusal(status, .interrupted)) }
    try await device.sync(.push)
    server.before { _ in throw SyncError.refusal(status, .interrupted) }
    for _ in 0..<12 { #expect(try await device.sync().setAside.isEmpty) }
    #expect(try device.rows("SELECT state FROM _rowsmith_queue") == ["sending"])
    server.before(nil)
    server.memory.fail(nil)
    try await device.sync()
    #expect(try device.rows("SELECT id FROM _rowsmith_queue").isEmpty)
    #expect(try device.rows("SELECT key FROM _rowsmith_sync_unsent").isEmpty)
  }

  @Test(arguments: [
    ("notes", "DELETE FROM Note", "INSERT INTO Note (id, title) VALUES ('n1', 'Milk')"),
    ("note_fans", "DELETE FROM Note_fans", "INSERT INTO Note_fans (source, target) VALUES ('n1', 't1')"),
  ])
  func `what is deleted and made again while its creation cannot be sent is sent later`(
    collection: String, deletion: String, creation: String
  ) async throws {
    let server = MemorySyncServer()
    let device = try device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'Bread')")
    try device.run("INSERT INTO Tag (id) VALUES ('t1')")
    try device.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't1')")
    server.fail { request in
      guard request.collection.path == collection else { return nil }
      try? device.run(deletion)
      try? device.run(creation)
      return .later(SyncError(.offline, "no connection"))
    }
    try await device.sync(.push)
    server.fail(nil)
    try await device.sync()
    #expect(server.entries(in: collection).values.map(\.isDeleted) == [false])
    #expect(try device.rows("SELECT key FROM _rowsmith_sync_unsent").isEmpty)
  }

  @Test func `a link that is made again while its repeated creation is refused is still to be sent`()
    async throws
  {
    let server = MemorySyncServer()
    let device = try device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'Bread')")
    try device.run("INSERT INTO Tag (id) VALUES ('t1')")
    try await device.sync()
    try device.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't1')")
    server.fail { _ in .unknown(SyncError(.interrupted, "lost")) }
    try await device.sync(.push)
    try device.run("DELETE FROM Note_fans")
    try device.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't1')")
    #expect(try device.rows("SELECT kind FROM _rowsmith_sync_unsent").isEmpty)
    server.fail { _ in .refused(SyncError(.refused, "no")) }
    #expect(try await device.sync(.push).setAside.isEmpty == false)
    #expect(try device.rows("SELECT entity, kind FROM _rowsmith_sync_unsent") == ["Note_fans|1"])
    #expect(try device.rows("SELECT state FROM _rowsmith_queue") == ["refused"])
  }

  @Test func `the deletion of what may have been made stays if it cannot be sent`() async throws {
    let server = HookedServer()
    // Otherwise the record is read before it is deleted.
    server.guarantees.hasVersions = false
    var options = SyncOptions()
    options.retries = .none
    let device = try Device(server, options: options)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'Milk')")
    server.memory.fail { _ in .unknown(SyncError(.interrupted, "lost")) }
    try await device.sync(.push)
    try device.run("DELETE FROM Note")
    server.memory.fail { request in
      if request.kind == .create { return .refused(SyncError(.refused, "no")) }
      return .later(SyncError(.offline, "no connection"))
    }
    try await device.sync(.push)
    #expect(server.memory.requests.last?.kind == .delete)
    server.memory.fail(nil)
    try await device.sync(.push)
    #expect(server.memory.entries(in: "notes")["n1"]?.isDeleted == true)
    #expect(try device.rows("SELECT key FROM _rowsmith_sync_unsent").isEmpty)
  }

  @Test func `a look-up that fails takes back no attempt of what may have arrived`() async throws {
    let server = HookedServer()
    server.guarantees.isIdempotent = false
    server.absent = ["n1"]
    var options = SyncOptions()
    options.retries = .none
    let device = try Device(server, options: options)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'Milk')")
    server.memory.fail { _ in .unknown(.refusal(502, .interrupted)) }
    for _ in 0..<3 { try await device.sync(.push) }
    #expect(try device.rows("SELECT attempts FROM _rowsmith_queue") == ["3"])
    server.beforeReading { _ in throw SyncError(.offline, "no connection") }
    for _ in 0..<2 { try await device.sync(.push) }
    #expect(try device.rows("SELECT attempts FROM _rowsmith_queue") == ["3"])
  }

  @Test func `what was made is found when it is looked up, however its key is spelled`() async throws {
    let model = "entities: { Note: { PrimaryKey: id, attributes: { id: UUID, title: String } } }"
    let server = HookedServer()
    server.guarantees.isIdempotent = false
    var options = SyncOptions()
    options.retries = .none
    let device = try Device(server, model: model, options: options, .init("Note", collection: "notes"))
    try device.run("INSERT INTO Note (id, title) VALUES ('aaaaaaaa-1111-4111-8111-11111111111b', 'Milk')")
    server.memory.fail { _ in .unknown(SyncError(.interrupted, "lost")) }
    try await device.sync(.push)
    server.memory.fail(nil)
    server.changingRecords { record in record.id = record.id.uppercased() }
    try await device.sync(.push)
    #expect(server.memory.requests.count == 1)
    #expect(try device.rows("SELECT title FROM Note") == ["Milk"])
    #expect(try device.rows("SELECT id FROM _rowsmith_queue").isEmpty)
  }

  @Test func `a record that was locked and is sent in the same sync is not reported`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Folder (id, name) VALUES ('f1', 'A')")
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await device.sync()
    try device.run("UPDATE Folder SET name = 'B'")
    try device.run("UPDATE Note SET title = 'B'")
    var locked = SyncError.refusal(409)
    locked.retryAfter = 600
    server.fail { [locked] request in
      if request.id != "f1" { return nil }
      server.fail(nil)
      // Which is merged, and sent with the folder in a second round.
      server.put(#"{"id":"n1","title":"A","body":"theirs"}"#, id: "n1", in: "notes")
      return .later(locked)
    }
    let report = try await device.sync()
    #expect(report.setAside.isEmpty && report.pushed == 2, "\(report)")
    #expect(server.entries(in: "folders")["f1"]?.json.contains("B") == true)
  }
}
