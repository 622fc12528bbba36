import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("The server is asked whether anything has changed")
struct CachingTests {
  let server = StubTransport()
  let clock = TestClock()

  func client(_ store: Store? = nil, _ change: (inout Route) -> Void = { $0.isCached = true }) throws
    -> Client
  {
    let query = QueryParameter(name: "q", argument: "q", type: .string)
    let route = News.articles {
      $0.query = [query]
      change(&$0)
    }
    return try News.client([route], store: store, transport: server) { clock.install(&$0) }
  }

  /// Answers with an article and an entity tag, and with 304 where that is asked for.
  func stubTagged(_ tag: String = "\"a\"", path: String = "articles") {
    server.stub("GET", path) { request in
      request.headers["If-None-Match"] == tag
        ? StubAnswer(status: 304, json: "", headers: ["ETag": tag])
        : StubAnswer(json: News.json([1]), headers: ["ETag": tag])
    }
  }

  @Test("With the entity tag of the answer before; 304 is success, says so, and has the records")
  func entityTag() async throws {
    stubTagged("W/\"a,b\"")
    let client = try client()
    #expect(try await client.articles().outcome == .imported)
    let second = try await client.articles()
    #expect(second.outcome == .notModified)
    #expect(second.status == 304)
    #expect(second.headers["ETag"] == "W/\"a,b\"")
    #expect(try await second.records().map(\.id) == [1])
    #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, "W/\"a,b\""])
  }

  @Test("A new answer's tag takes the place of the old one")
  func newTag() async throws {
    stubTagged()
    let client = try client()
    try await client.articles()
    server.stub("GET", "articles", json: News.json([1, 2]), headers: ["ETag": "\"b\""])
    #expect(try await client.articles().outcome == .imported)
    try await client.articles()
    #expect(server.requests.last?.headers["If-None-Match"] == "\"b\"")
  }

  @Test("An answer without a tag leaves none behind")
  func noTag() async throws {
    stubTagged()
    let client = try client()
    try await client.articles()
    server.stub("GET", "articles", json: News.json([1, 2]))
    try await client.articles()
    try await client.articles()
    #expect(server.requests.last?.headers["If-None-Match"] == nil)
  }

  @Test("Each URL has a tag of its own, its query included")
  func perURL() async throws {
    stubTagged("\"x\"", path: "articles?q=x")
    stubTagged("\"y\"", path: "articles?q=y")
    let client = try client()
    for query in ["x", "y", "x", "y"] { try await client.articles(query: ["q": .text(query)]) }
    #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, nil, "\"x\"", "\"y\""])
  }

