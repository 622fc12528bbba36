import Rowsmith
import RowsmithAPI
import RowsmithTesting
import Testing

@testable import RowsmithClient

@Suite("What is looked at again when a request has ended")
struct BlockedRequestsTests {
  private let server = StubTransport()

  /// Hundreds that wait for one to their path were looked at for each request to another path, and for each new record.
  @Test("What waits for a request to its path is not looked at for others, nor what waits for a key")
  func again() async throws {
    var like = News.route("like", .put, "articles/:id/like")
    like.isQueued = true
    var create = News.route("create", .post, "articles")
    create.isQueued = true
    create.sends = "Article"
    let client = try News.client([like, create], transport: server) { $0.retries = .none }
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-1, 'a')") }
    server.stub("PUT", "articles/7/like") { _ in throw TransportError(.offline, "no network") }
    let record = RecordBody(entity: "Article", key: [.integer(-1)])
    let calls = [
      RouteCall("like", path: ["id": .integer(7)]), RouteCall("like", path: ["id": .integer(7)]),
      RouteCall("like", path: ["id": .integer(8)]), RouteCall("create", record: record),
    ]
    for call in calls { #expect(try await client.plain(call).outcome == .queued) }
    let rows = try await client.store.read { try $0.queueRows(client.facts) }
    try #require(rows.count == 4)
    let second = try await client.store.write { db in
      try QueueDependencies(api: client.api, facts: client.facts).blocked(rows[1], db)
    }
    let item = try #require(second)
    var blocked = BlockedRequests()
    blocked.add([item, BlockedRequests.Item(id: -5, group: nil)])
    var isFreed = blocked.note(rows[2], isOver: true, client.api)
    #expect(!isFreed && blocked.ids == [rows[1].item.id, -5])
    isFreed = blocked.note(rows[3], isOver: true, client.api)
    #expect(isFreed && blocked.ids == [rows[1].item.id])
    isFreed = blocked.note(rows[0], isOver: false, client.api)
    #expect(!isFreed && blocked.ids == [rows[1].item.id])
    isFreed = blocked.note(rows[0], isOver: true, client.api)
    #expect(isFreed && blocked.ids.isEmpty)
  }
}
