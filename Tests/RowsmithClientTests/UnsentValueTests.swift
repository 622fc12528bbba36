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
    #expect(try await changed(client) == [])
    try await set(client, "a")
    #expect(try await changed(client) == ["title"])
    server.stub("PATCH", "articles/1", status: 204, json: "")
    try await client.plain(RouteCall("update", record: RecordBody(entity: "Article", key: [.integer(1)])))
    #expect(bodies("PATCH") == [#"{"title":"a"}"#])
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
