import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

extension RESTRealTests {
  /// 19: each user has a file, and nothing of one reaches the other.
  @Suite struct RESTUserProofTests {
    private static let plan = SyncPlan(
      server: "rest", settings: [.init("version", "lockVersion"), .init("user", "me.username")],
      entities: [.init("Meeting", collection: "meetings", settings: [.init("create", "putMeeting")])])

    private struct Killed: Error {}

    /// A sync of a user's file, which may end at any step as if the process had.
    private func sync(
      _ real: RESTRealServer, _ user: String, folder: String, killedAt step: Int?,
      _ work: (Store) throws -> Void
    )
      async throws
    {
      let store = try Store(.account(user, folder: folder), schema: Meetings.schema())
      var options = SyncOptions()
      options.clock.sleep = { _ in try Task.checkCancellation() }
      let steps = Counter()
      options.failPoint = { _ in
        steps.add(1)
        if let step, steps.value >= step { throw Killed() }
      }
      let server = try real.adapter(Self.plan, zone: "basic") { _, options in
        options.authentication = BasicAuthentication(user: user, password: "secret")
      }
      let session = try SyncSession(store: store, plan: Self.plan, server: server, options: options)
      try work(store)
      do {
        let report = try await session.sync()
        #expect(report.setAside.isEmpty && report.stopped == nil, "\(report)")
      } catch is Killed {
      } catch let error as StoreError where "\(error)".contains("Killed") {
      }
    }

    @Test("19: two users alternate 50 times, with unsent work and kills: nothing crosses, nothing is lost")
    func alternating() async throws {
      let real = try await RESTRealServer()
      let folder = FileManager.default.temporaryDirectory.appending(path: "rowsmith-\(UUID().uuidString)")
        .path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      var random = SeededGenerator(silent: 19)
      for turn in 0..<50 {
        let user = turn % 2 == 0 ? "ada" : "ben"
        let step = Bool.random(using: &random) ? Int.random(in: 1...14, using: &random) : nil
        try await sync(real, user, folder: folder, killedAt: step) { store in
          try store.write { db in
            _ = try db.execute(
              sql: "INSERT INTO Meeting (id, title) VALUES ('\(user)-\(turn)', 'of \(user)')")
            _ = try db.execute(sql: "UPDATE Meeting SET place = '\(turn)' WHERE rowid % 3 = 0")
          }
        }
      }
      for user in ["ada", "ben"] {
        try await sync(real, user, folder: folder, killedAt: nil) { _ in }
        let store = try Store(.account(user, folder: folder), schema: Meetings.schema())
        let rows = try await store.read { try $0.rows("SELECT id, title FROM Meeting").map(\.values) }
        #expect(rows.count == 25)
        for row in rows { #expect(row[1] == .text("of \(user)")) }
        let unsent = try await store.read { try $0.rows("SELECT * FROM _rowsmith_sync_unsent").count }
        #expect(unsent == 0)
      }
      #expect(try await real.rows("meetings") == 50)
    }

    @Test("19: a file of one user is never synchronised for another")
    func otherUser() async throws {
      let real = try await RESTRealServer()
      let store = try Store(.memory, schema: Meetings.schema())
      func session(_ user: String) throws -> SyncSession {
        let server = try real.adapter(Self.plan, zone: "basic") { _, options in
          options.authentication = BasicAuthentication(user: user, password: "secret")
        }
        return try SyncSession(store: store, plan: Self.plan, server: server)
      }
      try await session("ada").sync()
      try await store.write { db in
        _ = try db.execute(sql: "INSERT INTO Meeting (id, title) VALUES ('m', 'secret')")
      }
      let error = await #expect(throws: SyncError.self) { try await session("ben").sync() }
      #expect(error?.reason == .otherUser)
      #expect(try await real.rows("meetings") == 0)
    }
  }
}
