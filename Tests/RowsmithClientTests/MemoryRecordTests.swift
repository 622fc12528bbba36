import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithTesting
import Testing

@Suite("Records that are sent before they are in the database")
struct MemoryRecordTests {
  private let server = StubTransport()

  private func client(_ articles: String = #"[{"id":1,"title":"a","topic":"x"}]"#) throws -> Client {
    func route(_ name: String, _ method: RouteMethod, _ path: String) -> Route {
      var route = News.route(name, method, path)
      route.sends = "Article"
      route.returns = .record("Article")
      return route
    }
    let store = try News.store()
    try store.importJSON(.string(articles), into: .entity("Article"))
    return try News.client(
      [
        route("create", .post, "articles"), route("update", .patch, "articles/:id"),
        route("replace", .put, "articles/:id"),
      ], store: store, transport: server
    ) { $0.retries = .none }
  }

  private func call(_ client: Client, _ route: String, _ article: Article) async throws -> Answer<Void> {
    try await client.call(RouteCall(route, record: RecordBody(article)))
  }

  private func bodies() -> [String] {
    server.requests.map { request in
      guard case .bytes(let bytes)? = request.body else { return "-" }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private static let rows = "SELECT id, title, topic FROM Article ORDER BY id"

  @Test("PATCH sends what differs from the row, which changes when the server has answered")
  func patch() async throws {
    let client = try client()
    let store = client.store
    server.stub("PATCH", "articles/1") { _ in
      let rows = try store.lines(Self.rows)
      #expect(rows == ["1|a|x"])
      return StubAnswer(json: #"{"id":1,"title":"B"}"#)
    }
    #expect(try await call(client, "update", Article(id: 1, title: "b", topic: "x")).outcome == .imported)
    #expect(bodies() == [#"{"title":"b"}"#])
    #expect(try store.lines(Self.rows) == ["1|B|x"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).isSent)
  }

  @Test("A new record is stored once the server has taken it, also if a body of the call's own was sent")
  func ownBody() async throws {
    let client = try client()
    server.stub("POST", "articles", status: 201, json: "")
    let body = RequestBody.json(.string("x"))
    let made: Answer<Void> = try await client.call(
      RouteCall("create", record: RecordBody(Article(id: 5, title: "b")), body: body))
    #expect(made.outcome == .imported)
    #expect(bodies() == [#""x""#])
    #expect(try client.store.lines(Self.rows) == ["1|a|x", "5|b|NULL"])
  }

  @Test("A value that the record has no more is sent as null; one that has nothing new is not sent")
  func cleared() async throws {
    let client = try client()
    #expect(try await call(client, "update", Article(id: 1, title: "a", topic: "x")).outcome == .notModified)
    #expect(server.requests.isEmpty)
    server.stub("PATCH", "articles/1", status: 204, json: "")
    _ = try await call(client, "update", Article(id: 1, title: "a"))
    #expect(bodies() == [#"{"topic":null}"#])
    #expect(try client.store.lines(Self.rows) == ["1|a|NULL"])
  }

  @Test("A value that the row only spells in another way is not sent")
  func respelled() async throws {
    let text = """
      rowsmith: 1
      entities: { Offer: { PrimaryKey: id, attributes: { id: Int, title: String?, price: Decimal? } } }
      """
    let schema = try #require(
      ModelCompiler.compile([ModelSource(path: "O.yml", text: text)], name: "O").schema)
    let store = try Store(.memory, schema: schema)
    try await store.importJSON(.string(#"[{"id":1,"title":"a","price":"24.90"}]"#), into: .entity("Offer"))
    var route = News.route("update", .patch, "offers/:id")
    route.sends = "Offer"
    let client = try News.client([route], store: store, transport: server) { $0.retries = .none }
    server.stub("PATCH", "offers/1", status: 204, json: "")
    for (title, price, body) in [("b", "24.9", #"{"title":"b"}"#), ("b", "25", #"{"price":25}"#)] {
      let offer = Offer(id: 1, title: title, price: Decimal(string: price))
      let _: Answer<Void> = try await client.call(RouteCall("update", record: RecordBody(offer)))
      #expect(bodies().last == body)
    }
    #expect(try store.lines("SELECT title, price FROM Offer") == ["b|25"])
  }

  @Test(
    "What is changed in the database while the record is under way stays, and is sent next",
    arguments: [
      ("PATCH", "", "a"), ("PATCH", #"{"id":1,"title":"b"}"#, "a"), ("PUT", "", "a"),
      ("PUT", "", "changed before"),
    ])
  func changedMeanwhile(method: String, answer: String, before: String) async throws {
    let client = try client()
    let store = client.store
    try await store.write { try $0.execute(sql: "UPDATE Article SET title = ?", before) }
    server.stub(method, "articles/1") { _ in
      try store.write { try $0.execute(sql: "UPDATE Article SET topic = 'later'") }
      return StubAnswer(status: answer.isEmpty ? 204 : 200, json: answer)
    }
    _ = try await call(
      client, method == "PUT" ? "replace" : "update", Article(id: 1, title: "b", topic: "x"))
    #expect(try store.lines(Self.rows) == ["1|b|later"])
    #expect(try await !client.queue.state(entity: "Article", key: [.integer(1)]).isSent)
    server.stub("PATCH", "articles/1", status: 204, json: "")
    let row = RecordBody(entity: "Article", key: [.integer(1)])
    let answer: Answer<Void> = try await client.call(RouteCall("update", record: row))
    #expect(answer.outcome != .notModified)
    #expect(bodies().last == #"{"topic":"later"}"#)
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).isSent)
  }

  @Test("What was changed in the database and not sent goes along, against what the server last said")
  func unsent() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET topic = 'y'") }
    server.stub("PATCH", "articles/1", json: #"{"id":1,"title":"b","topic":"y"}"#)
    _ = try await call(client, "update", Article(id: 1, title: "b", topic: "y"))
    #expect(bodies() == [#"{"title":"b","topic":"y"}"#])
    #expect(try client.store.lines(Self.rows) == ["1|b|y"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).isSent)
  }

  @Test("A record that takes back what was not sent sends nothing of it")
  func takenBack() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET topic = 'y'") }
    server.stub("PATCH", "articles/1", json: #"{"id":1,"title":"b","topic":"x"}"#)
    _ = try await call(client, "update", Article(id: 1, title: "b", topic: "x"))
    #expect(bodies() == [#"{"title":"b"}"#])
    #expect(try client.store.lines(Self.rows) == ["1|b|x"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).isSent)
  }

  @Test("PATCH of a record that is not in the database sends all of it, and leaves nothing where it fails")
  func unknown() async throws {
    let client = try client()
    server.stub("PATCH", "articles/5", status: 422, json: "{}")
    await #expect(throws: ClientError.self) { try await call(client, "update", Article(id: 5, title: "n")) }
    #expect(try client.store.lines(Self.rows) == ["1|a|x"])
    server.stub("PATCH", "articles/5", json: #"{"id":5,"title":"n"}"#)
    _ = try await call(client, "update", Article(id: 5, title: "n"))
    #expect(Set(bodies()).count == 1 && bodies()[0].contains(#""title":"n""#))
    #expect(try client.store.lines(Self.rows) == ["1|a|x", "5|n|NULL"])
  }

  @Test(
    "What the server refuses, or what does not reach it, changes nothing",
    arguments: ["create", "replace", "update"])
  func refused(_ route: String) async throws {
    let client = try client()
    let article = Article(id: route == "create" ? -5 : 1, title: "b", topic: "x")
    for (method, path) in [("POST", "articles"), ("PUT", "articles/1"), ("PATCH", "articles/1")] {
      server.stub(method, path, status: 422, json: "{}")
    }
    await #expect(throws: ClientError.self) { try await call(client, route, article) }
    for (method, path) in [("POST", "articles"), ("PUT", "articles/1"), ("PATCH", "articles/1")] {
      server.stub(method, path) { _ in throw TransportError(.offline, "no network") }
    }
    await #expect(throws: ClientError.self) { try await call(client, route, article) }
    #expect(try client.store.lines(Self.rows) == ["1|a|x"])
    #expect(try await client.queue.items().isEmpty)
    #expect(try client.store.lines("SELECT count(*) FROM _rowsmith_unsent") == ["0"])
  }

  @Test(
    "A server that only says where the record is now has given it its key",
    arguments: ["https://news.example.com/v1/articles/31", "/v1/articles/31?x=1#y", "articles/31/", "31"])
  func location(_ location: String) async throws {
    let client = try client()
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'n')")
      try db.execute(sql: "INSERT INTO Comment (id, text, article) VALUES (5, 'c', -7)")
    }
    server.stub("POST", "articles") { _ in
      StubAnswer(status: 201, json: "", headers: ["Location": location])
    }
    let answer: Answer<Void> = try await client.call(
      RouteCall("create", record: RecordBody(entity: "Article", key: [.integer(-7)])))
    #expect(answer.outcome == .imported)
    #expect(try client.store.lines(Self.rows) == ["1|a|x", "31|n|NULL"])
    #expect(try client.store.lines("SELECT article FROM Comment") == ["31"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(31)]).isSent)
  }

  @Test(
    "One that says nothing usable has not given it one",
    arguments: [nil, "", "/", "/v1/articles/x"] as [String?])
  func noLocation(_ location: String?) async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'n')") }
    server.stub("POST", "articles") { _ in
      StubAnswer(status: 201, json: "", headers: location.map { ["Location": $0] } ?? [:])
    }
    _ =
      try await client.call(RouteCall("create", record: RecordBody(entity: "Article", key: [.integer(-7)])))
      as Answer<Void>
    #expect(try client.store.lines(Self.rows) == ["-7|n|NULL", "1|a|x"])
  }

  @Test("Where to ask how work is going on is no key of the record", arguments: [200, 202, 204])
  func otherLocation(_ status: Int) async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'n')") }
    server.stub("POST", "articles") { _ in
      StubAnswer(status: status, json: "", headers: ["Location": "/jobs/1"])
    }
    let _: Answer<Void> = try await client.call(
      RouteCall("create", record: RecordBody(entity: "Article", key: [.integer(-7)])))
    #expect(try client.store.lines(Self.rows) == ["-7|n|NULL", "1|a|x"])
  }
}

private struct Offer: Record, Identifiable {
  typealias Key = Int

  var id: Int
  var title: String?
  var price: Decimal?

  enum Columns {}

  static var entityName: String { "Offer" }
  static var columnNames: [String] { ["id", "title", "price"] }

  init(id: Int, title: String?, price: Decimal?) {
    self.id = id
    self.title = title
    self.price = price
  }

  init(row: Row) throws(RowDecodingError) {
    id = try row.int(at: 0)
    title = try row.optionalString(at: 1)
    price = try row.optionalDecimal(at: 2)
  }

  func encode(to encoder: inout RowEncoder) {
    encoder.encode(id)
    encoder.encode(title)
    encoder.encode(price)
  }
}
