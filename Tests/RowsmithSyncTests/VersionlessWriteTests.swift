import Rowsmith
import RowsmithAPI
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// What is to be changed, of which no version is known, and which the server does not give when it is asked for it: nothing of it
/// leaves without a condition.
@Suite struct VersionlessWriteTests {
  private let server = HookedServer()

  init() {
    server.guarantees.hasOrderedVersions = false
    server.changing { _, page in
      for index in page.records.indices { page.records[index].version = nil }
    }
    server.memory.put(#"{"id":"n","title":"Old","body":"Old"}"#, id: "n", in: "notes")
    server.memory.put(#"{"id":"o","title":"Other"}"#, id: "o", in: "notes")
  }

  /// A device that has both notes, and did something to them.
  private func device(_ sql: String, _ deleteConflict: DeleteConflictPolicy = .editWins) async throws
    -> Device
  {
    let device = try Device(server, Notes.plan(deleteConflict: deleteConflict))
    try await device.sync()
    try device.run(sql)
    return device
  }

  /// What was sent: the kind, the key and the condition.
  private var sent: [String] {
    server.memory.requests.map { request in
      let condition = request.headers.first { ["If-Match", "If-None-Match"].contains($0.name) }
      return
        "\(request.kind.rawValue) \(request.id) \(condition.map { "\($0.name): \($0.value)" } ?? "blind")"
    }
  }

  private static let edit = "UPDATE Note SET title = 'Mine' WHERE id = 'n'"

  private func unsent(_ device: Device) throws -> [String] {
    try device.rows("SELECT key, kind FROM _rowsmith_sync_unsent ORDER BY key")
  }

  // MARK: Deleted there

  @Test func `a changed record that is not there any more is made again where the edit wins`() async throws {
    let device = try await device(Self.edit)
    server.memory.delete("n", in: "notes")
    server.absent = ["n"]
    try await device.sync(.push)
    #expect(sent == ["create n If-None-Match: *"])
    #expect(
      try device.rows("SELECT kind, policy, winner FROM _rowsmith_conflicts") == ["delete|editWins|mine"])
    #expect(server.memory.entries(in: "notes")["n"]?.json.contains("Mine") == true)
  }

  @Test func `a changed record that is not there any more goes where the deletion wins, and is in the log`()
    async throws
  {
    let device = try await device(Self.edit, .deleteWins)
    server.absent = ["n"]
    try await device.sync(.push)
    #expect(sent.isEmpty)
    #expect(try device.rows("SELECT id FROM Note") == ["o"])
    #expect(try unsent(device).isEmpty)
    let log = try device.rows("SELECT kind, mine, policy, winner FROM _rowsmith_conflicts")
    #expect(log.count == 1 && log[0].contains("Mine") && log[0].hasSuffix("deleteWins|theirs"), "\(log)")
  }

  @Test func `a deleted record that is not there any more is deleted without a word`() async throws {
    let device = try await device("DELETE FROM Note WHERE id = 'n'")
    server.absent = ["n"]
    let report = try await device.sync(.push)
    #expect(sent.isEmpty && report.setAside.isEmpty)
    #expect(try unsent(device).isEmpty)
    #expect(try device.rows("SELECT id FROM _rowsmith_conflicts").isEmpty)
  }

  @Test func `a link that is not there any more is not taken out again`() async throws {
    server.memory.put(#"{"id":"t"}"#, id: "t", in: "tags")
    let link = #"{"id":"l-n__t","source":"n","target":"t"}"#
    server.memory.put(link, id: "l-n__t", in: "note_fans")
    let device = try await device("DELETE FROM Note_fans")
    server.absent = ["l-n__t"]
    try await device.sync(.push)
    #expect(sent.isEmpty)
    #expect(try unsent(device).isEmpty)
  }

  // MARK: Not shown any more

  @Test(arguments: [edit, "DELETE FROM Note WHERE id = 'n'"])
  func `what was done to a record that is not shown any more is set aside, and sent when it is shown again`(
    _ sql: String
  ) async throws {
    let device = try await device(sql)
    try device.run("UPDATE Note SET title = 'Mine' WHERE id = 'o'")
    server.hides = ["n"]
    let report = try await device.sync(.push)
    #expect(sent == ["change o If-Match: 2"])
    #expect(report.setAside.map(\.error.reason) == [.forbidden])
    #expect(
      report.setAside.first.map { "\($0.error)" }?.hasPrefix("Note 'n': the server no longer shows") == true)
    #expect(try unsent(device).map { $0.prefix(1) } == ["n"])
    try await device.sync(.push)
    #expect(sent.count == 1)
    server.hides = []
    #expect(try await device.session.retry("Note", key: .text("n")))
    #expect(try await device.sync(.push).setAside.isEmpty)
    #expect(sent.last?.hasSuffix("n If-Match: 1") == true)
    #expect(try unsent(device).isEmpty)
  }

  @Test func `a record to be read again that is not shown any more is taken away`() async throws {
    let device = try await device("DELETE FROM Note WHERE id = 'n'")
    try await device.session.discard("Note", key: .text("n"))
    server.hides = ["n"]
    try await device.sync(.push)
    #expect(try device.rows("SELECT id FROM Note") == ["o"])
    #expect(sent.isEmpty)
  }

  @Test func `a conflict with a record that is not shown any more is no deletion`() async throws {
    let device = try await device(Self.edit)
    server.memory.fail { _ in .conflict(nil) }
    let hides = server
    server.changingRecords { _ in hides.hides = ["n"] }
    let report = try await device.sync(.push)
    #expect(report.setAside.map(\.error.reason) == [.forbidden])
    #expect(try device.rows("SELECT title FROM Note WHERE id = 'n'") == ["Mine"])
  }

  // MARK: Without a version

  @Test(arguments: [edit, "DELETE FROM Note WHERE id = 'n'"])
  func `a write of a record that has no version is set aside with what to do, until there is one`(
    _ sql: String
  ) async throws {
    let device = try await device(sql)
    server.changingRecords { if $0.id == "n" { $0.version = nil } }
    let report = try await device.sync(.push)
    #expect(sent.isEmpty)
    let error = try #require(report.setAside.first?.error)
    #expect(error.reason == .settings)
    #expect(
      "\(error)".hasPrefix("Note 'n': expected a version of the record when it was read"))
    #expect("\(error)".contains("expected a version") && "\(error)".contains("retry"), "\(error)")
    #expect(try unsent(device).map { $0.prefix(1) } == ["n"])
    try await device.sync(.push)
    #expect(sent.isEmpty)
    server.changingRecords(nil)
    #expect(try await device.session.retry("Note", key: .text("n")))
    try await device.sync(.push)
    #expect(sent.count == 1 && sent[0].hasSuffix("n If-Match: 1"), "\(sent)")
  }

