import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Several fields with one name in the headers of an app")
struct RepeatedHeaderTests {
  let server = StubTransport()
  let twice = HTTPHeaders([("Prefer", "return=minimal"), ("prefer", "count=exact")])

  @Test("All of their values are sent, in place of those that they replace")
  func request() async throws {
    server.stub("GET", "articles", json: "[]")
    let client = try News.client([News.articles()], transport: server) { $0.headers = twice }
    try await client.articles()
    let headers = HTTPHeaders([("Prefer", "a"), ("Cookie", "b=1"), ("Cookie", "c=2"), ("Prefer", "d")])
    try await client.articles(options: CallOptions(headers: headers))
    #expect(server.requests.map { $0.headers["Prefer"] } == ["return=minimal, count=exact", "a, d"])
    #expect(server.requests.last?.headers["Cookie"] == "b=1; c=2")
  }

  @Test("So they are by a call that is queued, also its credentials, which are not stored")
  func queued() async throws {
    server.stub("POST", "things", status: 204, json: "")
    var things = News.route("things", .post, "things")
    things.isQueued = true
    let client = try News.client([things], transport: server)
    let headers = HTTPHeaders([("Prefer", "a"), ("Cookie", "b=1"), ("Cookie", "c=2"), ("Prefer", "d")])
    try await client.plain(RouteCall("things", options: CallOptions(headers: headers)))
    #expect(server.requests.last?.headers["Prefer"] == "a, d")
    #expect(server.requests.last?.headers["Cookie"] == "b=1; c=2")
  }

  @Test("So they are within a batch")
  func batch() async throws {
    let api = API(
      baseURL: "https://news.example.com", batch: .init(path: "batch", limit: 20), routes: [News.articles()])
    let client = try Client(store: try News.store(), api: api, transport: server)
    _ = await client.batch([RouteCall("articles", options: CallOptions(headers: twice))])
    guard case .bytes(let bytes)? = server.requests.first?.body else {
      Issue.record("no batch was sent")
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#""headers":{"prefer":"return=minimal, count=exact"}"#))
  }

  @Test("An answer to a call with one of the values less is another answer")
  func stored() async throws {
    server.stub("GET", "articles", json: "[]")
    let client = try News.client([News.articles { $0.maxAge = 3600 }], transport: server)
    for headers in [twice, twice, ["Prefer": "count=exact"]] {
      try await client.articles(options: CallOptions(headers: headers))
    }
    #expect(server.count() == 2)
  }
}
