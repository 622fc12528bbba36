import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Calls that fetch")
struct FetchTests {
  let server = StubTransport()

  @Test("An answer is imported, and says what was done, the status and the headers")
  func imports() async throws {
    var route = News.route("articles", .get, "articles")
    route.returns = .records("Article")
    route.at = ["data"]
    server.stub(
      "GET", "v1/articles", json: #"{"data":[{"id":2,"title":"b"},{"id":1,"title":"a"}]}"#,
      headers: ["X-Count": "2"])
    let client = try News.client([route], transport: server)
    let answer: Answer<Void> = try await client.call(RouteCall("articles"))
    #expect(answer.outcome == .imported)
    #expect(answer.status == 200)
    #expect(answer.headers["x-count"] == "2")
    #expect("\(answer)" == "imported, status 200; Article: 2 inserted, 0 updated, 0 deleted")
    #expect(answer.report.entities["Article"]?.inserted == 2)
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|a", "2|b"])
    #expect(server.requests.map(\.url) == ["https://news.example.com/v1/articles"])
    #expect(server.requests.first?.headers["Accept"] == "application/json")
    #expect(server.requests.first?.headers["Accept-Language"] == "en")
  }

  @Test("Values in the path and the query are percent-encoded")
  func encoding() async throws {
    var route = News.route("tagged", .get, "/tags/:tag/articles/")
    route.query = [QueryParameter(name: "topic", argument: "topic", type: .string)]
    let client = try News.client([route], transport: server)
    server.stub("GET", "tags/a%2Fb%20%C3%A9%3F/articles", json: "{}")
    _ =
      try await client.call(
        RouteCall("tagged", path: ["tag": .text("a/b é?")], query: ["topic": .text("x&y=z +")]))
      as Answer<Void>
    #expect(
      server.requests.last?.url
        == "https://news.example.com/v1/tags/a%2Fb%20%C3%A9%3F/articles?topic=x%26y%3Dz%20%2B")
  }

  @Test("A Bool is written alike in the path and the query")
  func truth() async throws {
    var route = News.route("lamps", .get, "lamps/:on")
    route.parameters = [PathParameter(name: "on", argument: "on", type: .bool, isFromRecord: false)]
    route.query = [QueryParameter(name: "dim", argument: "dim", type: .bool)]
    let client = try News.client([route], transport: server)
    server.stub("GET", "lamps/true", json: "{}")
    try await client.plain(RouteCall("lamps", path: ["on": .integer(1)], query: ["dim": .integer(0)]))
    #expect(server.requests.last?.url == "https://news.example.com/v1/lamps/true?dim=false")
  }

  @Test(
    "A value that is missing is an error before anything is sent",
    arguments: [nil, "", ".", ".."] as [String?])
  func missing(_ value: String?) async throws {
    let client = try News.client([News.route("one", .get, "articles/:id")], transport: server)
    let error = await #expect(throws: ClientError.self) {
      let path: [String: StoredValue] = value.map { ["id": .text($0)] } ?? [:]
      let _: Answer<Void> = try await client.call(RouteCall("one", path: path))
    }
    #expect(error?.reason == .misuse)
    #expect(server.requests.isEmpty)
  }
}
