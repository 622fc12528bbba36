import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Server
import Testing

@Suite("Which request a stub answers")
struct TestingPatternTests {
  let server = StubTransport()

  /// The body of the answer to a request; the status if it is not 200.
  private func answer(_ url: String, _ method: String = "GET") async throws -> String {
    let response = try await server.send(HTTPRequest(method: method, url: url))
    if response.status != 200 { return "\(response.status)" }
    return String(decoding: try await response.body.collected(), as: UTF8.self)
  }

  @Test(
    "A path is that at the end of the URL, whatever is before it, and by whole segments",
    arguments: [
      ("https://a.example/tags", true), ("https://a.example/api/v2/tags", true),
      ("https://a.example/products/7/tags", true), ("https://a.example/tags?page=2", true),
      ("https://a.example/hashtags", false), ("https://a.example/tags/7", false),
      ("https://a.example/x?q=/tags", false), ("https://a.example/Tags", false),
    ])
  func paths(_ url: String, _ fits: Bool) async throws {
    server.stub("GET", "tags", json: "1")
    #expect(try await answer(url) == (fits ? "1" : "404"))
    #expect(try await answer(url, "POST") == "404")
  }

  @Test("A path may begin with a slash")
  func slash() async throws {
    server.stub("GET", "/tags", json: "1")
    #expect(try await answer("https://a.example/tags") == "1")
  }

  @Test(
    "A path with a query is for that query only",
    arguments: [
      ("https://a.example/tags?page=2", true), ("https://a.example/v1/tags?page=2", true),
      ("https://a.example/tags", false), ("https://a.example/tags?page=22", false),
      ("https://a.example/tags?a=b&page=2", false), ("https://a.example/tags?page=2&a=b", false),
    ])
  func queries(_ url: String, _ fits: Bool) async throws {
    server.stub("GET", "tags?page=2", json: "1")
    #expect(try await answer(url) == (fits ? "1" : "404"))
  }

  @Test("A request is answered 404 as JSON where nothing answers it, and is recorded all the same")
  func nothing() async throws {
    let response = try await server.send(HTTPRequest(method: "GET", url: "https://a.example/tags"))
    #expect(response.status == 404)
    #expect(response.headers["Content-Type"] == "application/json")
    #expect(try await response.body.collected() == Array(#"{"error": "no stub answers this"}"#.utf8))
    #expect(server.requests.map(\.url) == ["https://a.example/tags"])
    server.forgetRequests()
    #expect(server.requests.isEmpty)
  }

  @Test(
    "A route fits any value of its placeholders, whole segments, and each of its methods",
    arguments: [
      ("GET", "https://a.example/api/products/7.json", "product"),
      ("GET", "https://a.example/products/a%2Fb.json?x=1", "product"),
      ("GET", "https://a.example/products/.json", "404"), ("GET", "https://a.example/products/7.JSON", "404"),
      ("GET", "https://a.example/products/7/8.json", "404"), ("PUT", "https://a.example/echo/hi", "echo"),
      ("DELETE", "https://a.example/echo/hi", "echo"), ("HEAD", "https://a.example/echo/hi", "404"),
      ("PUT", "https://a.example/products/7", "404"),
    ])
  func routes(_ method: String, _ url: String, _ expected: String) async throws {
    for route in ["product", "echo"] { try server.stub(ServerClient.self, route, json: route) }
    #expect(try await answer(url, method) == expected)
  }

  @Test("A value of a placeholder is what the call was given: also with signs that a URL encodes")
  func values() async throws {
    for (index, name) in ["a b/c", "100%", "%41", "ä+ö?&#", "e\u{301}"].enumerated() {
      try server.stub(ServerClient.self, "file", ["name": name], json: "\(index)")
    }
    let client = try ServerClient(store: .testing(ServerModel()), transport: server)
    for (index, name) in ["a b/c", "100%", "%41", "ä+ö?&#", "e\u{301}"].enumerated() {
      #expect(try await client.file(name: name).body == Array("\(index)".utf8))
    }
    let other = await #expect(throws: ClientError.self) { try await client.file(name: "A") }
    #expect(other?.status == 404)
  }

  /// A client with a route whose placeholders have text around them.
  private struct Ranges: GeneratedClient {
    static let api = API(
      baseURL: "https://a.example/",
      routes: [
        Route(name: "range", methods: [.get], path: PathTemplate("of-:first\\-:last\\.json")),
        Route(name: "tags", methods: [.get], path: PathTemplate("tags")),
        Route(name: "tagsOf", methods: [.get], path: PathTemplate("things/:id/tags")),
      ])
    let client: Client
    init(_ client: Client) { self.client = client }
  }

