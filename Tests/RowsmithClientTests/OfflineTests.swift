import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithTesting
import Testing

@Suite("Work done offline")
struct OfflineTests {
  let server = StubTransport()

  static func routes() -> [Route] {
    func queued(_ name: String, _ method: RouteMethod, _ path: String, sends: String? = nil) -> Route {
      var route = News.route(name, method, path)
      route.isQueued = true
      route.sends = sends
      return route
    }
    var create = queued("create", .post, "articles", sends: "Article")
    create.returns = .record("Article")
    create.under = "article"
    var update = queued("update", .patch, "articles/:id", sends: "Article")
    update.returns = .record("Article")
    var remove = queued("remove", .delete, "articles/:id")
    remove.deletes = "Article"
    var comment = queued("comment", .post, "comments", sends: "Comment")
    comment.returns = .record("Comment")
    var list = News.route("list", .get, "articles")
    list.returns = .records("Article")
    return [create, update, remove, comment, list]
  }

  func client(_ store: Store? = nil, _ change: (inout ClientOptions) -> Void = { _ in }) throws
    -> Client
  {
    try News.client(OfflineTests.routes(), store: store, transport: server) {
      $0.retries = .none
      change(&$0)
    }
  }

  func goOffline() {
    for (method, path) in [
      ("POST", "articles"), ("PATCH", "articles/1"), ("DELETE", "articles/1"), ("POST", "comments"),
      ("GET", "articles"),
    ] {
      server.stub(method, path) { _ in throw TransportError(.offline, "no network") }
    }
  }

  func call(_ client: Client, _ route: String, _ entity: String, _ key: Int64) async throws -> Answer<
    Void
  > {
    try await client.call(
      RouteCall(route, record: RecordBody(entity: entity, key: [.integer(key)])))
  }

