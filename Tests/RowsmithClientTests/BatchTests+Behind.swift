import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

extension BatchTests {
  /// A client with two new records that wait, and a batch whose answer says nothing of them.
  private func withoutWord(_ answer: StubAnswer) async throws -> Client {
    let client = try client()
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Article (id, title) VALUES (-1, 'a'), (-2, 'b')")
    }
    server.stub("POST", "articles") { _ in throw TransportError(.offline, "no network") }
    for key in [-1, -2] as [Int64] {
      let made = try await client.plain(
        RouteCall("create", record: RecordBody(entity: "Article", key: [.integer(key)])))
      #expect(made.outcome == .queued)
    }
    server.forgetRequests()
    server.stub("POST", "batch") { _ in answer }
    return client
  }

  /// A client with a new record that the server has refused, and the queued request, which has credentials of its own.
  private func refused() async throws -> (client: Client, record: RecordBody, id: Int64) {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-1, 'a')") }
    server.stub("POST", "articles", status: 422, json: "{}")
    let record = RecordBody(entity: "Article", key: [.integer(-1)])
    let options = CallOptions(headers: ["Authorization": "Bearer ada"])
    await #expect(throws: ClientError.self) {
      try await client.plain(RouteCall("create", record: record, options: options))
    }
    return (client, record, try #require(try await client.queue.items().first).id)
  }

  /// The bodies and the keys of the requests that went alone.
  private func alone() -> (bodies: Set<String>, keys: Set<String>) {
    let requests = server.requests.filter { $0.url.hasSuffix("/articles") }
    let bodies = requests.map { request -> String in
      guard case .bytes(let bytes)? = request.body else { return "-" }
      return String(decoding: bytes, as: UTF8.self)
    }
    return (Set(bodies), Set(requests.compactMap { $0.headers["Idempotency-Key"] }))
  }

  @Test("An answer of a space is one without a body, also within a batch")
  func space() async throws {
    let answers = (1...2).map { #"{"code":201,"body":" ","headers":{"Location":"/articles/\#($0)"}}"# }
    let client = try await withoutWord(StubAnswer(json: "[\(answers.joined(separator: ","))]"))
    #expect(await client.queue.flush().sent == 2)
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|a", "2|b"])
    #expect(server.requests.count == 1)
  }

  @Test(
    "What a batch may have brought to the server stays as it left, though the connection is lost behind it",
    arguments: [StubAnswer(json: "[]"), StubAnswer(json: "{}"), StubAnswer(status: 500, json: "{}")])
  func lostBehind(_ answer: StubAnswer) async throws {
    let client = try await withoutWord(answer)
    _ = await client.queue.flush()
    #expect(try await client.queue.items().map(\.state) == [.sending, .sending])
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'c' WHERE id = -1") }
    server.stub("POST", "articles") { request in
      guard case .bytes(let bytes)? = request.body else { return StubAnswer(status: 400, json: "") }
      let isSecond = String(decoding: bytes, as: UTF8.self).contains("b\"")
      return StubAnswer(status: 201, json: isSecond ? #"{"id":2,"title":"b"}"# : #"{"id":1,"title":"a"}"#)
    }
    #expect(await client.queue.flush().sent == 2)
    #expect(alone().bodies == [#"{"title":"a"}"#, #"{"title":"b"}"#])
    #expect(alone().keys.count == 2)
    // What was edited meanwhile stays, and is still to be sent.
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|c", "2|b"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).changed == ["title"])
  }

  @Test(
    "Nor is it made anew under another key if the server is still at it, or refuses it then",
    arguments: [409, 404])
  func refusedBehind(_ status: Int) async throws {
    let client = try await withoutWord(StubAnswer(json: "[]"))
    server.stub("POST", "articles", status: status, json: "{}")
    _ = await client.queue.flush()
    for item in try await client.queue.items() where item.state == .refused {
      #expect(try await client.queue.retry(item.id))
    }
    _ = await client.queue.flush()
    #expect(alone().keys.count == 2)
  }

  @Test("Where the batch is redirected to nowhere, each request is sent alone")
  func redirected() async throws {
    let client = try await withoutWord(StubAnswer(json: "[]"))
    server.stub("POST", "batch") { _ in throw TransportError(.redirected, "from https to http") }
    server.stub("POST", "articles") { request in
      guard case .bytes(let bytes)? = request.body else { return StubAnswer(status: 400, json: "") }
      let isSecond = String(decoding: bytes, as: UTF8.self).contains("b\"")
      return StubAnswer(status: 201, json: isSecond ? #"{"id":2,"title":"b"}"# : #"{"id":1,"title":"a"}"#)
    }
    #expect(await client.queue.flush().sent == 2)
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|a", "2|b"])
  }

  @Test("An answer that the database does not take is an error of that, and the call may have arrived")
  func databaseFails() async throws {
    var update = News.route("update", .patch, "articles/:id")
    update.sends = "Article"
    let api = API(
      baseURL: "https://news.example.com", batch: .init(path: "batch", limit: 20), routes: [update])
    let client = try Client(store: try News.store([1]), api: api, transport: server)
    try await client.store.write { db in
      try db.execute(sql: "UPDATE Article SET title = 'b' WHERE id = 1")
    }
    try await client.store.write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER fails BEFORE DELETE ON _rowsmith_unsent_values BEGIN SELECT RAISE(ABORT, 'no'); END
          """)
    }
    server.stub("POST", "batch", json: #"[{"code":204}]"#)
    let results = await client.batch([
      RouteCall("update", record: RecordBody(entity: "Article", key: [.integer(1)]))
    ])
    let error = #expect(throws: ClientError.self) { try results[0].get() }
    #expect(error?.reason == .database)
    #expect(error?.mayHaveArrived == true)
    // The server has the value, so that taking it back here has to be sent.
    #expect(try client.store.lines("SELECT name, has_left FROM _rowsmith_unsent_values") == ["title|1"])
  }

  @Test("A queued call is sent with the credentials of its caller, alone and in a batch")
  func ownCredentials() async throws {
    let client = try client()
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Article (id, title) VALUES (-1, 'a'), (-2, 'b')")
    }
    server.stub("POST", "articles") { _ in throw TransportError(.offline, "no network") }
    for key in [-1, -2] as [Int64] {
      let options = CallOptions(headers: ["Authorization": "Bearer \(key)"])
      let record = RecordBody(entity: "Article", key: [.integer(key)])
      #expect(
        try await client.plain(RouteCall("create", record: record, options: options)).outcome == .queued)
    }
    #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer -1", "Bearer -1"])
    server.stub(
      "POST", "batch", json: #"[{"code":201,"body":"{\"id\":1}"},{"code":201,"body":"{\"id\":2}"}]"#)
    #expect(await client.queue.flush().sent == 2)
    guard case .bytes(let bytes)? = server.requests.last?.body else {
      Issue.record("no body was sent")
      return
    }
    let batch = String(decoding: bytes, as: UTF8.self)
    #expect(batch.contains("Bearer -1") && batch.contains("Bearer -2"))
  }

  @Test("A call in the place of a refused one has its own credentials, not those of the refused one")
  func credentialsOfReplaced() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-1, 'a')") }
    server.stub("POST", "articles", status: 422, json: "{}")
    let record = RecordBody(entity: "Article", key: [.integer(-1)])
    let options = CallOptions(headers: ["Authorization": "Bearer ada"])
    for call in [RouteCall("create", record: record, options: options), RouteCall("create", record: record)] {
      await #expect(throws: ClientError.self) { try await client.plain(call) }
    }
    #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer ada", nil])
  }

  @Test("Credentials stay with a request that is tried again, not with one that another client puts there")
  func credentialsOfReplacedElsewhere() async throws {
    let (client, record, id) = try await refused()
    #expect(try await client.queue.retry(id))
    _ = await client.queue.flush()
    var plain = ClientOptions()
    plain.retries = .none
    plain.baseURL = "https://news.example.com"
    let other = try Client(
      store: client.store, api: API(baseURL: "https://news.example.com", routes: client.api.routes),
      transport: server, options: plain)
    server.stub("POST", "articles") { _ in throw TransportError(.offline, "no network") }
    #expect(try await other.plain(RouteCall("create", record: record)).outcome == .queued)
    server.stub("POST", "articles", status: 422, json: "{}")
    _ = await client.queue.flush()
    #expect(
      server.requests.map { $0.headers["Authorization"] } == ["Bearer ada", "Bearer ada", nil, nil])
  }

  @Test("Credentials stay with a request that could not be put back in the queue")
  func credentialsOfFailedRetry() async throws {
    let (client, _, id) = try await refused()
    try await client.store.write { db in
      try db.execute(
        sql: "CREATE TRIGGER retried AFTER UPDATE ON _rowsmith_queue WHEN old.state = 'refused' "
          + "BEGIN INSERT INTO Comment (id, text) VALUES (1, 'again'); END")
    }
    let refusal = Refusal()
    client.store.add(participant: refusal)
    await #expect(throws: CancellationError.self) { try await client.queue.retry(id) }
    client.store.remove(participant: refusal)
    #expect(try await client.queue.retry(id))
    _ = await client.queue.flush()
    #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer ada", "Bearer ada"])
  }

  @Test("A call behind one that needs a login, where a server refuses their batch, waits, and is told so")
  func loginBehind() async throws {
    let client = try client()
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Article (id, title) VALUES (-1, 'a'), (-2, 'b'), (-3, 'c')")
    }
    let (reached, open) = (Gate(), Gate())
    server.stub("POST", "batch", status: 404, json: "{}")
    server.stub("POST", "articles", status: 401, json: "{}")
    server.stub("POST", "articles", times: 1) { _ in
      reached.open()
      await open.wait()
      return StubAnswer(status: 201, json: #"{"id":1,"title":"a"}"#)
    }
    func create(_ key: Int64) -> Task<AnswerOutcome, any Error> {
      let call = RouteCall("create", record: RecordBody(entity: "Article", key: [.integer(key)]))
      return Task { try await client.plain(call).outcome }
    }
    let first = create(-1)
    await reached.wait()
    var others: [Task<AnswerOutcome, any Error>] = []
    for key in [-2, -3] as [Int64] {
      others.append(create(key))
      while try await client.queue.items().count < others.count + 1 {
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    let (second, third) = (others[0], others[1])
    try await Task.sleep(for: .milliseconds(50))
    open.open()
    #expect(try await first.value == .imported)
    let error = await #expect(throws: ClientError.self) { try await second.value }
    #expect(error?.reason == .loginNeeded)
    #expect(try await third.value == .queued)
    #expect(server.count("batch") == 1 && server.count("articles") == 2)
  }
}

extension OfflineTests {
  @Test(
    "During a pause that a server asks for, none is sent behind a refused batch, whose requests go alone",
    arguments: [429, 503])
  func pauseBehindBatch(status: Int) async throws {
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
    for key in [-7, -8, -9] as [Int64] {
      #expect(try await call(client, "create", "Article", key).outcome == .queued)
    }
    server.forgetRequests()
    server.stub("POST", "batch", status: 404, json: "{}")
    server.stub("POST", "articles", status: status, json: "{}", headers: ["Retry-After": "60"])
    #expect(await client.queue.flush().stopped?.status == status)
    #expect(server.requests.map { String($0.url.suffix(8)) } == ["v1/batch", "articles"])
    #expect(try await client.queue.items().map(\.state) == [.sending, .waiting, .waiting])
    // What was not sent is made when it is.
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'new' WHERE id = -8") }
    server.stub("POST", "articles") { [server] _ in
      StubAnswer(status: 201, json: #"{"id": \#(server.requests.count)}"#)
    }
    #expect(await client.queue.flush().sent == 3)
    #expect(bodies().contains(#"{"article":{"title":"new"}}"#))
  }
}

/// Refuses every transaction that writes a comment.
private final class Refusal: CommitParticipant {
  let entities: Set<String>? = ["Comment"]

  func willCommit(_ changes: TransactionChanges, in transaction: WriteTransaction) throws {
    throw CancellationError()
  }
}
