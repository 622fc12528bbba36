import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Batches")
struct BatchTests {
  let server = StubTransport()

  func client(limit: Int = 20) throws -> Client {
    var one = News.route("one", .get, "articles/:id")
    one.returns = .record("Article")
    var create = News.route("create", .post, "articles")
    create.sends = "Article"
    create.returns = .record("Article")
    create.isQueued = true
    var options = ClientOptions()
    options.retries = .none
    let api = API(
      baseURL: "https://news.example.com", batch: .init(path: "batch", limit: limit), routes: [one, create])
    return try Client(store: try News.store(), api: api, transport: server, options: options)
  }

  private func get(_ id: Int64) -> RouteCall { RouteCall("one", path: ["id": .integer(id)]) }

  /// The items of the batches that were sent.
  private func items() throws -> [[JSONValue]] {
    try server.requests.compactMap { request in
      guard request.url.hasSuffix("/batch"), case .bytes(let bytes)? = request.body,
        case .array(let items)? = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))["batch"]
      else { return nil }
      return items
    }
  }

  @Test(
    "Calls go as one request, and each has its own outcome; only a success is imported",
    arguments: [#""x""#, #"["x"]"#])
  func outcomes(_ tag: String) async throws {
    let client = try client()
    server.stub(
      "POST", "batch",
      json:
        #"[{"code":200,"body":"{\"id\":1,\"title\":\"a\"}","headers":{"ETag":\#(tag)}},{"code":404,"body":"{\"id\":2}"}]"#
    )
    let results = await client.batch([get(1), get(2)])
    #expect(try results[0].get().headers["etag"] == "x")
    #expect(throws: ClientError.self) { try results[1].get() }
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|a"])
    let sent = try items()
    #expect(sent[0].map { $0["uri"] } == [.string("/articles/1"), .string("/articles/2")])
    #expect(sent[0][0]["method"] == .string("GET"))
  }

  @Test("More calls than the server takes go in several batches")
  func limit() async throws {
    let client = try client(limit: 2)
    server.stub("POST", "batch") { request in
      guard case .bytes(let bytes)? = request.body,
        case .array(let items)? = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))["batch"]
      else { return StubAnswer(status: 400, json: "") }
      let answers = items.map { item in
        #"{"code":200,"body":"{\"id\":\#(item["uri"]?.text.filter(\.isNumber) ?? "")}"}"#
      }
      return StubAnswer(json: "[\(answers.joined(separator: ","))]")
    }
    let results = await client.batch([get(1), get(2), get(3)])
    #expect(results.count == 3)
    for result in results { #expect(try result.get().outcome == .imported) }
    #expect(try items().map(\.count) == [2, 1])
  }

  @Test(
    "A null or missing answer is an error that says the server may have done it",
    arguments: [
      #"[{"code":200,"body":"{\"id\":1}"},null]"#, #"[{"code":200,"body":"{\"id\":1}"}]"#,
    ])
  func gaps(_ answer: String) async throws {
    let client = try client()
    server.stub("POST", "batch", json: answer)
    let results = await client.batch([get(1), get(2)])
    #expect(try results[0].get().outcome == .imported)
    let error = #expect(throws: ClientError.self) { try results[1].get() }
    #expect(error?.mayHaveArrived == true)
  }

  @Test(
    "While the network is away, a queued call tries it with one request; when it is back, what waits goes as batches"
  )
  func probes() async throws {
    let client = try client()
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Article (id, title) VALUES (-1, 'a'), (-2, 'b'), (-3, 'c'), (-4, 'd')")
    }
    server.stub("POST", "articles") { _ in throw TransportError(.offline, "no network") }
    func create(_ key: Int64) async throws -> AnswerOutcome {
      let answer: Answer<Void> = try await client.call(
        RouteCall("create", record: RecordBody(entity: "Article", key: [.integer(key)])))
      return answer.outcome
    }
    for key in [-1, -2, -3] as [Int64] { #expect(try await create(key) == .queued) }
    #expect(server.requests.map { String($0.url.suffix(9)) } == ["/articles", "/articles", "/articles"])
    #expect(try await client.queue.items().map(\.state) == [.waiting, .waiting, .waiting])
    server.forgetRequests()
    server.stub("POST", "articles", status: 201, json: #"{"id":1,"title":"a"}"#)
    server.stub(
      "POST", "batch",
      json:
        #"[{"code":201,"body":"{\"id\":2}"},{"code":201,"body":"{\"id\":3}"},{"code":201,"body":"{\"id\":4}"}]"#
    )
    #expect(try await create(-4) == .imported)
    #expect(server.requests.map { String($0.url.suffix(9)) } == ["/articles", "com/batch"])
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|a", "2|b", "3|c", "4|d"])
  }

  @Test(
    "What waits goes as batches; where answers are missing, null or in another order, requests go alone under their keys",
    arguments: [
      #"[{"code":201,"body":"{\"id\":1,\"title\":\"a\"}"},{"code":201,"body":"{\"id\":2,\"title\":\"b\"}"}]"#,
      #"[{"code":201,"body":"{\"id\":2,\"title\":\"b\"}"},{"code":201,"body":"{\"id\":1,\"title\":\"a\"}"}]"#,
      #"[{"code":201,"body":"{\"id\":1,\"title\":\"a\"}"},null]"#, "[]", "{}",
      "\u{FEFF}"
        + #"[{"code":201,"body":"{\"id\":1,\"title\":\"a\"}"},{"code":201,"body":"{\"id\":2,\"title\":\"b\"}"}]"#,
    ])
  func queued(_ answer: String) async throws {
    let client = try client()
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Article (id, title) VALUES (-1, 'a'), (-2, 'b')")
    }
    server.stub("POST", "articles") { _ in throw TransportError(.offline, "no network") }
    server.stub("POST", "batch") { _ in throw TransportError(.offline, "no network") }
    for key in [-1, -2] as [Int64] {
      let answer: Answer<Void> = try await client.call(
        RouteCall("create", record: RecordBody(entity: "Article", key: [.integer(key)])))
      #expect(answer.outcome == .queued)
    }
    server.forgetRequests()
    server.stub("POST", "batch", json: answer)
    server.stub("POST", "articles") { request in
      guard case .bytes(let bytes)? = request.body else { return StubAnswer(status: 400, json: "") }
      let isFirst = String(decoding: bytes, as: UTF8.self).contains("a\"")
      return StubAnswer(status: 201, json: isFirst ? #"{"id":1,"title":"a"}"# : #"{"id":2,"title":"b"}"#)
    }
    var sent = await client.queue.flush().sent
    if sent < 2 { sent += await client.queue.flush().sent }
    #expect(sent == 2)
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|a", "2|b"])
    #expect(try await client.queue.items().isEmpty)
    var keys: [String: Set<String>] = [:]
    for item in try items().joined() {
      keys[item["body"]?.plain ?? "", default: []].insert(item["headers"]?["Idempotency-Key"]?.plain ?? "")
    }
    for request in server.requests where request.url.hasSuffix("/articles") {
      guard case .bytes(let bytes)? = request.body else { continue }
      keys[String(decoding: bytes, as: UTF8.self), default: []].insert(
        request.headers["Idempotency-Key"] ?? "")
    }
    #expect(keys.count == 2)
    #expect(keys.values.allSatisfy { $0.count == 1 })
  }
}

extension BatchTests {
  /// A client whose token the server does not take in the middle of a batch.
  private func expiring(renews: Bool = true) throws -> Client {
    var options = ClientOptions()
    options.retries = .none
    options.authentication = BearerAuthentication(tokens: .init(access: "old", refresh: "r")) { _, _ in
      renews ? .renewed(.init(access: "new", refresh: "r")) : .refused
    }
    func takes(_ path: String, _ answer: StubAnswer) {
      server.stub("GET", path) { request in
        request.headers["Authorization"] == "Bearer new" ? answer : StubAnswer(status: 401, json: "")
      }
    }
    for id in 2...3 { takes("articles/\(id)", StubAnswer(json: #"{"id":\#(id)}"#)) }
    server.stub("POST", "batch", json: #"[{"code":200,"body":"{\"id\":1}"},{"code":401},{"code":401}]"#)
    var one = News.route("one", .get, "articles/:id")
    one.returns = .record("Article")
    let api = API(baseURL: "https://news.example.com", batch: .init(path: "batch", limit: 20), routes: [one])
    return try Client(store: try News.store(), api: api, transport: server, options: options)
  }

  @Test("A call whose token expires in the middle of a batch is sent alone, with a new one")
  func expired() async throws {
    let client = try expiring()
    for result in await client.batch([get(1), get(2), get(3)]) {
      #expect(try result.get().outcome == .imported)
    }
    #expect(try client.articleIDs == ["1", "2", "3"])
    #expect(server.count("batch") == 1)
  }

  @Test("Where none can be had, each of these calls says to log in, and the others stand")
  func expiredForGood() async throws {
    let results = await (try expiring(renews: false)).batch([get(1), get(2), get(3)])
    #expect(try results[0].get().outcome == .imported)
    for result in results.dropFirst() {
      let error = #expect(throws: ClientError.self) { try result.get() }
      #expect(error?.reason == .loginNeeded)
      #expect(error?.mayHaveArrived == false)
    }
  }
}

extension BatchTests {
  @Test("A call that cannot go in a batch fails by itself, and one that has nothing to say is not sent")
  func someOfThem() async throws {
    let upload = News.route("upload", .post, "pictures")
    var update = News.route("update", .patch, "articles/:id")
    update.sends = "Article"
    var one = News.route("one", .get, "articles/:id")
    one.returns = .record("Article")
    var options = ClientOptions()
    options.retries = .none
    let api = API(
      baseURL: "https://news.example.com", batch: .init(path: "batch", limit: 20),
      routes: [upload, update, one])
    let client = try Client(store: try News.store(), api: api, transport: server, options: options)
    try await client.store.importJSON(.string(#"[{"id":5,"title":"a"}]"#), into: .entity("Article"))
    server.stub("POST", "batch", json: #"[{"code":200,"body":"{\"id\":1,\"title\":\"b\"}"}]"#)
    let results = await client.batch([
      RouteCall("upload", body: .data(Data([0x89, 0xFF, 0x00]), type: "image/png")),
      RouteCall("update", record: RecordBody(entity: "Article", key: [.integer(5)])), get(1),
    ])
    // Its bytes would become others, as the body of an item is text.
    let error = #expect(throws: ClientError.self) { try results[0].get() }
    #expect(error?.reason == .misuse)
    #expect(try results[1].get().outcome == .notModified)
    #expect(try results[2].get().outcome == .imported)
    #expect(try items().map { $0.map { $0["uri"] } } == [[.string("/articles/1")]])
  }

  @Test(
    "A list in a batch takes only what was asked for, and where it has pages, nothing",
    arguments: [false, true])
  func pruning(hasPages: Bool) async throws {
    let route = News.articles {
      $0.policy = .mergeAndPrune
      $0.query = [.init(name: "topic", argument: "topic", type: .string, column: "topic")]
      if hasPages { $0.pages = .link }
    }
    let api = API(
      baseURL: "https://news.example.com", batch: .init(path: "batch", limit: 20), routes: [route])
    let client = try Client(store: try News.store(), api: api, transport: server)
    try await client.store.importJSON(
      .string(#"[{"id":1,"topic":"a"},{"id":2,"topic":"a"},{"id":3,"topic":"b"},{"id":4}]"#),
      into: .entity("Article"))
    server.stub("POST", "batch", json: #"[{"code":200,"body":"[{\"id\":1,\"topic\":\"a\"}]"}]"#)
    _ = try await client.batch([RouteCall("articles", query: ["topic": .text("a")])])[0].get()
    #expect(try client.articleIDs == (hasPages ? ["1", "2", "3", "4"] : ["1", "3", "4"]))
  }

  @Test("What waits is sent before a batch, so that an older edit does not undo a newer one")
  func behindTheQueue() async throws {
    var update = News.route("update", .patch, "articles/:id")
    (update.sends, update.returns, update.isQueued) = ("Article", .record("Article"), true)
    var options = ClientOptions()
    options.retries = .none
    let api = API(
      baseURL: "https://news.example.com", batch: .init(path: "batch", limit: 20), routes: [update])
    let client = try Client(store: try News.store([1]), api: api, transport: server, options: options)
    let call = RouteCall("update", record: RecordBody(entity: "Article", key: [.integer(1)]))
    server.stub("PATCH", "articles/1", json: #"{"id":1,"title":"A"}"#)
    server.stub("PATCH", "articles/1", times: 1) { _ in throw TransportError(.interrupted, "cut") }
    server.stub("POST", "batch", json: #"[{"code":200,"body":"{\"id\":1,\"title\":\"B\"}"}]"#)
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'A'") }
    #expect(try await client.plain(call).outcome == .queued)
    try await client.store.write { db in
      try db.execute(sql: "UPDATE Article SET title = 'B'")
      // An interrupted request is postponed.
      try db.execute(sql: "UPDATE _rowsmith_queue SET not_before = 0")
    }
    _ = try await client.batch([call])[0].get()
    _ = await client.queue.flush()
    #expect(server.requests.map { String($0.url.suffix(10)) } == ["articles/1", "articles/1", ".com/batch"])
    #expect(try client.store.lines("SELECT title FROM Article") == ["B"])
  }

  @Test(
    "An edit that a batch did not bring to the server and that was undone is no edit",
    arguments: [true, false]
  )
  func undone(isRefused: Bool) async throws {
    var update = News.route("update", .patch, "articles/:id")
    (update.sends, update.returns) = ("Article", .record("Article"))
    var options = ClientOptions()
    options.retries = .none
    let api = API(
      baseURL: "https://news.example.com", batch: .init(path: "batch", limit: 20),
      routes: [update, News.articles()])
    let client = try Client(store: try News.store([1]), api: api, transport: server, options: options)
    try await client.store.importJSON(.string(#"[{"id":1,"title":"t1"}]"#), into: .entity("Article"))
    server.stub("POST", "batch") { _ in
      if isRefused { return StubAnswer(json: #"[{"code":422,"body":"{}"}]"#) }
      throw TransportError(.offline, "no network")
    }
    server.stub("GET", "articles", json: #"[{"id":1,"title":"new"}]"#)
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'A'") }
    let results = await client.batch([
      RouteCall("update", record: RecordBody(entity: "Article", key: [.integer(1)]))
    ])
    #expect(throws: ClientError.self) { try results[0].get() }
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 't1'") }
    try await client.articles()
    #expect(try client.store.lines("SELECT title FROM Article") == ["new"])
  }

  @Test(
    "A batch is repeated if each of its calls would be by itself",
    arguments: [(.put, true), (.delete, true), (.head, true), (.post, false)] as [(RouteMethod, Bool)])
  func repeated(_ method: RouteMethod, isRepeated: Bool) async throws {
    var options = ClientOptions()
    TestClock().install(&options)
    let api = API(
      baseURL: "https://news.example.com", batch: .init(path: "batch", limit: 20),
      routes: [News.route("like", method, "articles/:id/like")])
    let client = try Client(store: try News.store(), api: api, transport: server, options: options)
    server.stub("POST", "batch", json: #"[{"code":200}]"#)
    server.stub("POST", "batch", status: 503, json: "{}", times: 1)
    let outcome = try? await client.batch([RouteCall("like", path: ["id": .integer(1)])])[0].get().outcome
    #expect((outcome == .imported) == isRepeated)
    #expect(server.count("batch") == (isRepeated ? 2 : 1))
  }

  @Test("Where the answer to a batch is no list, the server may have done all of it")
  func noList() async throws {
    server.stub("POST", "batch", json: "{}")
    let results = await (try client()).batch([get(1)])
    let error = #expect(throws: ClientError.self) { try results[0].get() }
    #expect(error?.mayHaveArrived == true)
  }

  @Test("A queued call that the app's scheme says needs a new token is sent alone with one, not set aside")
  func ownSchemeInQueue() async throws {
    var create = News.route("create", .post, "articles")
    (create.sends, create.returns, create.isQueued) = ("Article", .record("Article"), true)
    var options = ClientOptions()
    options.retries = .none
    options.authentication = AuthenticationTests.Signature()
    let api = API(
      baseURL: "https://news.example.com", batch: .init(path: "batch", limit: 20), routes: [create])
    let client = try Client(store: try News.store(), api: api, transport: server, options: options)
    try await client.store.write {
      try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-1, 'a'), (-2, 'b')")
    }
    for path in ["articles", "batch"] {
      server.stub("POST", path) { _ in throw TransportError(.offline, "no network") }
    }
    for key in [-1, -2] as [Int64] {
      let _: Answer<Void> = try await client.call(
        RouteCall("create", record: RecordBody(entity: "Article", key: [.integer(key)])))
    }
    server.stub(
      "POST", "batch",
      json: #"[{"code":201,"body":"{\"id\":1,\"title\":\"a\"}"},{"code":403,"body":"stale"}]"#)
    server.stub("POST", "articles") { request in
      request.headers["X-Signature"] == "0"
        ? StubAnswer(status: 403, json: "stale") : StubAnswer(status: 201, json: #"{"id":2,"title":"b"}"#)
    }
    #expect(await client.queue.flush().sent == 2)
    #expect(try client.store.lines("SELECT id FROM Article") == ["1", "2"])
  }
}

extension JSONValue {
  fileprivate var plain: String { if case .string(let text) = self { text } else { text } }
}
