import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

extension OfflineTests {
  /// A client whose database has a record of the server that was changed here.
  private func clientWithEdit() async throws -> Client {
    let client = try client()
    try await client.store.importJSON(.string(#"[{"id":1,"title":"a"}]"#), into: .entity("Article"))
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b'") }
    return client
  }

  private func remove(_ client: Client, _ key: Int64) async throws -> AnswerOutcome {
    let removed: Answer<Void> = try await client.call(RouteCall("remove", path: ["id": .integer(key)]))
    return removed.outcome
  }

  /// Expects that the record is gone here, and that only its deletion is sent.
  func sendsDeletionAlone(_ client: Client) async throws {
    #expect(try client.articleIDs == [])
    server.forgetRequests()
    server.stub("DELETE", "articles/1", status: 204, json: "")
    _ = await client.queue.flush()
    #expect(Set(server.requests.map(\.method)) == ["DELETE"])
    #expect(try await client.queue.items().isEmpty)
  }

  private func makeAgain(_ client: Client) async throws {
    try await client.store.write { try $0.execute(sql: "DELETE FROM Article") }
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (1, 'c')") }
  }

  @Test("A deletion behind an edit stays, too, where its record is made and deleted again")
  func deletedTwiceAfterEdit() async throws {
    let client = try await clientWithEdit()
    goOffline()
    #expect(try await call(client, "update", "Article", 1).outcome == .queued)
    #expect(try await remove(client, 1) == .queued)
    try await makeAgain(client)
    #expect(try await call(client, "create", "Article", 1).outcome == .queued)
    #expect(try await remove(client, 1) == .queued)
    try await sendsDeletionAlone(client)
  }

  @Test("A record that is made again is sent behind its deletion, also by an edit that was refused before")
  func madeAgainAfterRefusal() async throws {
    let client = try await clientWithEdit()
    server.stub("PATCH", "articles/1", status: 422, json: "{}")
    await #expect(throws: ClientError.self) { _ = try await call(client, "update", "Article", 1) }
    goOffline()
    #expect(try await remove(client, 1) == .queued)
    try await makeAgain(client)
    #expect(try await call(client, "update", "Article", 1).outcome == .queued)
    server.forgetRequests()
    server.stub("DELETE", "articles/1", status: 204, json: "")
    server.stub("PATCH", "articles/1", json: #"{"id":1,"title":"c"}"#)
    #expect(await client.queue.flush().sent == 2)
    #expect(server.requests.map(\.method) == ["DELETE", "PATCH"])
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|c"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).isSent)
  }

  @Test("A record that is made again stays, also where it has no request yet when its deletion is sent")
  func madeAgainWithoutRequest() async throws {
    let client = try await clientWithEdit()
    goOffline()
    #expect(try await remove(client, 1) == .queued)
    try await makeAgain(client)
    server.stub("DELETE", "articles/1", status: 204, json: "")
    #expect(await client.queue.flush().sent == 1)
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|c"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).isNew)
    server.stub("POST", "articles", status: 201, json: #"{"id":1,"title":"c"}"#)
    #expect(try await call(client, "create", "Article", 1).outcome == .imported)
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).isSent)
  }

  @Test(
    "A record that is made again behind its deletion stays, also while the one before is being sent",
    arguments: ["create", "update"])
  func madeAgainUnderWay(_ route: String) async throws {
    let client = try await clientWithEdit()
    // The first one is busy with the edit until that is answered.
    let other = try self.client(client.store)
    server.stub("DELETE", "articles/1", status: 204, json: "")
    server.stub("POST", "articles", status: 201, json: #"{"id":1,"title":"c"}"#)
    server.stub("PATCH", "articles/1", json: #"{"id":1,"title":"c"}"#)
    server.stub("PATCH", "articles/1", times: 1) { _ in
      #expect(try await remove(other, 1) == .queued)
      try await makeAgain(other)
      #expect(try await call(other, route, "Article", 1).outcome == .queued)
      return StubAnswer(json: #"{"id":1,"title":"b"}"#)
    }
    #expect(try await call(client, "update", "Article", 1).outcome == .imported)
    _ = await client.queue.flush()
    #expect(server.requests.map(\.method) == ["PATCH", "DELETE", route == "create" ? "POST" : "PATCH"])
    #expect(bodies().last?.contains(#""title":"c""#) == true)
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|c"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).isSent)
  }

  @Test("A record that is made again behind its deletion stays, also while a body makes the one before")
  func madeAgainBehindBody() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (1, 'a')") }
    // The first one is busy with the creation until that is answered.
    let other = try self.client(client.store)
    server.stub("DELETE", "articles/1", status: 204, json: "")
    server.stub("POST", "articles", times: 1) { _ in
      #expect(try await remove(other, 1) == .queued)
      try await makeAgain(other)
      return StubAnswer(status: 201, json: #"{"id":1,"title":"a"}"#)
    }
    let made: Answer<Void> = try await client.call(
      RouteCall(
        "create", record: RecordBody(entity: "Article", key: [.integer(1)]),
        body: .json(.object([.init("title", .string("a"))]))))
    #expect(made.outcome == .imported)
    _ = await client.queue.flush()
    #expect(server.requests.map(\.method) == ["POST", "DELETE"])
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|c"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).isNew)
  }

  @Test("A deletion under a local key does not wait for a record that nothing makes any more")
  func deletedAfterDrop() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'a')") }
    server.stub("POST", "articles") { _ in throw TransportError(.interrupted, "cut off") }
    #expect(try await call(client, "create", "Article", -7).outcome == .queued)
    #expect(try await remove(client, -7) == .queued)
    #expect(try await client.queue.drop(try #require(await client.queue.items().first?.id)))
    #expect(try await remove(client, -7) == .imported)
    #expect(try client.articleIDs == [])
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("All requests are dropped at once, and what they were to say stays unsent")
  func allDropped() async throws {
    let client = try client()
    goOffline()
    try await client.store.write {
      try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'a'), (-8, 'b')")
    }
    for key: Int64 in [-7, -8] {
      #expect(try await call(client, "create", "Article", key).outcome == .queued)
    }
    #expect(try await client.queue.dropAll() == 2)
    #expect(try await client.queue.items().isEmpty)
    #expect(try await !client.queue.needsFlushing())
    #expect(try await client.queue.dropAll() == 0)
    #expect(try client.articleIDs == ["-8", "-7"])
    for key: Int64 in [-7, -8] {
      #expect(try await client.queue.state(entity: "Article", key: [.integer(key)]).isNew)
    }
    server.forgetRequests()
    #expect(await client.queue.flush().waiting == 0)
    #expect(server.requests.isEmpty)
  }

  @Test("A record whose request is dropped while it is under way gets its key, and is there once")
  func droppedUnderWay() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'a')") }
    server.stub("POST", "articles") { _ in
      for item in try await client.queue.items() { try await client.queue.drop(item.id) }
      return StubAnswer(status: 201, json: #"{"id": 31, "title": "a"}"#)
    }
    #expect(try await call(client, "create", "Article", -7).outcome == .imported)
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["31|a"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(31)]).isSent)
  }

  @Test("A record that a list has brought and that was deleted does not come back with a kept answer")
  func deletedTwin() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'one')") }
    server.stub("POST", "articles") { _ in throw TransportError(.interrupted, "cut off") }
    #expect(try await call(client, "create", "Article", -7).outcome == .queued)
    server.stub("GET", "articles", json: #"[{"id": 31, "title": "one"}]"#)
    let _: Answer<Void> = try await client.call(RouteCall("list"))
    server.stub("POST", "articles", status: 500, json: "{}")
    server.stub("DELETE", "articles/31", status: 204, json: "")
    let _: Answer<Void> = try await client.call(RouteCall("remove", path: ["id": .integer(31)]))
    await client.queue.flush()
    #expect(try client.store.lines("SELECT id FROM Article") == ["-7"])
    server.stub("POST", "articles", status: 201, json: #"{"id": 31, "title": "one"}"#)
    await client.queue.flush()
    #expect(try client.store.lines("SELECT id FROM Article") == [])
    #expect(try await client.queue.items().isEmpty)
    #expect(try client.store.lines("SELECT * FROM _rowsmith_deleted") == [])
  }
}
