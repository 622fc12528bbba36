import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Methods of requests, and what comes of them")
struct VerbTests {
  let server = StubTransport()

  @Test("Every method leaves as it is, with the answer's status and headers", arguments: RouteMethod.allCases)
  func methods(_ method: RouteMethod) async throws {
    server.stub(method.name, "things/7", status: 202, json: "", headers: ["X-Seen": "yes"])
    let client = try News.client([News.route("thing", method, "things/:id")], transport: server)
    let answer = try await client.plain(RouteCall("thing", path: ["id": .integer(7)]))
    #expect(answer.status == 202)
    #expect(answer.headers["X-Seen"] == "yes")
    #expect(server.requests.map(\.method) == [method.name])
    #expect(server.requests.first?.url == "https://news.example.com/v1/things/7")
  }

  @Test("One route serves several methods, and no other one")
  func several() async throws {
    var route = News.route("thing", .get, "things/:id")
    route.methods = [.get, .put]
    server.stub("PUT", "things/7", status: 204, json: "")
    let client = try News.client([route], transport: server)
    try await client.plain(RouteCall("thing", method: .put, path: ["id": .integer(7)]))
    let error = await #expect(throws: ClientError.self) {
      try await client.plain(RouteCall("thing", method: .delete, path: ["id": .integer(7)]))
    }
    #expect(error?.reason == .misuse)
    #expect(error?.description == "thing: the route is not asked with DELETE; expected GET, PUT")
    #expect(server.count() == 1)
  }

  @Test("A literal suffix follows a placeholder's value, under an address with a path")
  func suffix() async throws {
    server.stub("GET", "categories/1234.json", json: "{}")
    let client = try News.client([News.route("one", .get, "categories/:itemID\\.json")], transport: server) {
      $0.baseURL = "http://www.someURL.com/api/v2/"
    }
    try await client.plain(RouteCall("one", path: ["itemID": .integer(1234)]))
    #expect(server.requests.map(\.url) == ["http://www.someURL.com/api/v2/categories/1234.json"])
  }

  @Test("An answer without a body (204) is a success that imports nothing")
  func noContent() async throws {
    server.stub("GET", "articles", status: 204, json: "")
    let client = try News.client(
      [News.articles { $0.policy = .mergeAndPrune }], store: News.store([1]), transport: server)
    let answer = try await client.articles()
    #expect(answer.status == 204)
    #expect(answer.report.entities.isEmpty)
    #expect(try await answer.records() == [])
    #expect(try client.articleIDs == ["1"])
  }

  @Test("A space, with which Rails has answered `head :ok`, is no body", arguments: [nil, "text/html"])
  func space(_ type: String?) async throws {
    var update = News.route("update", .put, "articles/:id")
    (update.sends, update.returns, update.isQueued) = ("Article", .record("Article"), true)
    var remove = News.route("remove", .delete, "articles/:id")
    remove.deletes = "Article"
    let headers: HTTPHeaders = type.map { ["Content-Type": $0] } ?? [:]
    for method in ["PUT", "DELETE"] { server.stub(method, "articles/1", json: " ", headers: headers) }
    let client = try News.client([update, remove], store: News.store([1]), transport: server)
    let article = RecordBody(entity: "Article", key: [.integer(1)])
    #expect(try await client.plain(RouteCall("update", record: article)).outcome == .imported)
    #expect(try await client.queue.items().isEmpty)
    #expect(try client.articleIDs == ["1"])
    try await client.plain(RouteCall("remove", path: ["id": .integer(1)]))
    #expect(try client.articleIDs == [])
  }

  @Test("What a route imports nothing of is handed over as it came")
  func bodies() async throws {
    server.stub("GET", "hello", json: #"{"a": 1}"#)
    let client = try News.client([News.route("hello", .get, "hello")], transport: server)
    let answer = try await client.plain(RouteCall("hello"))
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"a": 1}"#)
    #expect(answer.receivedBytes == 8)
  }

  @Test("Headers of the call stand in place of the client's, and those in place of the model's")
  func headers() async throws {
    server.stub("GET", "hello", json: "")
    let client = try News.client([News.route("hello", .get, "hello")], transport: server) {
      $0.headers = ["accept-language": "de", "X-App": "1"]
    }
    try await client.plain(RouteCall("hello"))
    try await client.plain(
      RouteCall("hello", options: CallOptions(headers: ["X-App": "2", "Accept": "text/csv"])))
    #expect(server.requests.map { $0.headers["Accept-Language"] } == ["de", "de"])
    #expect(server.requests.map { $0.headers["X-App"] } == ["1", "2"])
    #expect(server.requests.map { $0.headers["Accept"] } == ["application/json", "text/csv"])
  }

  @Test("The type in headers of all requests is that of JSON; other bodies keep their own")
  func types() async throws {
    server.stub("POST", "things", json: "")
    let client = try News.client([News.route("things", .post, "things")], transport: server) {
      $0.headers = ["Content-Type": "application/vnd.api+json"]
    }
    for body in [.data(Data("a".utf8), type: "text/csv"), .json(.null)] as [RequestBody] {
      try await client.plain(RouteCall("things", body: body))
    }
    let types: [String?] = ["text/csv", "application/vnd.api+json"]
    #expect(server.requests.map { $0.headers["Content-Type"] } == types)
  }

  @Test("A route or parameter that there is not is an error that names those there are")
  func unknown() async throws {
    let client = try News.client(
      [News.articles { $0.query = [.init(name: "topic", argument: "topic", type: .string)] }],
      transport: server)
    let route = await client.failure("article")
    #expect(route?.description == "there is no route 'article'; there is articles")
    let parameter = await #expect(throws: ClientError.self) {
      try await client.articles(query: ["page": .integer(2)])
    }
    #expect(parameter?.description == "articles: the route has no parameter 'page'; it has topic")
    #expect(server.requests.isEmpty)
  }

  @Test(
    "What is no address of a server is told at once",
    arguments: [
      "", "api.example.com", "https://", "ftp://a", "https://a b", "https://a#b", "https://a/v2?key=1",
    ])
  func address(_ text: String) throws {
    let error = #expect(throws: ClientError.self) {
      try News.client([], transport: server) { $0.baseURL = text }
    }
    #expect(error?.reason == .misuse)
  }
}