  @Test func `what a server without versions is sent needs none`() async throws {
    server.guarantees.hasVersions = false
    let device = try await device(Self.edit)
    let reads = server.reads
    try await device.sync(.push)
    #expect(sent == ["change n blind"] && server.reads == reads)
  }

  @Test func `a record that cannot be read holds up nobody else, and nothing of it leaves`() async throws {
    let device = try await device("UPDATE Note SET title = 'Mine'")
    server.beforeReading { ids in
      if ids.contains("n") { throw SyncError(.answer, "expected the record, found something else") }
    }
    let report = try await device.sync(.push)
    #expect(sent == ["change o If-Match: 2"] && report.stopped == nil)
    #expect(report.setAside.map(\.error.id) == ["n"])
    server.beforeReading(nil)
    try await device.sync(.push)
    #expect(sent.last == "change n If-Match: 1")
  }

  @Test func `a record that cannot be imported has no version, and says why`() async throws {
    let device = try await device(Self.edit)
    server.memory.put(#"{"id":"n","title":[]}"#, id: "n", in: "notes")
    let report = try await device.sync(.push)
    #expect(sent.isEmpty)
    #expect(report.setAside.first?.error.message.contains("cannot be imported") == true, "\(report)")
    #expect(try device.rows("SELECT title FROM Note WHERE id = 'n'") == ["Mine"])
  }

  @Test func `what may have been made, and is deleted, is read before`() async throws {
    let device = try await device("INSERT INTO Note (id, title) VALUES ('new', 'New')")
    // It is made, nobody hears of it, and its repetition is refused.
    server.memory.fail { _ in .unknown(SyncError(.interrupted, "the connection has ended")) }
    try await device.sync(.push)
    server.memory.fail { _ in .refused(SyncError(.refused, "no")) }
    try await device.sync(.push)
    server.memory.fail(nil)
    try device.run("DELETE FROM Note WHERE id = 'new'")
    try await device.sync(.push)
    #expect(sent.suffix(1) == ["delete new If-Match: 3"])
    #expect(server.memory.entries(in: "notes")["new"]?.isDeleted == true)
    #expect(try unsent(device).isEmpty)
  }
}
