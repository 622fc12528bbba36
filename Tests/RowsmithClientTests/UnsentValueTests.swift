import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithSchema
import RowsmithTesting
import Testing

@Suite("Values that were changed here, and that the server has come to have as well")
struct UnsentValueTests {
  private let server = StubTransport()

  private func client() throws -> Client {
    var update = News.route("update", .patch, "articles/:id")
    update.sends = "Article"
    let store = try News.store()
    try store.importJSON(.string(#"[{"id":1,"title":"a"}]"#), into: .entity("Article"))
    return try News.client([News.articles(), update], store: store, transport: server) { $0.retries = .none }
  }

  private func set(_ client: Client, _ title: String) async throws {
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = '\(title)' WHERE id = 1") }
  }

  private func update(_ client: Client) async throws {
    try await client.plain(RouteCall("update", record: RecordBody(entity: "Article", key: [.integer(1)])))
  }

  private func changed(_ client: Client) async throws -> [String] {
    try await client.queue.state(entity: "Article", key: [.integer(1)]).changed
  }

  private func bodies(_ method: String) -> [String] {
    server.requests.filter { $0.method == method }.map { request in
      guard case .bytes(let bytes)? = request.body else { return "-" }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test("A value that an answer has as it is here is sent if it is changed back after that")
  func changedBack() async throws {
    let client = try client()
    try await set(client, "b")
    server.stub("GET", "articles", json: #"[{"id":1,"title":"b"}]"#)
    try await client.articles()
    try await set(client, "a")
    #expect(try await changed(client) == ["title"])
    server.stub("PATCH", "articles/1", status: 204, json: "")
    try await update(client)
    #expect(bodies("PATCH") == [#"{"title":"a"}"#])
    #expect(try await changed(client) == [])
  }

  @Test("A value is sent that an answer from before another one was sent has as it is here")
  func late() async throws {
    let client = try client()
    try await set(client, "b")
    server.stub("PATCH", "articles/1", status: 204, json: "")
    server.stub("GET", "articles") { _ in
      // While this answer is on its way.
      try await update(client)
      try await set(client, "a")
      return StubAnswer(json: #"[{"id":1,"title":"a"}]"#)
    }
    try await client.articles()
    #expect(bodies("PATCH") == [#"{"title":"b"}"#])
    #expect(try await changed(client) == ["title"])
    // Also if it cannot be sent at first.
    server.stub("PATCH", "articles/1", times: 1) { _ in throw TransportError(.offline, "no network") }
    await #expect(throws: ClientError.self) { try await update(client) }
    try await update(client)
    #expect(bodies("PATCH") == [#"{"title":"b"}"#, #"{"title":"a"}"#, #"{"title":"a"}"#])
    #expect(try await changed(client) == [])
  }

  @Test("A value that is changed to that of a later answer is not sent")
  func later() async throws {
    let client = try client()
    try await set(client, "b")
    for title in ["b", "c"] {
      server.stub("GET", "articles", json: #"[{"id":1,"title":"\#(title)"}]"#)
      try await client.articles()
      #expect(try client.store.lines("SELECT title FROM Article") == ["b"])
    }
    try await set(client, "c")
    #expect(try await changed(client) == [])
  }

  @Test("A value is given back as the last answer has it")
  func discarded() async throws {
    let client = try client()
    try await set(client, "b")
    server.stub("GET", "articles", json: #"[{"id":1,"title":"b"}]"#)
    try await client.articles()
    try await set(client, "c")
    try await client.queue.discardChanges(entity: "Article", key: [.integer(1)])
    #expect(try client.store.lines("SELECT title FROM Article") == ["b"])
  }

  @Test("A value that a later answer has as well is sent if another one may have arrived since")
  func mayHaveArrived() async throws {
    let client = try client()
    try await set(client, "b")
    server.stub("GET", "articles", json: #"[{"id":1,"title":"b"}]"#)
    try await client.articles()
    try await set(client, "c")
    server.stub("PATCH", "articles/1", status: 204, json: "")
    server.stub("PATCH", "articles/1", times: 1) { _ in throw TransportError(.interrupted, "cut off") }
    await #expect(throws: ClientError.self) { try await update(client) }
    server.stub("GET", "articles", json: #"[{"id":1,"title":"d"}]"#)
    try await client.articles()
    try await set(client, "d")
    try await update(client)
    #expect(bodies("PATCH") == [#"{"title":"c"}"#, #"{"title":"d"}"#])
    #expect(try await changed(client) == [])
  }

  @Test("A value is given back as it was sent, behind an answer that had one as it is here")
  func discardedBehindRequest() async throws {
    let client = try client()
    try await set(client, "b")
    server.stub("GET", "articles", json: #"[{"id":1,"title":"b"}]"#)
    try await client.articles()
    try await set(client, "c")
    server.stub("PATCH", "articles/1") { _ in
      try await set(client, "d")
      return StubAnswer(status: 204, json: "")
    }
    try await update(client)
    #expect(try await changed(client) == ["title"])
    try await client.queue.discardChanges(entity: "Article", key: [.integer(1)])
    #expect(try client.store.lines("SELECT title FROM Article") == ["c"])
  }

  @Test("A value is given back as the last of several answers has it that had it as it was here")
  func discardedBehindAnswers() async throws {
    let client = try client()
    for title in ["b", "c"] {
      try await set(client, title)
      server.stub("GET", "articles", json: #"[{"id":1,"title":"\#(title)"}]"#)
      try await client.articles()
    }
    try await set(client, "d")
    try await client.queue.discardChanges(entity: "Article", key: [.integer(1)])
    #expect(try client.store.lines("SELECT title FROM Article") == ["c"])
  }

  @Test("A value is sent that was changed back, if an answer had it while a request with it was under way")
  func answeredUnderWay() async throws {
    let client = try client()
    try await set(client, "b")
    server.stub("GET", "articles", json: #"[{"id":1,"title":"b"}]"#)
    server.stub("PATCH", "articles/1", status: 204, json: "")
    server.stub("PATCH", "articles/1", times: 1) { _ in
      try await client.articles()
      throw TransportError(.offline, "no network")
    }
    await #expect(throws: ClientError.self) { try await update(client) }
    try await set(client, "a")
    #expect(try await changed(client) == ["title"])
    try await update(client)
    #expect(bodies("PATCH") == [#"{"title":"b"}"#, #"{"title":"a"}"#])
    #expect(try await changed(client) == [])
  }

  @Test("A value whose call was cancelled before it was sent is not unsent any more when it is changed back")
  func cancelled() async throws {
    let client = try client()
    try await set(client, "b")
    let reached = Gate()
    server.stub("PATCH", "articles/1") { _ in
      reached.open()
      try? await Task.sleep(for: .seconds(3600))
      throw TransportError(.cancelled, "the task was cancelled", mayHaveArrived: false)
    }
    let call = Task { try await update(client) }
    await reached.wait()
    call.cancel()
    let result = await call.result
    let error = #expect(throws: ClientError.self) { try result.get() }
    #expect(error?.reason == .cancelled)
    #expect(error?.mayHaveArrived == false)
    try await set(client, "a")
    #expect(try await changed(client) == [])
  }

  @Test("A value stays unsent if the same answer has another one behind it")
  func another() async throws {
    let client = try client()
    try await set(client, "b")
    server.stub("GET", "articles", json: #"[{"id":1,"title":"b"},{"id":1,"title":"c"}]"#)
    try await client.articles()
    #expect(try client.store.lines("SELECT title FROM Article") == ["b"])
    #expect(try await changed(client) == ["title"])
  }

  @Test("A value stays unsent if an answer does not have it")
  func absent() async throws {
    let client = try client()
    try await set(client, "b")
    server.stub("GET", "articles", json: #"[{"id":1,"topic":"x"}]"#)
    try await client.articles()
    #expect(try await changed(client) == ["title"])
    try await set(client, "a")
    #expect(try await changed(client) == [])
  }

  @Test("A link of several columns stays as it is here if an answer has one of them in another link")
  func part() async throws {
    let source = """
      rowsmith: 1
      entities:
        Seat: { PrimaryKey: [aisle, number], attributes: { aisle: Int, number: Int } }
        Guest: { attributes: { id: Int }, relationships: { seat: { to: Seat?, inverse: none } } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Guests.yml", text: source)], name: "Guests")
    let store = try Store(.memory, schema: try #require(model.schema))
    try await store.importJSON(
      .string(#"[{"id":1,"seat":{"aisle":1,"number":1}}]"#), into: .entity("Guest"))
    var update = News.route("update", .patch, "guests/:id")
    update.sends = "Guest"
    var guests = News.route("guests", .get, "guests")
    guests.returns = .records("Guest")
    let client = try News.client([update, guests], store: store, transport: server)
    try await client.store.write { try $0.execute(sql: "UPDATE Guest SET seat_number = 2 WHERE id = 1") }
    server.stub("GET", "guests", json: #"[{"id":1,"seat":{"aisle":2,"number":2}}]"#)
    try await client.plain(RouteCall("guests"))
    #expect(try client.store.lines("SELECT seat_aisle, seat_number FROM Guest") == ["1|2"])
  }
}
