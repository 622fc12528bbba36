import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithTesting
import Testing

extension OfflineTests {
  @Test("A page of HTML is no answer to a delete: the row stays, and the request waits")
  func portal() async throws {
    let client = try client()
    try await client.store.importJSON(.string(#"[{"id":1}]"#), into: .entity("Article"))
    server.stub("DELETE", "articles/1") { _ in
      StubAnswer(
        status: 200, chunks: [Array("<html>".utf8)], headers: ["Content-Type": "text/html; charset=utf-8"])
    }
    let answer: Answer<Void> = try await client.call(RouteCall("remove", path: ["id": .integer(1)]))
    #expect(answer.outcome == .queued)
    #expect(try client.store.lines("SELECT id FROM Article") == ["1"])
  }

  @Test("A record that was refused and is made once more is not held up by an edit that waits for it")
  func mendedByTheCall() async throws {
    let client = try client()
    goOffline()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-5, 'bad')") }
    #expect(try await call(client, "create", "Article", -5).outcome == .queued)
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'worse'") }
    #expect(try await call(client, "update", "Article", -5).outcome == .queued)
    server.stub("POST", "articles", status: 422, json: "{}", times: 1)
    server.stub("POST", "articles", status: 422, json: "{}", times: 1)
    #expect(await client.queue.flush().refused.count == 1)
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'good'") }
    server.stub("POST", "articles", status: 201, json: #"{"id": 8, "title": "good"}"#)
    #expect(try await call(client, "create", "Article", -5).outcome == .imported)
    _ = await client.queue.flush()
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["8|good"])
    #expect(try await client.queue.items().isEmpty)
  }

  @Test(
    "An edit that is taken back while it is under way is sent as well, also if an attempt in between did not leave",
    arguments: [false, true])
  func takenBack(isOfflineBetween: Bool) async throws {
    let client = try client()
    try await client.store.importJSON(.string(#"[{"id":1,"title":"a"}]"#), into: .entity("Article"))
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b'") }
    server.stub("PATCH", "articles/1") { _ in throw TransportError(.interrupted, "cut off") }
    #expect(try await call(client, "update", "Article", 1).outcome == .queued)
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'a'") }
    if isOfflineBetween {
      server.stub("PATCH", "articles/1") { _ in throw TransportError(.offline, "no network") }
      #expect(await client.queue.flush().sent == 0)
    }
    server.stub("PATCH", "articles/1", json: #"{"id":1,"title":"b"}"#)
    #expect(await client.queue.flush().sent == 1)
    #expect(try client.store.lines("SELECT title FROM Article") == ["a"])
    server.forgetRequests()
    server.stub("PATCH", "articles/1", json: #"{"id":1,"title":"a"}"#)
    #expect(try await call(client, "update", "Article", 1).outcome == .imported)
    #expect(bodies() == [#"{"title":"a"}"#])
  }

  @Test("The key of a record that the server knows is not the answer's to change")
  func otherRecord() async throws {
    var copy = News.route("copy", .post, "articles/:id/copy")
    copy.sends = "Article"
    copy.returns = .record("Article")
    copy.isQueued = true
    let client = try News.client(OfflineTests.routes() + [copy], transport: server) { $0.retries = .none }
    try await client.store.importJSON(.string(#"[{"id":5,"title":"a"}]"#), into: .entity("Article"))
    server.stub("POST", "articles/5/copy", status: 201, json: #"{"id":6,"title":"a"}"#)
    #expect(try await call(client, "copy", "Article", 5).outcome == .imported)
    #expect(try client.store.lines("SELECT id FROM Article ORDER BY id") == ["5", "6"])
  }

  @Test("An answer without a body is no page, whatever its type", arguments: [200, 204])
  func emptyHTML(_ status: Int) async throws {
    let client = try client()
    try await client.store.importJSON(.string(#"[{"id":1}]"#), into: .entity("Article"))
    server.stub(
      "DELETE", "articles/1", status: status, json: "", headers: ["Content-Type": "text/html; charset=utf-8"])
    let answer: Answer<Void> = try await client.call(RouteCall("remove", path: ["id": .integer(1)]))
    #expect(answer.outcome == .imported)
    #expect(try client.articleIDs == [])
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("A 409 to a request that may be under way is no refusal: it is repeated under its key")
  func underWay() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'one')") }
    server.stub("POST", "articles", status: 201, json: #"{"id": 31, "title": "one"}"#)
    server.stub("POST", "articles", status: 409, json: "{}", times: 1)
    server.stub("POST", "articles", times: 1) { _ in throw TransportError(.timedOut, "too slow") }
    #expect(try await call(client, "create", "Article", -7).outcome == .queued)
    #expect(await client.queue.flush().refused.isEmpty)
    #expect(await client.queue.flush().sent == 1)
    #expect(Set(server.requests.map { $0.headers["Idempotency-Key"] }).count == 1)
    #expect(try client.articleIDs == ["31"])
  }

  @Test("What waits and what is unsent gets the new names of another model")
  func renamed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/news.sqlite"
    do {
      let client = try client(try Store(.file(path), schema: News.schema))
      try await client.store.importJSON(.string(#"{"id":1,"title":"a"}"#), into: .entity("Article"))
      try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'mine'") }
      goOffline()
      #expect(try await call(client, "update", "Article", 1).outcome == .queued)
    }
    let text = News.source.replacing("Article:\n", with: "Story:\n    RenamedFrom: Article\n")
      .replacing("title: String?", with: "name: { type: String?, RenamedFrom: title, ImportName: title }")
      .replacing("article: Article?", with: "article: Story?").replacing("[Article]", with: "[Story]")
    let schema = try #require(
      ModelCompiler.compile([ModelSource(path: "News.yml", text: text)], name: "News").schema)
    let store = try Store(.file(path), schema: schema)
    #expect(try store.lines("SELECT entity FROM _rowsmith_queue") == ["Story"])
    #expect(try store.lines("SELECT entity FROM _rowsmith_unsent") == ["Story"])
    #expect(try store.lines("SELECT entity, name, base FROM _rowsmith_unsent_values") == ["Story|name|a"])
  }

  @Test(
    "What waits and what is unsent follows records whose key is another one in the new model",
    arguments: [
      ("id: Int", "id: { type: String, coerce: true }", "1"),
      (
        "PrimaryKey: id\n    attributes: { id: Int, title",
        "PrimaryKey: title\n    attributes: { id: Int, title", "mine"
      ),
    ])
  func rekeyed(before: String, now: String, key: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/news.sqlite"
    func schema(_ text: String) throws -> Schema {
      try #require(ModelCompiler.compile([ModelSource(path: "News.yml", text: text)], name: "News").schema)
    }
    let source = News.source.replacing("title: String?", with: "title: String")
    do {
      let client = try client(try Store(.file(path), schema: try schema(source)))
      try await client.store.importJSON(.string(#"{"id":1,"title":"a"}"#), into: .entity("Article"))
      try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'mine'") }
      goOffline()
      #expect(try await call(client, "update", "Article", 1).outcome == .queued)
    }
    let store = try Store(
      .file(path), schema: try schema(source.replacing(before, with: now, maxReplacements: 1)))
    for table in ["_rowsmith_queue", "_rowsmith_unsent", "_rowsmith_unsent_values"] {
      #expect(try store.lines("SELECT typeof(key), key FROM \(table)") == ["text|\(key)"], "\(table)")
    }
  }

  @Test("A request that is repeated brings the relationship of its record, as when it is sent once")
  func repeatedRelationship() async throws {
    var publish = News.route("publish", .put, "articles/:id/comments")
    (publish.sends, publish.isQueued) = ("Article", true)
    publish.returns = .relationship(entity: "Article", name: "comments")
    let client = try News.client([publish], store: try News.store([1, 50]), transport: server) {
      $0.retries = .none
    }
    server.stub("PUT", "articles/1/comments", json: #"[{"id":50,"text":"c"}]"#)
    server.stub("PUT", "articles/1/comments", status: 500, json: "{}", times: 1)
    #expect(try await call(client, "publish", "Article", 1).outcome == .queued)
    #expect(await client.queue.flush().sent == 1)
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|t1", "50|t50"])
    #expect(try client.store.lines("SELECT id, text, article FROM Comment") == ["50|c|1"])
  }

  @Test("No wait that a server asks for is too long to be told")
  func endlessWait() async throws {
    let client = try client()
    server.stub("GET", "articles", status: 503, json: "", headers: ["Retry-After": "99999999999999999999"])
    await #expect(throws: ClientError.self) {
      let _: Answer<Void> = try await client.call(RouteCall("list"))
    }
  }

  @Test("While a server has asked for a pause, no request of the queue is sent", arguments: [429, 503])
  func pause(status: Int) async throws {
    let clock = TestClock()
    let client = try client { clock.install(&$0) }
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'one'), (-8, 'two'), (-9, 'three')")
    }
    server.stub("POST", "articles", status: status, json: "{}", headers: ["Retry-After": "60"], times: 1)
    #expect(try await call(client, "create", "Article", -7).outcome == .queued)
    server.stub("POST", "articles") { [server] _ in
      StubAnswer(status: 201, json: #"{"id": \#(server.requests.count), "title": "made"}"#)
    }
    #expect(try await call(client, "create", "Article", -8).outcome == .queued)
    #expect(server.requests.count == 1)
    clock.advance(65)
    #expect(try await call(client, "create", "Article", -9).outcome == .imported)
    #expect(server.requests.count == 4)
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("What an answer in the same batch says does not end a pause")
  func pauseInBatch() async throws {
    let clock = TestClock()
    var options = ClientOptions()
    options.retries = .none
    clock.install(&options)
    let api = API(
      baseURL: "https://news.example.com/v1/", batch: .init(path: "batch", limit: 20),
      routes: OfflineTests.routes())
    let client = try Client(store: try News.store(), api: api, transport: server, options: options)
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'one'), (-8, 'two'), (-9, 'three')")
    }
    goOffline()
    for key in [-7, -8] as [Int64] {
      #expect(try await call(client, "create", "Article", key).outcome == .queued)
    }
    server.forgetRequests()
    server.stub(
      "POST", "batch",
      json: """
        [{"code": 429, "headers": {"Retry-After": "60"}, "body": "{}"},
         {"code": 201, "body": "{\\"id\\": 2, \\"title\\": \\"two\\"}"}]
        """)
    #expect(await client.queue.flush().sent == 1)
    #expect(try await call(client, "create", "Article", -9).outcome == .queued)
    #expect(server.requests.map { String($0.url.suffix(5)) } == ["batch"])
  }

  @Test("A 409 is no refusal if an attempt before such an answer may have arrived")
  func underWayBefore() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'one')") }
    server.stub("POST", "articles", status: 201, json: #"{"id": 31, "title": "one"}"#)
    server.stub("POST", "articles", status: 409, json: "{}", times: 1)
    server.stub("POST", "articles", status: 429, json: "{}", times: 1)
    server.stub("POST", "articles", times: 1) { _ in throw TransportError(.timedOut, "too slow") }
    #expect(try await call(client, "create", "Article", -7).outcome == .queued)
    for _ in 0..<3 { #expect(await client.queue.flush().refused.isEmpty) }
    #expect(Set(server.requests.map { $0.headers["Idempotency-Key"] }).count == 1)
    #expect(server.requests.count == 4)
    #expect(try client.articleIDs == ["31"])
  }

  @Test(
    "A 409 after answers that say that nothing was done is a refusal, also with no network in between",
    arguments: [429, 401], [1, 3])
  func nothingUnderWay(status: Int, times: Int) async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'one')") }
    server.stub("POST", "articles", status: 409, json: "{}")
    server.stub("POST", "articles", times: 1) { _ in throw TransportError(.offline, "no network") }
    let headers: HTTPHeaders = ["Retry-After": "1"]
    server.stub("POST", "articles", status: status, json: "{}", headers: headers, times: times)
    _ = try? await call(client, "create", "Article", -7)
    for _ in 0..<times { _ = await client.queue.flush() }
    #expect(try await client.queue.items().map(\.attempts) == [1])
    #expect(await client.queue.flush().refused.count == 1)
    #expect(server.requests.count == times + 2)
  }

  @Test("A queue that is told to be sent does not wait for the end of a pause")
  func pauseBroken() async throws {
    let client = try client()
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'one'), (-8, 'two')")
    }
    server.stub("POST", "articles", status: 503, json: "{}", headers: ["Retry-After": "60"], times: 1)
    #expect(try await call(client, "create", "Article", -7).outcome == .queued)
    server.stub("POST", "articles", status: 201, json: #"{"id": 1, "title": "one"}"#)
    #expect(await client.queue.flush().sent == 1)
    server.stub("POST", "articles", status: 201, json: #"{"id": 2, "title": "two"}"#)
    #expect(try await call(client, "create", "Article", -8).outcome == .imported)
  }

  @Test("A record that was refused is deleted without asking the server")
  func refusedAndDeleted() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-5, 'bad')") }
    server.stub("POST", "articles", status: 422, json: "{}")
    await #expect(throws: ClientError.self) { _ = try await call(client, "create", "Article", -5) }
    let removed: Answer<Void> = try await client.call(RouteCall("remove", path: ["id": .integer(-5)]))
    #expect(removed.outcome == .imported)
    #expect(try client.store.lines("SELECT id FROM Article") == [])
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("Credentials of a call are not kept in the database")
  func credentials() async throws {
    let client = try client()
    goOffline()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-5, 'a')") }
    let options = CallOptions(headers: ["Authorization": "Bearer secret", "X-Kept": "yes"])
    let _: Answer<Void> = try await client.call(
      RouteCall("create", record: RecordBody(entity: "Article", key: [.integer(-5)]), options: options))
    let kept = try client.store.lines("SELECT arguments FROM _rowsmith_queue").joined()
    #expect(kept.contains("X-Kept"))
    #expect(!kept.contains("secret"))
  }

  @Test("Many requests of other entities have the same key as a record whose edit was refused")
  func sameKey() async throws {
    let client = try client()
    try await client.store.importJSON(.string(#"[{"id":1,"title":"a"}]"#), into: .entity("Article"))
    try await client.store.write { db in
      try db.execute(sql: "UPDATE Article SET title = 'b'")
      try db.execute(sql: "INSERT INTO Comment (id, text) VALUES (1, 'c')")
    }
    goOffline()
    for _ in 1...50 { _ = try await call(client, "comment", "Comment", 1) }
    _ = try await call(client, "update", "Article", 1)
    let _: Answer<Void> = try await client.call(RouteCall("remove", path: ["id": .integer(1)]))
    server.forgetRequests()
    server.stub("POST", "comments", status: 422, json: "{}")
    server.stub("PATCH", "articles/1", status: 422, json: "{}")
    server.stub("DELETE", "articles/1", status: 204, json: "")
    _ = await client.queue.flush()
    #expect(!server.requests.contains { $0.method == "DELETE" })
    #expect(try client.store.lines("SELECT id FROM Article") == ["1"])
  }

  @Test("A deletion that is given up leaves the record as it is here")
  func deletionGivenUp() async throws {
    let client = try client()
    try await client.store.importJSON(.string(#"[{"id":1,"title":"a"}]"#), into: .entity("Article"))
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b'") }
    server.stub("DELETE", "articles/1", status: 403, json: "{}")
    await #expect(throws: ClientError.self) {
      let _: Answer<Void> = try await client.call(RouteCall("remove", path: ["id": .integer(1)]))
    }
    #expect(try await client.queue.giveUp(try #require(await client.queue.items().first?.id)))
    #expect(try client.store.lines("SELECT title FROM Article") == ["b"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).changed == ["title"])
  }

  @Test("A record that is made again behind its deletion stays, and is sent", arguments: [false, true])
  func madeAgain(isDeletedHere: Bool) async throws {
    let client = try client()
    try await client.store.importJSON(.string(#"[{"id":1,"title":"a"}]"#), into: .entity("Article"))
    goOffline()
    let removed: Answer<Void> = try await client.call(RouteCall("remove", path: ["id": .integer(1)]))
    #expect(removed.outcome == .queued)
    if isDeletedHere {
      try await client.store.write { try $0.execute(sql: "DELETE FROM Article") }
      try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (1, 'a')") }
    }
    #expect(try await call(client, "create", "Article", 1).outcome == .queued)
    server.forgetRequests()
    server.stub("DELETE", "articles/1", status: 204, json: "")
    server.stub("POST", "articles", status: 201, json: #"{"id":1,"title":"a"}"#)
    #expect(await client.queue.flush().sent == 2)
    #expect(server.requests.map(\.method) == ["DELETE", "POST"])
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|a"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).isSent)
  }

  @Test("A deletion that waits stays where its record is made and deleted again", arguments: [false, true])
  func deletedTwice(isCalled: Bool) async throws {
    let client = try client()
    try await client.store.importJSON(.string(#"[{"id":1,"title":"a"}]"#), into: .entity("Article"))
    goOffline()
    func remove() async throws {
      let removed: Answer<Void> = try await client.call(RouteCall("remove", path: ["id": .integer(1)]))
      #expect(removed.outcome == .queued)
    }
    try await client.store.write { try $0.execute(sql: "DELETE FROM Article") }
    try await remove()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (1, 'b')") }
    #expect(try await call(client, "create", "Article", 1).outcome == .queued)
    if isCalled {
      try await remove()
    } else {
      try await client.store.write { try $0.execute(sql: "DELETE FROM Article") }
    }
    try await sendsDeletionAlone(client)
  }

  @Test(
    "A request that cannot be sent as it is, or is redirected nowhere, does not hold up the others",
    arguments: [TransportError.Reason.unsendable, .redirected])
  func unsendable(_ reason: TransportError.Reason) async throws {
    let client = try client()
    try await client.store.importJSON(
      .string(#"[{"id":1,"title":"a"},{"id":2,"title":"a"}]"#), into: .entity("Article"))
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b'") }
    server.stub("PATCH", "articles/1") { _ in throw TransportError(reason, "no way") }
    server.stub("PATCH", "articles/2") { _ in throw TransportError(.offline, "no network") }
    #expect(try await call(client, "update", "Article", 1).outcome == .queued)
    #expect(try await call(client, "update", "Article", 2).outcome == .queued)
    server.stub("PATCH", "articles/2", json: #"{"id":2,"title":"b"}"#)
    let report = await client.queue.flush()
    #expect(report.sent == 1 && report.waiting == 1 && report.stopped == nil)
    #expect(try await client.queue.items().map(\.message) == ["no way"])
  }
}
