import Rowsmith
import RowsmithAPI
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

extension RESTRealTests {
  /// Writes of records whose versions stand in `ETag`, which lists do not have: each is read before, and what that says is done.
  @Suite struct RESTVersionTests {
    private static let plan: SyncPlan = {
      var plan = Meetings.plan("version", "ETag")
      plan.settings.removeAll { $0.name == "user" }
      plan.entities = [.init("Meeting", collection: "meetings")]
      return plan
    }()

    private func device(_ server: RESTSyncServer, _ deleteConflict: DeleteConflictPolicy = .editWins) throws
      -> Device
    {
      var plan = Self.plan
      plan.deleteConflict = deleteConflict
      var options = SyncOptions()
      options.clock.sleep = { _ in try Task.checkCancellation() }
      return try Device(server, plan, options: options, schema: Meetings.schema())
    }

    /// A device that has two meetings, which lists have brought.
    private func device(_ real: RESTRealServer, _ deleteConflict: DeleteConflictPolicy = .editWins)
      async throws -> Device
    {
      let server = try real.adapter(Self.plan)
      _ = try await server.carryOut(Meetings.create("m", "Old"), Meetings.create("o", "Old"))
      let device = try device(server, deleteConflict)
      try await device.sync()
      #expect(try device.rows("SELECT version FROM _rowsmith_sync_rows") == ["-", "-"])
      return device
    }

    private func title(_ id: String, _ real: RESTRealServer) async throws -> String? {
      let record = try await real.adapter(Self.plan).read([id], in: Meetings.meetings).first
      return record.map { RecordTitle(json: String(decoding: $0.json, as: UTF8.self)).title ?? "" }
    }

    @Test(arguments: [DeleteConflictPolicy.editWins, .deleteWins])
    func `what the server knows nothing of any more is made again, or goes, as the policy says`(
      _ policy: DeleteConflictPolicy
    ) async throws {
      let real = try await RESTRealServer()
      let device = try await device(real, policy)
      try device.run("UPDATE Meeting SET title = 'Mine' WHERE id = 'm'")
      try await real.server.reset()
      let report = try await device.sync(.push)
      #expect(report.setAside.isEmpty && report.stopped == nil, "\(report)")
      let isMade = policy == .editWins
      #expect(try await title("m", real) == (isMade ? "Mine" : nil))
      #expect(try device.rows("SELECT title FROM Meeting WHERE id = 'm'") == (isMade ? ["Mine"] : []))
      #expect(
        try device.rows("SELECT kind, policy, winner FROM _rowsmith_conflicts") == [
          "delete|\(policy.rawValue)|\(isMade ? "mine" : "theirs")"
        ])
    }

    @Test func `what the server does not show any more is set aside, and nothing of it leaves`() async throws
    {
      let real = try await RESTRealServer()
      let device = try await device(real)
      try device.run("UPDATE Meeting SET title = 'Mine'")
      try await real.fail("status=403", "meetings/m", method: "GET", times: 9)
      let report = try await device.sync(.push)
      #expect(report.setAside.map(\.error.reason) == [.forbidden], "\(report)")
      #expect(report.pushed == 1)
      #expect(try device.rows("SELECT id, title FROM Meeting ORDER BY id") == ["m|Mine", "o|Mine"])
      try await real.server.setFaults(#"{"rules": []}"#)
      #expect(try await title("m", real) == "Old")
      try await device.session.retry("Meeting", key: .text("m"))
      try await device.sync(.push)
      #expect(try await title("m", real) == "Mine")
    }

    @Test func `where the answer has no ETag, the write stays and it is said what is missing`() async throws {
      let transport = StubTransport()
      transport.stub("GET", "meetings", json: #"[{"id":"m","title":"Old"}]"#)
      transport.stub("GET", "meetings/m", json: #"{"id":"m","title":"Old"}"#)
      let device = try device(try Meetings.server(transport, Self.plan))
      try await device.sync()
      try device.run("UPDATE Meeting SET title = 'Mine' WHERE id = 'm'")
      let report = try await device.sync(.push)
      let error = try #require(report.setAside.first?.error)
      #expect(error.reason == .settings && error.id == "m")
      #expect(
        error.message.contains("'version' is 'ETag', and the answer of GET 'meetings/:id' has no such header")
      )
      #expect(transport.requests.allSatisfy { $0.method == "GET" })
      #expect(try device.rows("SELECT key FROM _rowsmith_sync_unsent") == ["m"])
    }

    @Test func `an entity with versions is read before it is changed beside one without`() async throws {
      let transport = StubTransport()
      transport.stub("GET", "meetings", json: #"[{"id":"m","title":"Old"}]"#)
      transport.stub("GET", "notes", json: "[]")
      transport.stub("GET", "meetings/m", json: #"{"id":"m","title":"Old"}"#, headers: ["ETag": #""x""#])
      transport.stub("PATCH", "meetings/m", json: #"{"id":"m","title":"Mine"}"#, headers: ["ETag": #""y""#])
      var plan = Meetings.plan("version", nil)
      plan.settings = []
      plan.entities[0].settings = [.init("version", "ETag")]
      let device = try Device(try Meetings.server(transport, plan), plan, schema: Meetings.schema())
      try await device.sync()
      try device.run("UPDATE Meeting SET title = 'Mine' WHERE id = 'm'")
      try await device.sync(.push)
      let change = transport.requests.first { $0.method == "PATCH" }
      #expect(change?.headers["If-Match"] == #""x""#)
    }
  }

  /// The title of a record in JSON.
  private struct RecordTitle {
    let title: String?

    init(json: String) { title = (try? JSONValue(parsing: json))?["title"]?.string }
  }
}