  @Test(
    "Last-Modified is sent as it came, unless the answer is of the same second, in which more may change",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:36 GMT", true), ("Sun, 06 Nov 1994 08:49:37 GMT", false),
      ("Sun, 06 Nov 1994 08:49:39 GMT", false), ("yesterday", false),
    ])
  func lastModified(_ modified: String, _ isKept: Bool) async throws {
    server.stub(
      "GET", "articles", json: "[]",
      headers: ["Last-Modified": modified, "Date": "Sun, 06 Nov 1994 08:49:37 GMT"])
    let client = try client()
    try await client.articles()
    try await client.articles()
    #expect(server.requests.last?.headers["If-Modified-Since"] == (isKept ? modified : nil))
  }

  @Test("Without the server's own time Last-Modified is not used")
  func noDate() async throws {
    server.stub("GET", "articles", json: "[]", headers: ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"])
    let client = try client()
    try await client.articles()
    try await client.articles()
    #expect(server.requests.last?.headers["If-Modified-Since"] == nil)
  }

  @Test(
    "Where the server gives its last page for every number behind it, that is the last one also if it is unchanged"
  )
  func repeatedPage() async throws {
    for (path, ids) in [("", [1, 2]), ("?page=2", [3]), ("?page=3", [3]), ("?page=4", [3])] {
      server.stub("GET", "articles" + path) { request in
        let tag = "\"\(ids)\""
        return request.headers["If-None-Match"] == tag
          ? StubAnswer(status: 304, json: "", headers: ["ETag": tag])
          : StubAnswer(json: News.json(ids), headers: ["ETag": tag])
      }
    }
    let client = try await pagedClient(unchangedAfter: 3)
    #expect(try client.articleIDs == ["1", "2", "3"])
  }

  /// A client that has fetched all pages, and finds them unchanged twice after as many requests.
  private func pagedClient(unchangedAfter requests: Int) async throws -> Client {
    let client = try client {
      $0.isCached = true
      $0.pages = .page(parameter: "page", size: nil)
    }
    try await client.articles()
    for _ in 1...2 {
      let count = server.requests.count
      #expect(try await client.articles().outcome == .notModified)
      #expect(server.requests.count == count + requests)
    }
    return client
  }

  @Test("Likewise without a tag; a page of the same second as the one before is another one")
  func repeatedPageWithoutTag() async throws {
    let modified = "Sun, 06 Nov 1994 08:49:36 GMT"
    func stub(_ pages: [(path: String, ids: [Int])]) {
      for (path, ids) in pages {
        server.stub("GET", "articles" + path) { request in
          let headers: HTTPHeaders = ["Last-Modified": modified, "Date": "Mon, 07 Nov 1994 08:49:36 GMT"]
          return request.headers["If-Modified-Since"] == modified
            ? StubAnswer(status: 304, json: "", headers: headers)
            : StubAnswer(json: News.json(ids), headers: headers)
        }
      }
    }
    stub([("", [1, 2]), ("?page=2", [3]), ("?page=3", [3]), ("?page=4", [3])])
    let client = try await pagedClient(unchangedAfter: 4)
    stub([("?page=3", [4]), ("?page=4", [4])])
    #expect(try await client.articles().outcome == .imported)
    #expect(try client.articleIDs == ["1", "2", "3", "4"])
  }

  @Test("A route without `cache` asks for the whole answer each time")
  func withoutCache() async throws {
    stubTagged()
    let client = try client { _ in }
    for _ in 0..<2 { #expect(try await client.articles().outcome == .imported) }
    #expect(server.requests.last?.headers["If-None-Match"] == nil)
  }

  @Test(
    "Another route, and the same one in another version of the app, does not take this one's answer for its own"
  )
  func otherAsker() async throws {
    stubTagged()
    let store = try News.store()
    try await client(store).articles()
    for (name, place) in [("articles", ["data"]), ("other", [])] {
      server.forgetRequests()
      let route = News.articles {
        $0.name = name
        $0.at = place
        $0.isCached = true
      }
      let client = try News.client([route], store: store, transport: server)
      _ = try? await client.articles(name)
      #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil])
    }
  }

  @Test("An answer that cannot be imported leaves the tag of the one before, whose rows are there")
  func failing() async throws {
    stubTagged()
    let client = try client()
    try await client.articles()
    server.stub("GET", "articles", json: #"[{"id":"x"}]"#, headers: ["ETag": "\"b\""], times: 1)
    _ = await client.failure()
    #expect(try await client.articles().outcome == .notModified)
  }

  @Test("An answer that was read again for one record by the path has that record")
  func one() async throws {
    let route = News.articles {
      $0.path = PathTemplate("articles/:id")
      $0.returns = .record("Article")
      $0.isCached = true
    }
    server.stub("GET", "articles/2", json: #"{"id":2}"#, headers: ["ETag": "\"a\""], times: 1)
    server.stub("GET", "articles/2") { _ in StubAnswer(status: 304, json: "") }
    server.stub("GET", "articles/2", json: #"{"id":2}"#, headers: ["ETag": "\"a\""], times: 1)
    let client = try News.client([route], store: News.store([1, 3]), transport: server)
    _ = try await client.articles(path: ["id": .integer(2)])
    let answer = try await client.articles(path: ["id": .integer(2)])
    #expect(answer.outcome == .notModified)
    #expect(try await answer.record()?.id == 2)
  }

  @Test("An answer in another language is another answer")
  func languages() async throws {
    server.stub("GET", "articles") { request in
      let language = request.headers["Accept-Language"] ?? ""
      // The server compares times alone.
      if request.headers["If-Modified-Since"] != nil { return StubAnswer(status: 304, json: "") }
      return StubAnswer(
        json: #"[{"id":1,"title":"\#(language)"}]"#,
        headers: ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 09:49:37 GMT"])
    }
    let client = try client { $0.isCached = true }
    for language in ["de", "fr", "fr"] {
      try await client.articles(options: CallOptions(headers: ["Accept-Language": language]))
      #expect(try client.store.lines("SELECT title FROM Article") == [language])
    }
    #expect(server.requests.filter { $0.headers["If-Modified-Since"] != nil }.count == 1)
  }

  @Test("A header that says nothing of what is asked for leaves the answer the same")
  func passingHeaders() async throws {
    stubTagged()
    let client = try client()
    let calls: [HTTPHeaders] = [
      ["X-Request-ID": "1", "traceparent": "a"], ["x-request-id": "2", "Cache-Control": "no-cache"],
      ["X-B3-TraceId": "a", "sentry-trace": "b", "X-Amzn-Trace-Id": "c"], [:],
    ]
    var outcomes: [AnswerOutcome] = []
    for headers in calls {
      outcomes.append(try await client.articles(options: CallOptions(headers: headers)).outcome)
    }
    #expect(outcomes == [.imported, .notModified, .notModified, .notModified])
    server.stub("GET", "articles") { _ in throw TransportError(.offline, "no network") }
    let answer = try await client.articles(options: CallOptions(headers: ["X-Request-ID": "3"]))
    #expect(answer.outcome == .fromDatabase)
  }

  @Test("An answer to a call with other headers is another answer")
  func headers() async throws {
    server.stub("GET", "articles") { request in
      StubAnswer(json: #"[{"id":1,"title":"\#(request.headers["X-Account"] ?? "")"}]"#)
    }
    let client = try client { $0.maxAge = 3600 }
    for (name, account) in [
      ("X-Account", "ada"), ("x-account", "ada"), ("X-Account", "bo"), ("X-Account", "ada"),
    ] {
      try await client.articles(options: CallOptions(headers: [name: account, "User-Agent": name]))
      #expect(try client.store.lines("SELECT title FROM Article") == [account])
    }
    #expect(server.requests.map { $0.headers["X-Account"] } == ["ada", "bo", "ada"])
    #expect(
      try client.store.lines("SELECT count(*) FROM _rowsmith_answers WHERE asker LIKE '%ada%'") == ["0"]
    )
  }

  @Test("An answer that came with another header of the model is another answer")
  func modelHeaders() async throws {
    stubTagged()
    let store = try News.store()
    for account in ["ada", "ada", "bo"] {
      let api = API(
        baseURL: "https://news.example.com", headers: [.init("X-Account", account)],
        routes: [News.articles { $0.maxAge = 3600 }])
      try await Client(store: store, api: api, transport: server).articles()
    }
    #expect(server.requests.map { $0.headers["X-Account"] } == ["ada", "bo"])
  }
}
