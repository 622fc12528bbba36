import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import TestSupport
import Testing

@Suite("What is changed or asked while a request is under way", .timeLimit(.minutes(30)))
struct UnderWayTests {
  private let server = StubTransport()

  private func client(
    queued: Bool = false, returns: RouteResult? = nil, _ change: (inout ClientOptions) -> Void = { _ in }
  ) throws -> Client {
    var update = News.route("update", .patch, "articles/:id")
    (update.sends, update.isQueued, update.returns) = ("Article", queued, returns)
    var create = News.route("create", .post, "articles")
    (create.sends, create.returns) = ("Article", .record("Article"))
    var like = News.route("like", .put, "articles/:id/like")
    like.isQueued = true
    let store = try News.store()
    try store.importJSON(.string(#"[{"id":1,"title":"a"}]"#), into: .entity("Article"))
    return try News.client([update, create, like], store: store, transport: server) {
      $0.retries = .none
      change(&$0)
    }
  }

  private func set(_ client: Client, _ title: String) async throws {
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = '\(title)' WHERE id = 1") }
  }

  private func send(_ client: Client) async throws -> Answer<Void> {
    try await client.call(RouteCall("update", record: RecordBody(entity: "Article", key: [.integer(1)])))
  }

  private func changed(_ client: Client) async throws -> [String] {
    try await client.queue.state(entity: "Article", key: [.integer(1)]).changed
  }

  private var bodies: [String] {
    server.requests.map { request in
      guard case .bytes(let bytes)? = request.body else { return "-" }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Answers when it is told to, each request by itself.
  private func hold(_ gates: [(reached: Gate, open: Gate)], json: [String]) {
    let counter = Counter()
    server.stub("PATCH", "articles/1") { _ in
      let number = counter.next()
      guard number < gates.count else { return StubAnswer(status: 204, json: "") }
      gates[number].reached.open()
      await gates[number].open.wait()
      return json[number].isEmpty ? StubAnswer(status: 204, json: "") : StubAnswer(json: json[number])
    }
  }

  @Test("A value that is taken back while it is under way is sent once more", arguments: [true, false])
  func takenBack(_ queued: Bool) async throws {
    let client = try client(queued: queued)
    let gate = (reached: Gate(), open: Gate())
    hold([gate], json: [""])
    try await set(client, "b")
    async let sent = send(client)
    await gate.reached.wait()
    try await set(client, "a")
    gate.open.open()
    #expect(try await sent.outcome == .imported)
    #expect(try await changed(client) == ["title"])
    #expect(try await send(client).outcome == .imported)
    #expect(bodies == [#"{"title":"b"}"#, #"{"title":"a"}"#])
    #expect(try await changed(client) == [])
  }

  @Test("A value that is changed and changed back while it is under way does not stay unsent for ever")
  func changedTwice() async throws {
    let client = try client()
    let gate = (reached: Gate(), open: Gate())
    hold([gate], json: [""])
    try await set(client, "b")
    async let sent = send(client)
    await gate.reached.wait()
    try await set(client, "c")
    try await set(client, "b")
    gate.open.open()
    #expect(try await sent.outcome == .imported)
    #expect(try await send(client).outcome == .imported)
    #expect(bodies == [#"{"title":"b"}"#, #"{"title":"b"}"#])
    #expect(try await changed(client) == [])
  }

  @Test("A value stays unsent whose call fails after the answer to the one before it")
  func failsBehind() async throws {
    let client = try client()
    let (first, second) = ((reached: Gate(), open: Gate()), (reached: Gate(), open: Gate()))
    server.stub("PATCH", "articles/1", status: 204, json: "")
    server.stub("PATCH", "articles/1", times: 1) { _ in
      second.reached.open()
      await second.open.wait()
      throw TransportError(.offline, "no network")
    }
    server.stub("PATCH", "articles/1", times: 1) { _ in
      first.reached.open()
      await first.open.wait()
      return StubAnswer(status: 204, json: "")
    }
    try await set(client, "b")
    let before = Task { try await send(client) }
    await first.reached.wait()
    try await set(client, "c")
    let behind = Task { try await send(client) }
    await second.reached.wait()
    first.open.open()
    #expect(try await before.value.outcome == .imported)
    second.open.open()
    await #expect(throws: ClientError.self) { _ = try await behind.value }
    #expect(try await changed(client) == ["title"])
    #expect(try await send(client).outcome == .imported)
    #expect(bodies.last == #"{"title":"c"}"#)
    #expect(try await changed(client) == [])
  }

  @Test("What was sent is not unsent after an answer came meanwhile, also with another client of the store")
  func clientOfBefore() async throws {
    let before = try self.client()
    let client = try News.client(before.api.routes, store: before.store, transport: server) {
      $0.retries = .none
    }
    let gate = (reached: Gate(), open: Gate())
    hold([gate], json: [""])
    try await set(client, "mine")
    async let sent = send(client)
    await gate.reached.wait()
    var options = ImportOptions()
    options.origin = .server
    try await client.store.importJSON(
      .string(#"[{"id":1,"title":"theirs"}]"#), into: .entity("Article"), options: options)
    gate.open.open()
    #expect(try await sent.outcome == .imported)
    #expect(try await changed(client) == [])
    #expect(try client.store.lines("SELECT title FROM Article") == ["mine"])
  }

  @Test(
    "A value that is taken back when nobody knows what became of the call is sent once more",
    arguments: [false, true])
  func takenBackAfterwards(isOfflineBetween: Bool) async throws {
    let client = try client()
    server.stub("PATCH", "articles/1", status: 204, json: "")
    server.stub("PATCH", "articles/1", times: 1) { _ in
      throw TransportError(.interrupted, "cut", mayHaveArrived: true)
    }
    try await set(client, "b")
    await #expect(throws: ClientError.self) { try await send(client) }
    try await set(client, "a")
    if isOfflineBetween {
      server.stub("PATCH", "articles/1", times: 1) { _ in throw TransportError(.offline, "no network") }
      await #expect(throws: ClientError.self) { try await send(client) }
    }
    #expect(try await changed(client) == ["title"])
    #expect(try await send(client).outcome == .imported)
    let sent = [#"{"title":"b"}"#, #"{"title":"a"}"#]
    #expect(bodies == (isOfflineBetween ? sent + [sent[1]] : sent))
    #expect(try await changed(client) == [])
  }

  @Test(
    "A value that is taken back when the server has refused the call is nothing to send",
    arguments: [400, 422])
  func takenBackRefused(_ status: Int) async throws {
    let client = try client()
    server.stub("PATCH", "articles/1", status: status, json: "{}")
    try await set(client, "b")
    await #expect(throws: ClientError.self) { try await send(client) }
    #expect(try await changed(client) == ["title"])
    try await set(client, "a")
    #expect(try await changed(client) == [])
  }

  @Test(
    "What is changed behind two calls at once stays unsent, whichever is answered last",
    arguments: [["", ""], [#"{"id":1,"title":"b"}"#, #"{"id":1,"title":"c"}"#]])
  func twoCalls(_ answers: [String]) async throws {
    let client = try client(returns: answers[0].isEmpty ? nil : .record("Article"))
    let gates = [(reached: Gate(), open: Gate()), (reached: Gate(), open: Gate())]
    hold(gates, json: answers)
    try await set(client, "b")
    async let first = send(client)
    await gates[0].reached.wait()
    try await set(client, "c")
    async let second = send(client)
    await gates[1].reached.wait()
    gates[1].open.open()
    #expect(try await second.outcome == .imported)
    try await set(client, "d")
    gates[0].open.open()
    #expect(try await first.outcome == .imported)
    #expect(try client.store.lines("SELECT title FROM Article") == ["d"])
    #expect(try await changed(client) == ["title"])
  }

  @Test("Calls under the same idempotency key are one request, and each of them ends")
  func sameKey() async throws {
    let begun = Counter()
    let client = try client { options in
      let now = options.clock.now
      options.clock.now = {
        begun.next()
        return now()
      }
    }
    let (reached, open) = (Gate(), Gate())
    server.stub("PUT", "articles/1/like", times: 1) { _ in
      reached.open()
      await open.wait()
      return StubAnswer(status: 204, json: "")
    }
    let call = RouteCall("like", path: ["id": .integer(1)], options: CallOptions(idempotencyKey: "k"))
    let first = Task { try await client.plain(call) }
    await reached.wait()
    let before = begun.value
    let second = Task { try await client.plain(call) }
    let third = Task { try await client.plain(call) }
    // Each notes when it was made, looks for its request in a write, and waits.
    try await eventually { begun.value >= before + 2 }
    try await client.store.write { _ in }
    try await Task.sleep(for: .milliseconds(200))
    third.cancel()
    let error = await #expect(throws: ClientError.self) { try await third.value }
    #expect(error?.reason == .cancelled)
    open.open()
    #expect(try await first.value.outcome == .imported)
    #expect(try await second.value.outcome == .imported)
    #expect(server.requests.count == 1)
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("A flush that is asked for while another attempt fails makes one of its own", arguments: [1, 3])
  func flushes(_ count: Int) async throws {
    let client = try client()
    let (reached, open) = (Gate(), Gate())
    server.stub("PUT", "articles/1/like", status: 204, json: "")
    server.stub("PUT", "articles/1/like", times: 1) { _ in
      reached.open()
      await open.wait()
      throw TransportError(.offline, "no network")
    }
    let call = Task { try await client.plain(RouteCall("like", path: ["id": .integer(1)])) }
    await reached.wait()
    let flushes = (0..<count).map { _ in Task { await client.queue.flush() } }
    try await Task.sleep(for: .milliseconds(200))
    open.open()
    _ = try await call.value
    var sent = 0
    for flush in flushes { sent += await flush.value.sent }
    #expect(sent >= 1)
    #expect(server.requests.count == 2)
    #expect(try await client.queue.items().isEmpty)
  }

  @Test(
    "Who gets an answer that cannot be taken is told that the server may have done it",
    arguments: ["hello", #"[{"id":"x"}]"#, #"{"id":31,"title":7}"#])
  func unread(_ answer: String) async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'n')") }
    server.stub("POST", "articles", status: 201, json: answer)
    let error = await #expect(throws: ClientError.self) {
      let _: Answer<Void> = try await client.call(
        RouteCall("create", record: RecordBody(entity: "Article", key: [.integer(-7)])))
    }
    #expect(error?.mayHaveArrived == true)
    #expect(try await client.queue.state(entity: "Article", key: [.integer(-7)]).isNew)
  }

  @Test("A POST that is redirected so that nobody takes it is not done", arguments: [true, false])
  func lostPost(_ imports: Bool) async throws {
    var create = News.route("create", .post, "articles")
    (create.sends, create.isQueued) = ("Article", true)
    if imports { create.returns = .record("Article") }
    let transport = AnyTransport { _ in
      var response = HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], url: "https://www.example.com/articles",
        body: HTTPResponseBody(Array(#"[{"id":4}]"#.utf8)))
      response.hasLostPost = true
      return response
    }
    let client = try News.client([create], transport: transport) { $0.retries = .none }
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'n')") }
    let answer: Answer<Void> = try await client.call(
      RouteCall("create", record: RecordBody(entity: "Article", key: [.integer(-7)])))
    #expect(answer.outcome == .queued)
    let state = try await client.queue.state(entity: "Article", key: [.integer(-7)])
    #expect(state.isNew)
    #expect(
      state.items.first?.message == """
        the server redirected the request to 'https://www.example.com/articles' as a GET, so \
        nothing was changed; set `baseURL` or the path to that address, or let the server answer 307 or 308
        """)
    #expect(try client.articleIDs == ["-7"])
  }

  @Test("Nor is one whose redirect is refused: that was a GET", arguments: [401, 403, 404, 405])
  func refusedRedirect(_ status: Int) async throws {
    var like = News.route("like", .post, "likes")
    like.isQueued = true
    let transport = AnyTransport { _ in
      var response = HTTPResponse(
        status: status, headers: [:], url: "https://www.example.com/likes", body: HTTPResponseBody([]))
      response.hasLostPost = true
      return response
    }
    let client = try News.client([like], transport: transport) {
      $0.authentication = BasicAuthentication(user: "ada", password: "engine")
      $0.retries = .none
    }
    #expect(try await client.plain(RouteCall("like")).outcome == .queued)
    let item = try #require(await client.queue.items().first)
    #expect(item.state == .sending)
    #expect(
      item.message?.hasPrefix("the server redirected the request to 'https://www.example.com/likes'") == true)
  }

  @Test(
    "A call that is cancelled between two attempts says that the first may have done it",
    arguments: [503, nil])
  func cancelledBetween(_ status: Int?) async throws {
    let client = try News.client([News.route("like", .put, "like")], transport: server) {
      $0.clock.sleep = { _ in throw CancellationError() }
    }
    server.stub("PUT", "like") { _ in
      guard let status else { throw TransportError(.interrupted, "cut", mayHaveArrived: true) }
      return StubAnswer(status: status, json: "")
    }
    let error = await #expect(throws: ClientError.self) { try await client.plain(RouteCall("like")) }
    #expect(error?.reason == .cancelled)
    #expect(error?.mayHaveArrived == true)
  }
}
