import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

extension RESTRealTests {
  /// Databases that synchronise with the server of `Tests/Server`.
  @Suite struct RESTSessionTests {
    struct Phone {
      let store: Store
      let session: SyncSession

      init(_ server: RESTSyncServer, _ plan: SyncPlan) throws {
        store = try Store(.memory, schema: try Meetings.schema())
        var options = SyncOptions()
        options.clock.sleep = { _ in try Task.checkCancellation() }
        session = try SyncSession(store: store, plan: plan, server: server, options: options)
      }

      func run(_ sql: String) throws { try store.write { _ = try $0.execute(sql: sql) } }

      func notes() throws -> [String] { try texts("SELECT hash, text, meeting FROM Note ORDER BY hash") }

      /// Rows of texts.
      func texts(_ sql: String) throws -> [String] {
        try store.read {
          try $0.rows(sql).map { row in
            row.values.map { if case .text(let text) = $0 { text } else { "-" } }.joined(separator: " ")
          }
        }
      }
    }

    private static let plain = Meetings.plan("user", nil)
    private static let feed = SyncPlan(
      server: "rest", settings: [.init("version", "lockVersion"), .init("changes", "changes")],
      entities: Meetings.plan.entities)

    @Test("Two databases become the same", arguments: [plain, feed])
    func twoDatabasesBecomeTheSame(plan: SyncPlan) async throws {
      let real = try await RESTRealServer()
      let (one, two) = (try Phone(try real.adapter(plan), plan), try Phone(try real.adapter(plan), plan))
      try one.run("INSERT INTO Meeting (id, title) VALUES ('m', 'Monday'), ('w', 'Wednesday')")
      try one.run(
        "INSERT INTO Note (hash, text, meeting) VALUES ('a', 'A', 'm'), ('b', 'B', 'm'), ('c', 'C', 'w')")
      let first = try await one.session.sync()
      #expect(first.stopped == nil && first.setAside.isEmpty && first.pushed == 5, "\(first)")
      _ = try await two.session.sync()
      #expect(try two.notes() == ["a A m", "b B m", "c C w"])

      try two.run("UPDATE Note SET text = 'AA' WHERE hash = 'a'")
      try two.run("DELETE FROM Note WHERE hash = 'b'")
      try two.run("DELETE FROM Meeting WHERE id = 'w'")
      try one.run("UPDATE Note SET position = 3 WHERE hash = 'a'")
      let second = try await two.session.sync()
      #expect(second.stopped == nil && second.setAside.isEmpty, "\(second)")
      let third = try await one.session.sync()
      #expect(third.stopped == nil && third.setAside.isEmpty && third.waiting == 0, "\(third)")
      _ = try await two.session.sync()
      #expect(try one.notes() == ["a AA m"])
      #expect(try two.notes() == ["a AA m"])
      #expect(try await real.rows("meetings") == 1)
      let note = try #require(try await real.adapter(plan).read(["a"], in: Meetings.notes).first)
      let json = String(decoding: note.json, as: UTF8.self)
      #expect(json.contains(#""position":3"#))
    }

    @Test("Keys of ours never change where the server has its own")
    func keysOfOursNeverChangeWhereTheServerHasItsOwn() async throws {
      let real = try await RESTRealServer()
      try await real.server.seed(2)
      let plan = Articles.plan
      let (one, two) = (try Phone(try real.adapter(plan), plan), try Phone(try real.adapter(plan), plan))
      let ids = Articles.ids
      try one.run("INSERT INTO Article (id, title) VALUES ('\(ids[0])', 'News')")
      for id in ids.dropFirst() {
        try one.run("INSERT INTO ArticleComment (id, body, article) VALUES ('\(id)', 'Yes', '\(ids[0])')")
      }
      let first = try await one.session.sync()
      #expect(first.stopped == nil && first.setAside.isEmpty && first.pushed == 4, "\(first)")
      let mine = "SELECT c.id, a.title FROM ArticleComment c JOIN Article a ON a.id = c.article ORDER BY c.id"
      #expect(try one.texts(mine).filter { $0.hasSuffix("News") } == ids.dropFirst().map { "\($0) News" })
      _ = try await two.session.sync()
      #expect(try two.texts(mine) == one.texts(mine))
      #expect(
        try two.texts("SELECT id FROM Article ORDER BY id") == one.texts("SELECT id FROM Article ORDER BY id")
      )
      try two.run("UPDATE Article SET title = 'Olds' WHERE id = '\(ids[0])'")
      try two.run("DELETE FROM ArticleComment WHERE id = '\(ids[1])'")
      let second = try await two.session.sync()
      #expect(second.stopped == nil && second.setAside.isEmpty && second.pushed == 2, "\(second)")
      let third = try await one.session.sync()
      #expect(third.stopped == nil && third.waiting == 0, "\(third)")
      #expect(try one.texts(mine).filter { $0.hasSuffix("Olds") } == ids.dropFirst(2).map { "\($0) Olds" })
      #expect(try two.texts(mine) == one.texts(mine))
    }

    @Test("Records are linked to what they lead to, though that comes later in the plan")
    func whatARecordLeadsToIsBroughtInBefore() async throws {
      let real = try await RESTRealServer()
      try await real.server.seed(2)
      var plan = Articles.plan
      plan.entities.reverse()
      let server = try real.adapter(plan)
      let phone = try Phone(server, plan)
      _ = try await phone.session.sync()
      let count = try phone.texts("SELECT id FROM ArticleComment").count
      #expect(count > 0)
      #expect(
        try phone.texts("SELECT c.id FROM ArticleComment c JOIN Article a ON a.id = c.article").count == count
      )
    }

    @Test(
      "What goes wrong on the way is made good by the next syncs, and no record is made twice",
      arguments: ["drop=after", "after_status=500", "status=503", "batch_cut=2", "batch_null=0", "empty"])
    func whatGoesWrongOnTheWayIsMadeGoodByTheNextSync(fault: String) async throws {
      let real = try await RESTRealServer()
      let phone = try Phone(try real.adapter(Self.plain), Self.plain)
      for number in 0..<30 { try phone.run("INSERT INTO Meeting (id, title) VALUES ('m\(number)', 'T')") }
      try await real.fail(fault, "(batch|meetings)", method: "POST", times: 3)
      for _ in 0..<6 { _ = try await phone.session.sync() }
      #expect(try await real.rows("meetings") == 30)
      let last = try await phone.session.sync()
      #expect(last.waiting == 0 && last.setAside.isEmpty && last.stopped == nil, "\(last)")
    }

    @Test("A server that knows no idempotency keys gets each record once, though answers are lost")
    func aServerThatKnowsNoKeysGetsEachRecordOnce() async throws {
      let real = try await RESTRealServer(isDumb: true)
      let plan = SyncPlan(
        server: "rest", settings: [.init("idempotency", "none")], entities: Meetings.plan.entities)
      let phone = try Phone(try real.adapter(plan), plan)
      for number in 0..<10 { try phone.run("INSERT INTO Meeting (id, title) VALUES ('m\(number)', 'T')") }
      try await real.fail("drop=after", "(batch|meetings)", method: "POST", times: 2)
      for _ in 0..<4 { _ = try await phone.session.sync() }
      #expect(try await real.rows("meetings") == 10)
      let last = try await phone.session.sync()
      #expect(last.waiting == 0 && last.setAside.isEmpty && last.stopped == nil, "\(last)")
    }
  }
}
