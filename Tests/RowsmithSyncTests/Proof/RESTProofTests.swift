import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

extension RESTRealTests {
  /// Requirements that the server of routes can show: its log says which key was carried out, and who wrote.
  @Suite struct RESTProofTests {
    private static let plan = SyncPlan(
      server: "rest", settings: [.init("version", "lockVersion")],
      entities: [.init("Meeting", collection: "meetings", settings: [.init("create", "putMeeting")])])
    /// With the feed of changes, and creation by POST.
    private static let feed = SyncPlan(
      server: "rest", settings: [.init("version", "lockVersion"), .init("changes", "changes")],
      entities: [.init("Meeting", collection: "meetings", settings: [.init("create", "createMeeting")])])

    private func device(
      _ real: RESTRealServer, _ plan: SyncPlan = plan, zone: String = "api", file: String? = nil,
      _ change: (inout ClientOptions) -> Void = { _ in }, options: (inout SyncOptions) -> Void = { _ in }
    ) throws -> Device {
      var own = SyncOptions()
      own.clock.sleep = { _ in try Task.checkCancellation() }
      options(&own)
      let server = try real.adapter(plan, zone: zone) { _, options in change(&options) }
      return try Device(server, plan, options: own, file: file, schema: Meetings.schema())
    }

    private func makeMeetings(_ count: Int, _ device: Device) throws {
      for number in 0..<count {
        try device.run("INSERT INTO Meeting (id, title) VALUES ('m\(number)', 'T\(number)')")
      }
    }

    /// How often each idempotency key was carried out.
    private func keys(_ real: RESTRealServer) async throws -> [String: Int] {
      struct Entry: Decodable { var key: String?, op: String? }
      let log = try JSONDecoder().decode([Entry].self, from: await real.server.read("log"))
      return Dictionary(
        log.filter { $0.op != "touch" }.compactMap(\.key).map { ($0, 1) }, uniquingKeysWith: +)
    }

    @Test(
      "3, 4: frozen requests are repeated under their keys: each is carried out once, though half of the answers are lost"
    )
    func frozen() async throws {
      let real = try await RESTRealServer()
      let device = try device(real, Self.feed)
      let count = 100
      try makeMeetings(count, device)
      try await real.server.setFaults(
        #"{"seed": 5, "rules": [{"method": "POST", "path": "^/api/(batch|meetings)", "p": 0.5, "fault": "drop=after"}]}"#
      )
      var syncs = 0
      repeat {
        let report = try await device.sync()
        #expect(report.setAside.isEmpty, "a key was used for something else: \(report.setAside)")
        syncs += 1
      } while try device.count("SELECT count(*) FROM _rowsmith_sync_unsent") > 0 && syncs < 60
      try await real.server.setFaults(#"{"rules": []}"#)
      #expect(try await device.sync().waiting == 0)
      #expect(try await real.rows("meetings") == count)
      let keys = try await keys(real)
      #expect(keys.count == count && keys.values.allSatisfy { $0 == 1 })
      #expect(try device.count("SELECT count(*) FROM _rowsmith_conflicts") == 0)
    }

    @Test(
      "6: a write names the version that it was made from: what devices add to one text at the same time is all there"
    )
    func conditionalWrites() async throws {
      let real = try await RESTRealServer()
      let adds = ConflictResolver("Meeting", "title") { values in
        guard case .text(let mine) = values.mine, case .text(let theirs) = values.theirs else { return nil }
        let there = Set(theirs.split(separator: " "))
        let added = mine.split(separator: " ").filter { !there.contains($0) }
        return .text(([theirs[...]] + added).joined(separator: " "))
      }
      let devices = try (0..<4).map { _ in
        try device(real) { _ in
        } options: {
          $0.resolvers = [adds]
        }
      }
      try devices[0].run("INSERT INTO Meeting (id, title) VALUES ('m', 'start')")
      try await devices[0].sync()
      for device in devices { try await device.sync() }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, device) in devices.enumerated() {
          group.addTask {
            for step in 0..<6 {
              try device.run("UPDATE Meeting SET title = title || ' d\(number)s\(step)'")
              try await device.sync()
            }
          }
        }
        try await group.waitForAll()
      }
      for _ in 0..<3 { for device in devices { try await device.sync() } }
      let wanted = ["start"] + (0..<4).flatMap { number in (0..<6).map { "d\(number)s\($0)" } }
      for device in devices {
        let words =
          try device.rows("SELECT title FROM Meeting").first?.split(separator: " ").map(String.init) ?? []
        #expect(words.sorted() == wanted.sorted())
      }
    }

    @Test(
      "12: a client's clock that is a day ahead, or behind, changes nothing",
      arguments: [-86_400_000, 86_400_000])
    func clockSkew(_ skew: Int) async throws {
      let real = try await RESTRealServer()
      let one = try device(real) { _ in
      } options: { options in
        let now = options.clock.now
        options.clock.now = { now() + Double(skew) / 1000 }
      }
      let two = try device(real)
      try makeMeetings(2, one)
      for device in [one, two] { try await device.sync() }
      try two.run("UPDATE Meeting SET title = 'two'")
      try await two.sync()
      try one.run("UPDATE Meeting SET title = 'one'")
      // As over Kinto: m0 here first, m1 here last.
      try one.moveChanges(skew, first: "m0")
      for device in [one, two, one] { try await device.sync() }
      for device in [one, two] {
        #expect(try device.rows("SELECT id, title FROM Meeting ORDER BY id") == ["m0|two", "m1|one"])
      }
    }

