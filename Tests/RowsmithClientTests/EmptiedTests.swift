import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("What is answered after all data was deleted", .timeLimit(.minutes(5)))
struct EmptiedTests {
  private let server = StubTransport()

  /// Makes a call, deletes all data while it is under way, and then has it answered.
  private func emptied(
    _ client: Client, _ method: String, _ path: String, _ answer: StubAnswer,
    _ call: @escaping @Sendable () async throws -> AnswerOutcome
  ) async throws -> Result<AnswerOutcome, any Error> {
    let (reached, open) = (Gate(), Gate())
    server.stub(method, path, times: 1) { _ in
      reached.open()
      await open.wait()
      return answer
    }
    let task = Task { try await call() }
    await reached.wait()
    try await client.store.deleteAllData()
    open.open()
    return await task.result
  }

  private func expectNothing(_ client: Client) throws {
    #expect(try client.articleIDs == [])
    for name in ["answers", "increments", "queue", "unsent"] {
      #expect(try client.store.lines("SELECT count(*) FROM _rowsmith_\(name)") == ["0"], "\(name)")
    }
  }

  @Test("News alone are not taken for all there is", arguments: [true, false])
  func incremental(isCached: Bool) async throws {
    let client = try News.client(
      [
        News.articles {
          $0.incremental = Incremental(parameter: "since", attribute: "updatedAt")
          $0.isCached = isCached
        }
      ], transport: server)
    let old = #"{"id":1,"updated_at":"2024-01-01T00:00:00Z"}"#
    let new = #"{"id":2,"updated_at":"2024-01-02T00:00:00Z"}"#
    server.stub("GET", "articles") { request in
      StubAnswer(json: request.url.contains("since") ? "[\(new)]" : "[\(old),\(new)]")
    }
    try await client.articles()
    let result = try await emptied(client, "GET", "articles", StubAnswer(json: "[\(new)]")) {
      try await client.articles().outcome
    }
    let error = #expect(throws: ClientError.self) { try result.get() }
    #expect(error?.reason == .cancelled)
    try expectNothing(client)
    try await client.articles()
    #expect(try client.articleIDs == ["1", "2"])
  }

  @Test(
    "The answer to somebody who has signed out is not kept, nor is it said to be unchanged",
    arguments: [200, 304])
  func signedOut(status: Int) async throws {
    let client = try News.client([News.articles { $0.isCached = true }], transport: server)
    server.stub("GET", "articles", json: News.json([1]), headers: ["ETag": "\"a\""])
    try await client.articles()
    let answer = StubAnswer(status: status, json: status == 304 ? "" : News.json([1, 2]))
    let result = try await emptied(client, "GET", "articles", answer) { try await client.articles().outcome }
    #expect(throws: ClientError.self) { try result.get() }
    try expectNothing(client)
  }

  @Test("A record that was made is not brought back", arguments: [true, false])
  func made(isQueued: Bool) async throws {
    var create = News.route("create", .post, "articles")
    (create.sends, create.returns, create.isQueued) = ("Article", .record("Article"), isQueued)
    let client = try News.client([create], transport: server) { $0.retries = .none }
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'mine')")
    }
    let answer = StubAnswer(status: 201, json: #"{"id":31,"title":"mine"}"#)
    let result = try await emptied(client, "POST", "articles", answer) {
      let record = RecordBody(entity: "Article", key: [.integer(-7)])
      return try await client.plain(RouteCall("create", record: record)).outcome
    }
    if isQueued {
      #expect(try result.get() == .imported)
    } else {
      let error = #expect(throws: ClientError.self) { try result.get() }
      #expect(error?.mayHaveArrived == true)
    }
    try expectNothing(client)
  }
}
