import Foundation
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithTesting
import Server
import Testing

@Suite("Generated clients")
struct GeneratedClientTests {
  let server = StubTransport()
  let client: ServerClient

  init() throws {
    var options = ClientOptions()
    options.baseURL = "https://example.com/api"
    client = try ServerClient(
      store: try Store(.memory, model: ServerModel()), transport: server, options: options)
  }

  /// The requests so far, method and what follows the address.
  private var requests: [String] {
    server.requests.map { "\($0.method) \($0.url.replacing("https://example.com/api/", with: ""))" }
  }

  @Test("What the client knows of the server is what the model says")
  func literal() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Server.yml").path
    let model = ModelCompiler.load(path: path)
    #expect(model.diagnostics.map(\.description) == [])
    #expect(ServerClient.api == model.api)
    #expect(ServerModel.schema == model.schema)
  }

  @Test("Arguments fill the path and the query, and records come back typed")
  func fetching() async throws {
    server.stub("GET", "enterprises/7", json: #"{"id": 7, "name": "Acme"}"#)
    let answer = try await client.enterprise(itemID: 7)
    #expect(try await answer.record()?.name == "Acme")
    server.stub("GET", "enterprises", json: #"{"array_of_enterprises": []}"#)
    try await client.enterprises(city: "Ham")
    server.stub("GET", "product_reviews", json: "[]")
    try await client.productReviews(productID: 3)
    server.stub("GET", "products/3.json", json: #"{"id": 3, "title": "Cup", "price": "1.50"}"#)
    try await client.product(id: 3)
    server.stub("GET", "products/3/reviews", json: "[]")
    try await client.reviews(id: 3)
    server.stub("GET", "meetings/a%20b/notes", json: "[]")
    try await client.notes(meetingID: "a b")
    #expect(
      requests == [
        "GET enterprises/7", "GET enterprises?city=Ham", "GET product_reviews?product_id=3",
        "GET products/3.json", "GET products/3/reviews", "GET meetings/a%20b/notes",
      ])
  }

  @Test("A record is deleted by its key, and as it is")
  func deleting() async throws {
    for key in [1, 2] { server.stub("DELETE", "enterprises/\(key)", status: 204, json: "") }
    try await client.removeEnterprise(itemID: 1)
    try await client.removeEnterprise(Enterprise(itemID: 2, name: "Acme"))
    #expect(requests == ["DELETE enterprises/1", "DELETE enterprises/2"])
  }

  @Test("A route with several methods is asked with the one that the caller names")
  func methods() async throws {
    for method in ["GET", "PUT"] { server.stub(method, "echo/a%2Fb", json: "{}") }
    try await client.echo(words: "a/b")
    try await client.echo(words: "a/b", method: .put, body: .json(.object([])))
    #expect(requests == ["GET echo/a%2Fb", "PUT echo/a%2Fb"])
  }

  @Test("A route with pages or an order is called, or asked for these")
  func paging() async throws {
    server.stub("GET", "timeline?topic=news", json: #"{"articles": [{"id": 1, "title": "a"}], "next": "x"}"#)
    server.stub(
      "GET", "timeline?topic=news&after=x", json: #"{"articles": [{"id": 2, "title": "b"}], "next": null}"#)
    #expect(try await client.timeline(topic: "news").recordCount == 1)
    var counts: [Int?] = []
    for try await page in client.timeline.pages(topic: "news") { counts.append(page.recordCount) }
    #expect(counts == [1, 1])
    let list = client.timeline.list(topic: "news")
    try await list.reload()
    try await list.loadNext()
    #expect(try await list.records().map(\.title) == ["a", "b"])
  }
}