    @Test("13: a server that does not know the cursor is read from its beginning; what is unsent is sent")
    func unknownCursor() async throws {
      let real = try await RESTRealServer()
      let device = try device(real, Self.feed)
      try makeMeetings(5, device)
      try await device.sync()
      try device.run("UPDATE Meeting SET title = 'mine' WHERE id = 'm1'")
      try device.run("INSERT INTO Meeting (id, title) VALUES ('new', 'N')")
      // A server that was set up anew: no rows, and a sequence that begins again.
      try await real.server.reset()
      for _ in 0..<3 {
        let report = try await device.sync()
        #expect(report.stopped == nil && report.setAside.isEmpty, "\(report)")
      }
      #expect(try device.rows("SELECT id, title FROM Meeting ORDER BY id") == ["m1|mine", "new|N"])
      #expect(try await real.rows("meetings") == 2)
    }

    @Test("16: what the server refuses does not hold up the others")
    func poison() async throws {
      let real = try await RESTRealServer()
      let device = try device(real, Self.feed)
      try makeMeetings(59, device)
      // Longer than the server takes.
      let id = String(repeating: "m", count: 120)
      try device.run("INSERT INTO Meeting (id, title) VALUES ('\(id)', 'T')")
      let report = try await device.sync()
      #expect(report.pushed == 59 && report.setAside.map(\.id) == [id], "\(report)")
      #expect(report.setAside.first?.error.status == 422 && report.setAside.first?.error.serverMessage != nil)
      #expect(try await real.rows("meetings") == 59)
      #expect(try await device.sync().isEmpty)
      try await device.session.discard("Meeting", key: .text(id))
      #expect(try device.count("SELECT count(*) FROM Meeting") == 59)
      #expect(try device.count("SELECT count(*) FROM _rowsmith_sync_unsent") == 0)
    }

    @Test(
      "18: tokens that live for a twentieth of a second are renewed by one at a time, and nothing is lost or sent twice"
    )
    func shortTokens() async throws {
      let real = try await RESTRealServer()
      try await real.server.control("config", #"{"token_ttl": 0.05, "refresh": "allow"}"#)
      let refreshes = Counter()
      let authentication = try await Self.login(real, "ada", refreshes)
      let device = try device(real, zone: "secure") { $0.authentication = authentication }
      let count = proofRows(200)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<8 {
          group.addTask {
            for number in 0..<count / 8 {
              try device.run("INSERT INTO Meeting (id, title) VALUES ('t\(task)-\(number)', 'T')")
              if number % 5 == 0 { try await device.sync() }
            }
          }
        }
        try await group.waitForAll()
      }
      for _ in 0..<20 where try device.count("SELECT count(*) FROM _rowsmith_sync_unsent") > 0 {
        try await device.sync()
      }
      #expect(try await real.rows("meetings") == count)
      let keys = try await keys(real)
      #expect(keys.count == count && keys.values.allSatisfy { $0 == 1 })
      let expired = try await real.server.read("requests?last=2000")
      let refused = try JSONDecoder().decode([TestServer.Received].self, from: expired).filter {
        $0.status == 401
      }
      #expect(
        refreshes.value > 0 && refreshes.value <= refused.count + 1, "\(refreshes.value) \(refused.count)")
      try await real.server.control("config", #"{"token_ttl": 3600}"#)
    }

    private static func login(_ real: RESTRealServer, _ user: String, _ refreshes: Counter) async throws
      -> BearerAuthentication
    {
      struct Answer: Decodable { var access_token: String, refresh_token: String }
      let data = try await real.server.exchange(
        "POST", "/secure/sessions", Array(#"{"username":"\#(user)","password":"secret"}"#.utf8))
      let answer = try JSONDecoder().decode(Answer.self, from: data)
      return BearerAuthentication(tokens: .init(access: answer.access_token, refresh: answer.refresh_token)) {
        tokens, session in
        refreshes.add(1)
        var request = HTTPRequest(
          method: "POST", url: "sessions/refresh", headers: ["Content-Type": "application/json"])
        request.body = .bytes(Array(#"{"refresh_token":"\#(tokens.refresh ?? "")"}"#.utf8))
        return try .reading(await session.send(request))
      }
    }

    @Test(
      "24: answers that are no JSON, or have a mark before it, break nothing",
      arguments: ["nan", "dupkeys", "bom", "garbage", "truncate=30", "empty"])
    func oddAnswers(_ fault: String) async throws {
      let real = try await RESTRealServer()
      let writer = try device(real)
      try makeMeetings(5, writer)
      try await writer.sync()
      let reader = try device(real)
      try await real.fail(fault, "meetings", method: "GET", times: 20)
      _ = try await reader.sync()
      try await real.server.setFaults(#"{"rules": []}"#)
      let report = try await reader.sync()
      #expect(report.stopped == nil && report.unreadable.isEmpty, "\(report)")
      let meetings = "SELECT id, title FROM Meeting ORDER BY id"
      #expect(try reader.rows(meetings) == writer.rows(meetings))
      #expect(try reader.count("SELECT count(*) FROM _rowsmith_sync_unsent") == 0)
    }
  }
}