  @Test("Text around placeholders decides where their values end, and keeps a sign of its own")
  func around() async throws {
    try server.stub(Ranges.self, "range", ["first": "1", "last": "50%25-a"], json: "1")
    try server.stub(Ranges.self, "range", ["first": "1-2"], json: "2")
    #expect(try await answer("https://a.example/of-1-50%2525-a.json") == "1")
    #expect(try await answer("https://a.example/of-1-50%25-a.json") == "404")
    #expect(try await answer("https://a.example/of-1-2-3.json") == "2")
    #expect(try await answer("https://a.example/of-1-2.json") == "404")
    #expect(try await answer("https://a.example/on-1-2-3.json") == "404")
  }

  @Test("What fits a longer route of the same client is not a shorter one's, for answers and for failures")
  func longer() async throws {
    try server.stub(Ranges.self, "tagsOf", json: "those of a thing")
    try server.stub(Ranges.self, "tags", json: "all")
    try server.fail(.status(500), Ranges.self, "tags", times: nil)
    #expect(try await answer("https://a.example/v1/things/7/tags") == "those of a thing")
    #expect(try await answer("https://a.example/v1/tags") == "500")
    server.heal()
    #expect(try await answer("https://a.example/v1/tags") == "all")
  }

  /// A client with routes whose paths have a placeholder where another one has a text.
  private struct Users: GeneratedClient {
    static let api = API(
      baseURL: "https://a.example/",
      routes: [
        Route(name: "user", methods: [.get, .patch], path: PathTemplate("users/:id")),
        Route(name: "me", methods: [.get], path: PathTemplate("users/me")),
        Route(name: "file", methods: [.get], path: PathTemplate("files/:name\\.:kind")),
        Route(name: "anyFile", methods: [.get], path: PathTemplate("files/:name")),
      ])
    let client: Client
    init(_ client: Client) { self.client = client }
  }

  @Test("What fits a route with a text is not for one with a placeholder there, unless its value is given")
  func texts() async throws {
    try server.stub(Users.self, "me", json: "me")
    try server.stub(Users.self, "user", json: "somebody")
    try server.stub(Users.self, "file", json: "a file")
    #expect(try await answer("https://a.example/v1/users/me") == "me")
    #expect(try await answer("https://a.example/v1/users/7") == "somebody")
    #expect(try await answer("https://a.example/v1/users/me", "PATCH") == "somebody")
    #expect(try await answer("https://a.example/v1/files/a.txt") == "a file")
    try server.fail(.status(500), Users.self, "user")
    #expect(try await answer("https://a.example/v1/users/me") == "me")
    #expect(try await answer("https://a.example/v1/users/7") == "500")
    try server.stub(Users.self, "user", ["id": "me"], json: "asked for by name")
    #expect(try await answer("https://a.example/v1/users/me") == "asked for by name")
  }

  @Test("The newest of the stubs that fit answers, by path or by route, until it is used up")
  func newest() async throws {
    try server.stub(ServerClient.self, "tags", json: "1")
    server.stub("GET", "tags", json: "2", times: 2)
    try server.stub(ServerClient.self, "tags", json: "3", times: 1)
    server.stub("GET", "tags", json: "4", times: 0)
    var answers: [String] = []
    for _ in 0..<4 { answers.append(try await answer("https://a.example/tags")) }
    #expect(answers == ["3", "2", "2", "1"])
  }

  @Test("A route or a place that the client does not have is told, for answers and for failures")
  func unknown() throws {
    let failing = #expect(throws: UnknownRoute.self) {
      try server.fail(.unreachable, Ranges.self, "range2")
    }
    #expect(failing?.description == "there is no route 'range2'; there is range, tags, tagsOf")
    #expect(failing?.localizedDescription == failing?.description)
    let none = #expect(throws: UnknownRoute.self) {
      try server.stub(Ranges.self, "tags", ["id": "7"]) { _ in StubAnswer(json: "") }
    }
    #expect(none?.description == "the path 'tags' has no place for 'id'; it has none")
    let several = #expect(throws: UnknownRoute.self) {
      try server.stub(Ranges.self, "range", ["last": "1", "from": "7", "to": "8"], json: "")
    }
    #expect(
      several?.description
        == "the path 'of-:first\\-:last\\.json' has no place for 'from'; it has first, last")
  }
}