  func bodies() -> [String] {
    server.requests.map { request in
      guard case .bytes(let bytes)? = request.body else { return "-" }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test("What finds no connection waits, and is sent before the next call that goes out")
  func waits() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'new')") }
    goOffline()
    let answer = try await call(client, "create", "Article", -7)
    #expect(answer.outcome == .queued)
    #expect(answer.queueItem != nil)
    #expect(try await client.queue.needsFlushing())
    var state = try await client.queue.state(entity: "Article", key: [.integer(-7)])
    #expect(state.isNew)
    #expect(state.items.map(\.state) == [.waiting])
    server.forgetRequests()
    server.stub("POST", "articles", status: 201, json: #"{"id": 31, "title": "new"}"#)
    server.stub("GET", "articles", json: "[]")
    let _: Answer<Void> = try await client.call(RouteCall("list"))
    #expect(server.requests.map(\.method) == ["POST", "GET"])
    #expect(bodies().first == #"{"article":{"title":"new"}}"#)
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["31|new"])
    state = try await client.queue.state(entity: "Article", key: [.integer(31)])
    #expect(state.isSent)
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("A request that may have left is repeated to the byte, under the same key")
  func frozen() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'one')") }
    server.stub("POST", "articles") { _ in throw TransportError(.interrupted, "cut off") }
    #expect(try await call(client, "create", "Article", -7).outcome == .queued)
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'two' WHERE id = -7") }
    server.stub("POST", "articles", status: 201, json: #"{"id": 31, "title": "one"}"#)
    #expect(await client.queue.flush().sent == 1)
    #expect(bodies() == [#"{"article":{"title":"one"}}"#, #"{"article":{"title":"one"}}"#])
    #expect(Set(server.requests.map { $0.headers["Idempotency-Key"] }).count == 1)
    // What was edited meanwhile stays, and is still to be sent.
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["31|two"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(31)]).changed == ["title"])
    server.forgetRequests()
    server.stub("PATCH", "articles/31", json: #"{"id": 31, "title": "two"}"#)
    #expect(try await call(client, "update", "Article", 31).outcome == .imported)
    #expect(bodies() == [#"{"title":"two"}"#])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(31)]).isSent)
  }

  @Test("Only what changed is sent with PATCH, against what the server last said; a cleared value is null")
  func patch() async throws {
    let client = try client()
    try await client.store.importJSON(
      .string(#"[{"id":1,"title":"a","topic":"x"}]"#), into: .entity("Article"))
    #expect(try await call(client, "update", "Article", 1).outcome == .notModified)
    #expect(server.requests.isEmpty)
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b', topic = NULL") }
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'a'") }
    server.stub("PATCH", "articles/1", json: #"{"id":1,"title":"a"}"#)
    #expect(try await call(client, "update", "Article", 1).outcome == .imported)
    #expect(bodies() == [#"{"topic":null}"#])
  }

  @Test("A refused request is set aside with the server's reason, and what does not depend on it goes on")
  func refused() async throws {
    let client = try client()
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Article (id, title) VALUES (-1, 'bad'), (-2, 'good')")
      try db.execute(
        sql: "INSERT INTO Comment (id, text, article) VALUES (-3, 'on bad', -1), (-4, 'on good', -2)")
    }
    goOffline()
    for (route, entity, key) in [
      ("create", "Article", -1), ("create", "Article", -2), ("comment", "Comment", -3),
      ("comment", "Comment", -4),
    ] as [(String, String, Int64)] {
      #expect(try await call(client, route, entity, key).outcome == .queued)
    }
    server.forgetRequests()
    server.stub("POST", "articles") { request in
      guard case .bytes(let bytes)? = request.body else { return StubAnswer(status: 500, json: "") }
      return String(decoding: bytes, as: UTF8.self).contains("bad")
        ? StubAnswer(status: 422, json: #"{"error":{"message":"too bad","code":"E7"}}"#)
        : StubAnswer(status: 201, json: #"{"id":20,"title":"good"}"#)
    }
    server.stub("POST", "comments", status: 201, json: #"{"id":40,"text":"on good","article_id":20}"#)
    let report = await client.queue.flush()
    #expect(report.sent == 2)
    #expect(report.refused.map(\.error.serverCode) == ["E7"])
    #expect(report.waiting == 1)
    #expect(bodies().last == #"{"text":"on good","article":20}"#)
    let state = try await client.queue.state(entity: "Article", key: [.integer(-1)])
    #expect(state.refusal == "too bad")
    #expect(try client.store.lines("SELECT id, article FROM Comment ORDER BY id") == ["-3|-1", "40|20"])
    // Mended, it goes, and takes with it what waited for it.
    server.forgetRequests()
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'fine' WHERE id = -1") }
    server.stub("POST", "articles", status: 201, json: #"{"id":10,"title":"fine"}"#)
    server.stub("POST", "comments", status: 201, json: #"{"id":30,"text":"on bad","article_id":10}"#)
    #expect(try await client.queue.retry(state.items[0].id))
    #expect(await client.queue.flush().sent == 2)
    #expect(try client.store.lines("SELECT id, article FROM Comment ORDER BY id") == ["30|10", "40|20"])
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("What is made and deleted here before it has left asks nothing of the server")
  func unborn() async throws {
    let client = try client()
    goOffline()
    // What waits in front has stopped the queue, so that nothing behind it has left.
    try await client.store.importJSON(.string(#"[{"id":1,"title":"a"}]"#), into: .entity("Article"))
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b' WHERE id = 1") }
    #expect(try await call(client, "update", "Article", 1).outcome == .queued)
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'x')") }
    #expect(try await call(client, "create", "Article", -7).outcome == .queued)
    let removed: Answer<Void> = try await client.call(RouteCall("remove", path: ["id": .integer(-7)]))
    #expect(removed.outcome == .imported)
    #expect(try client.store.lines("SELECT id FROM Article") == ["1"])
    #expect(try await client.queue.items().map(\.route) == ["update"])
  }

  @Test("The server's answer does not overwrite what is unsent, and discarding gives it back")
  func keeps() async throws {
    let client = try client()
    try await client.store.importJSON(
      .string(#"[{"id":1,"title":"a","topic":"x"}]"#), into: .entity("Article"))
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'mine' WHERE id = 1") }
    server.stub("GET", "articles", json: #"[{"id":1,"title":"theirs","topic":"y"}]"#)
    let _: Answer<Void> = try await client.call(RouteCall("list"))
    #expect(try client.store.lines("SELECT title, topic FROM Article") == ["mine|y"])
    try await client.queue.discardChanges(entity: "Article", key: [.integer(1)])
    #expect(try client.store.lines("SELECT title, topic FROM Article") == ["theirs|y"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).isSent)
  }

  @Test(
    "A delete that the server has carried out, or has no record for, deletes the row",
    arguments: [204, 404, 410])
  func deletes(_ status: Int) async throws {
    let client = try client()
    try await client.store.importJSON(.string(#"[{"id":1},{"id":2}]"#), into: .entity("Article"))
    server.stub("DELETE", "articles/1", status: status, json: "")
    let answer: Answer<Void> = try await client.call(RouteCall("remove", path: ["id": .integer(1)]))
    #expect(answer.outcome == .imported)
    #expect(try client.store.lines("SELECT id FROM Article") == ["2"])
  }

  @Test("The queue is in the file: another client of it sends what waits")
  func durable() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/news.sqlite"
    do {
      let client = try client(try Store(.file(path), schema: News.schema))
      goOffline()
      try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'x')") }
      #expect(try await call(client, "create", "Article", -7).outcome == .queued)
    }
    let other = try client(try Store(.file(path), schema: News.schema))
    server.stub("POST", "articles", status: 201, json: #"{"id":5,"title":"x"}"#)
    #expect(await other.queue.flush().sent == 1)
    #expect(try other.store.lines("SELECT id FROM Article") == ["5"])
    let view = try other.store.lines("SELECT count(*) FROM _rowsmith_queue_view")
    #expect(view == ["0"])
  }
}

extension OfflineTests {
  @Test("A call that is queued does not wait for a network that is not there")
  func doesNotWait() async throws {
    let client = try client {
      $0.retries = RetryPolicy()
      $0.clock.sleep = { _ in Issue.record("nobody is to wait") }
    }
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'new')") }
    goOffline()
    #expect(try await call(client, "create", "Article", -7).outcome == .queued)
    #expect(server.requests.count == 1)
  }

  @Test("A request waits for an earlier one of the same record, also where others stand between them")
  func order() async throws {
    let client = try client()
    try await client.store.importJSON(
      .string(#"[{"id":1,"title":"a"},{"id":2,"title":"b"}]"#), into: .entity("Article"))
    server.stub("PATCH", "articles/1") { _ in throw TransportError(.offline, "no network") }
    server.stub("PATCH", "articles/2") { _ in throw TransportError(.offline, "no network") }
    for (id, title) in [(1, "one"), (2, "two"), (1, "three")] as [(Int64, String)] {
      try await client.store.write {
        try $0.execute(sql: "UPDATE Article SET title = ? WHERE id = ?", title, Int(id))
      }
      _ = try await call(client, "update", "Article", id)
    }
    server.forgetRequests()
    server.stub("PATCH", "articles/1", status: 422, json: "{}")
    server.stub("PATCH", "articles/2", json: #"{"id": 2, "title": "two"}"#)
    let report = await client.queue.flush()
    #expect(report.sent == 1)
    #expect(report.refused.count == 1)
    #expect(report.waiting == 1)
    #expect(server.requests.map(\.url).map { String($0.suffix(10)) } == ["articles/1", "articles/2"])
  }

  /// A network whose state a test says.
  private struct Switch: Reachability {
    let changes: AsyncStream<Bool>
  }

  @Test("What waits is sent when the network is there again")
  func reachability() async throws {
    let client = try client()
    goOffline()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'x')") }
    #expect(try await call(client, "create", "Article", -7).outcome == .queued)
    server.stub("POST", "articles", status: 201, json: #"{"id":5,"title":"x"}"#)
    let (changes, network) = AsyncStream.makeStream(of: Bool.self)
    let sending = Task { await client.queue.flush(whenever: Switch(changes: changes)) }
    network.yield(false)
    network.yield(true)
    network.finish()
    await sending.value
    #expect(try client.store.lines("SELECT id FROM Article") == ["5"])
  }

  @Test("An upload of a file holds up nothing, and other calls do not hold it up")
  func uploads() async throws {
    var upload = News.route("upload", .post, "files")
    upload.isQueued = true
    let client = try News.client(OfflineTests.routes() + [upload], transport: server) { $0.retries = .none }
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.txt"
    try "hello".write(toFile: path, atomically: true, encoding: .utf8)
    server.stub("POST", "files") { _ in throw TransportError(.offline, "no network") }
    let waiting: Answer<Void> = try await client.call(
      RouteCall("upload", body: .file(path: path, type: "text/plain")))
    #expect(waiting.outcome == .queued)
    #expect(try await client.queue.items().map(\.isUpload) == [true])
    server.stub("GET", "articles", json: "[]")
    let answer: Answer<Void> = try await client.call(RouteCall("list"))
    #expect(answer.outcome == .imported)
    server.stub("POST", "files", status: 201, json: "")
    while try await client.queue.needsFlushing() { await client.queue.flush() }
    guard case .file(let sent)? = server.requests.last(where: { $0.method == "POST" })?.body else {
      Issue.record("no file was sent")
      return
    }
    #expect(sent == path)
  }
}

extension OfflineTests {
  @Test("A request without a record says what its call was filled in with")
  func placeholders() async throws {
    var like = News.route("like", .put, "articles/:id/like")
    like.isQueued = true
    like.query = [.init(name: "how", argument: "how", type: .string)]
    let client = try News.client([like], transport: server) { $0.retries = .none }
    server.stub("PUT", "articles/7/like?how=much") { _ in throw TransportError(.offline, "no network") }
    let answer: Answer<Void> = try await client.call(
      RouteCall("like", path: ["id": .integer(7)], query: ["how": .text("much")]))
    #expect(answer.outcome == .queued)
    let item = try #require(try await client.queue.items().first)
    #expect(item.entity == nil && item.key.isEmpty)
    #expect(item.placeholders == ["id": .integer(7)] && item.parameters == ["how": .text("much")])
  }

  @Test("What is given up is out of the queue, and its record is what the server last said")
  func givenUp() async throws {
    let client = try client()
    try await client.store.importJSON(.string(#"[{"id":1,"title":"a"}]"#), into: .entity("Article"))
    try await client.store.write { db in
      try db.execute(sql: "UPDATE Article SET title = 'b'")
      try db.execute(sql: "INSERT INTO Article (id, title) VALUES (-5, 'new')")
    }
    server.stub("PATCH", "articles/1", status: 422, json: "{}")
    server.stub("POST", "articles", status: 422, json: "{}")
    for (route, key) in [("update", Int64(1)), ("create", -5)] {
      await #expect(throws: ClientError.self) { try await call(client, route, "Article", key) }
    }
    // By design: for the app to decide, also where the call itself has thrown.
    #expect(try await client.queue.items().map(\.state) == [.refused, .refused])
    for item in try await client.queue.items() { #expect(try await client.queue.giveUp(item.id)) }
    #expect(try await client.queue.items().isEmpty)
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|a"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).isSent)
    #expect(try await !client.queue.giveUp(99))
  }
}

extension OfflineTests {
  @Test("A request stays as it left though a later attempt did not leave")
  func mixedAttempts() async throws {
    let client = try client { $0.retries.maximumAttempts = 2 }
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'one')") }
    server.stub("POST", "articles") { _ in throw TransportError(.offline, "no network") }
    server.stub("POST", "articles", times: 1) { _ in throw TransportError(.interrupted, "cut off") }
    #expect(try await call(client, "create", "Article", -7).outcome == .queued)
    #expect(try await client.queue.items().map(\.state) == [.sending])
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'two'") }
    server.stub("POST", "articles", status: 201, json: #"{"id": 31, "title": "one"}"#)
    #expect(await client.queue.flush().sent == 1)
    #expect(Set(bodies()) == [#"{"article":{"title":"one"}}"#])
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["31|two"])
  }

  @Test("An edit survives that its record meets the server's row of it, which a list has brought")
  func merged() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'one')") }
    server.stub("POST", "articles") { _ in throw TransportError(.interrupted, "cut off") }
    #expect(try await call(client, "create", "Article", -7).outcome == .queued)
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'two'") }
    server.stub("GET", "articles", json: #"[{"id": 31, "title": "one", "topic": "x"}]"#)
    let _: Answer<Void> = try await client.call(RouteCall("list"))
    server.stub("POST", "articles", status: 201, json: #"{"id": 31, "title": "one", "topic": "x"}"#)
    #expect(await client.queue.flush().sent == 1)
    #expect(try client.store.lines("SELECT id, title, topic FROM Article") == ["31|two|x"])
    server.forgetRequests()
    server.stub("PATCH", "articles/31", json: #"{"id": 31, "title": "two"}"#)
    #expect(try await call(client, "update", "Article", 31).outcome == .imported)
    #expect(bodies() == [#"{"title":"two"}"#])
  }
}

extension OfflineTests {
  @Test("An answer that the server had kept does not bring back what was before")
  func keptAnswer() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'one')") }
    server.stub("POST", "articles") { _ in throw TransportError(.interrupted, "cut off") }
    #expect(try await call(client, "create", "Article", -7).outcome == .queued)
    server.stub("GET", "articles", json: #"[{"id": 31, "title": "two"}]"#)
    let _: Answer<Void> = try await client.call(RouteCall("list"))
    server.stub("POST", "articles", status: 201, json: #"{"id": 31, "title": "one"}"#)
    #expect(await client.queue.flush().sent == 1)
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["31|two"])
  }
}
