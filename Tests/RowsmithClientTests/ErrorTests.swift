import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Errors of calls")
struct ErrorTests {
  let server = StubTransport()

  @Test(
    "An answer that is no success carries the server's own code and message, its status, headers and body")
  func serverError() async throws {
    let json = #"{"error":{"code":17,"message":"No such thing"}}"#
    server.stub("GET", "articles", status: 404, json: json, headers: ["X-Id": "9"])
    let client = try News.client([News.articles()], transport: server)
    let error = try #require(await client.failure())
    #expect(error.reason == .status)
    #expect(error.status == 404)
    #expect(error.serverCode == "17")
    #expect(error.serverMessage == "No such thing")
    #expect(error.headers["X-Id"] == "9")
    #expect(String(decoding: error.body, as: UTF8.self) == json)
    #expect(error.route == "articles")
    #expect(error.request == "GET https://news.example.com/v1/articles")
    #expect(!error.mayHaveArrived)
    #expect(
      error.description
        == "articles: GET https://news.example.com/v1/articles: the server answered 404: No such thing (code 17)"
    )
  }

  @Test(
    "An error that is not where the model says is a status alone",
    arguments: ["", "<html>", "[]", #"{"error":"x"}"#, #"{"error":{"code":null}}"#, "{\"error\":"])
  func unexplained(_ body: String) async throws {
    server.stub("GET", "articles", status: 422, json: body)
    let client = try News.client([News.articles()], transport: server)
    let error = try #require(await client.failure())
    #expect(error.status == 422)
    #expect(error.serverCode == nil)
    #expect(error.serverMessage == nil)
    #expect(error.message == "the server answered 422")
  }

  @Test("A number in the path of the server's message or code is an index into a list")
  func listed() async throws {
    server.stub("GET", "articles", status: 422, json: #"{"errors":[{"detail":"Too short","code":"E7"}]}"#)
    let places = API.ErrorPlaces(message: ["errors", "0", "detail"], code: ["errors", "0", "code"])
    let api = API(baseURL: "https://news.example.com", error: places, routes: [News.articles()])
    let client = try Client(store: News.store(), api: api, transport: server)
    let error = try #require(await client.failure())
    #expect(error.serverMessage == "Too short")
    #expect(error.serverCode == "E7")
  }

  @Test("What the transport says is the error of the call, and whether the server may have done it")
  func transport() async throws {
    server.stub("POST", "things") { _ in throw TransportError(.interrupted, "the connection ended") }
    server.stub("GET", "things") { _ in throw TransportError(.offline, "nobody listens") }
    var route = News.route("things", .post, "things")
    route.methods = [.post, .get]
    let client = try News.client([route], transport: server)
    let post = await #expect(throws: ClientError.self) { try await client.plain(RouteCall("things")) }
    #expect(post?.reason == .transport)
    #expect(post?.transport?.reason == .interrupted)
    #expect(post?.mayHaveArrived == true)
    #expect(post?.isOffline == false)
    let get = await #expect(throws: ClientError.self) {
      try await client.plain(RouteCall("things", method: .get))
    }
    #expect(get?.isOffline == true)
    #expect(get?.mayHaveArrived == false)
  }

  @Test("What a network answers that wants a log-in has not reached the server")
  func networkLogin() async throws {
    server.stub("POST", "things", status: 511, json: "")
    let client = try News.client([News.route("things", .post, "things")], transport: server)
    let error = await #expect(throws: ClientError.self) { try await client.plain(RouteCall("things")) }
    #expect(error?.isOffline == true)
    #expect(error?.mayHaveArrived == false)
  }

  @Test("What a transport throws that is no error of one is an interruption", arguments: [true, false])
  func otherError(_ isInBody: Bool) async throws {
    let transport = AnyTransport { request in
      guard isInBody else { throw CocoaError(.fileReadUnknown) }
      return HTTPResponse(
        status: 200, headers: [:], url: request.url,
        body: HTTPResponseBody { throw CocoaError(.fileReadUnknown) })
    }
    var route = News.route("things", .post, "things")
    route.isQueued = true
    let client = try News.client([route], transport: transport) { $0.retries = .none }
    #expect(try await client.plain(RouteCall("things")).outcome == .queued)
    let item = try #require(try await client.queue.items().first)
    #expect(item.state == .sending && item.message == "the transport threw CocoaError")
  }

  @Test("What a transport says is printed on one line, without the control characters of a server")
  func controlCharacters() async throws {
    server.stub("GET", "articles") { _ in
      throw TransportError(.insecure, "the certificate is that of 'x\u{1B}[2J\n'")
    }
    let client = try News.client([News.articles()], transport: server)
    let error = try #require(await client.failure())
    let shown = #"the certificate is that of 'x\u001b[2J\n'"#
    #expect(error.description.hasSuffix(shown) && error.debugDescription.hasSuffix(shown))
    #expect(error.transport?.description == shown)
  }

  @Test("What cannot be imported says where in the answer, and leaves the database as it was")
  func importError() async throws {
    server.stub("GET", "articles", json: #"[{"id":1},{"id":"x"}]"#)
    let client = try News.client([News.articles()], transport: server)
    let error = try #require(await client.failure())
    #expect(error.reason == .import)
    #expect(error.importError?.path == "$[1].id")
    #expect(try client.articleIDs == [])
  }

  @Test("A missing value is an error before anything is sent, and the query is in no message")
  func query() async throws {
    server.stub("GET", "articles", status: 500, json: "")
    let client = try News.client(
      [News.articles { $0.query = [.init(name: "api_key", argument: "apiKey", type: .string)] }],
      transport: server)
    let error = await #expect(throws: ClientError.self) {
      try await client.articles(query: ["api_key": .text("s3cret")])
    }
    #expect(error?.request == "GET https://news.example.com/v1/articles")
    #expect("\(String(describing: error))\(String(reflecting: error))".contains("s3cret") == false)
  }
}
