import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Where the answer to a call comes from", .timeLimit(.minutes(30)))
struct FetchPolicyTests {
  let server = StubTransport()
  let clock = TestClock()

  func client(_ change: (inout Route) -> Void = { $0.isCached = true }) throws -> Client {
    let query = QueryParameter(name: "q", argument: "q", type: .string)
    server.stub("GET", "articles", json: News.json([1]))
    let route = News.articles {
      $0.query = [query]
      change(&$0)
    }
    return try News.client([route], transport: server) { clock.install(&$0) }
  }

  func disconnect() {
    server.stub("GET", "articles") { _ in throw TransportError(.offline, "no network") }
  }

  @Test("Within `maxAge` the database answers, behind it the server; 304 makes the answer new again")
  func maximumAge() async throws {
    let client = try client {
      $0.maxAge = 60
      $0.isCached = true
    }
    server.stub("GET", "articles", json: News.json([1]), headers: ["ETag": "\"a\""])
    try await client.articles()
    clock.advance(59)
    let young = try await client.articles()
    #expect(young.outcome == .fromDatabase)
    #expect(young.status == nil)
    #expect(try await young.records().map(\.id) == [1])
    clock.advance(1)
    server.stub("GET", "articles", status: 304, json: "")
    #expect(try await client.articles().outcome == .notModified)
    clock.advance(59)
    #expect(try await client.articles().outcome == .fromDatabase)
    #expect(server.count() == 2)
  }

  @Test("Where the clock was put back nothing is known of the age, and the server is asked")
  func clockPutBack() async throws {
    let client = try client { $0.maxAge = 60 }
    try await client.articles()
    clock.advance(-3600)
    #expect(try await client.articles().outcome == .imported)
  }

  @Test("Other arguments are another answer")
  func arguments() async throws {
    let client = try client { $0.maxAge = 60 }
    try await client.articles()
    #expect(try await client.articles(query: ["q": .text("x")]).outcome == .imported)
  }

  @Test("networkFirst falls back on the database without a connection, and in a network that wants a log-in")
  func networkFirst() async throws {
    let client = try client()
    disconnect()
    #expect(await client.failure()?.reason == .transport)
    server.stub("GET", "articles", json: News.json([1]), times: 1)
    try await client.articles()
    #expect(try await client.articles().outcome == .fromDatabase)
    server.stub("GET", "articles", json: "<html>", headers: ["Content-Type": "text/html"])
    let captive = try await client.articles()
    #expect(captive.outcome == .fromDatabase)
    #expect(try await captive.records().map(\.id) == [1])
    server.stub("GET", "articles", status: 511, json: "")
    #expect(try await client.articles().outcome == .fromDatabase)
    // What the server itself says is no reason.
    server.stub("GET", "articles", status: 403, json: "")
    #expect(await client.failure()?.status == 403)
  }

  @Test("networkOnly is an error without a connection, and what a route does by itself that has no cache")
  func networkOnly() async throws {
    let client = try client { _ in }
    try await client.articles()
    disconnect()
    #expect(await client.failure()?.isOffline == true)
    let cached = try self.client()
    try await cached.articles()
    disconnect()
    #expect(await cached.failure("articles", .networkOnly)?.isOffline == true)
  }

  @Test("cacheFirst asks once, however old the answer is")
  func cacheFirst() async throws {
    let client = try client { _ in }
    #expect(try await client.articles(options: .cacheFirst).outcome == .imported)
    clock.advance(1e9)
    let second = try await client.articles(options: .cacheFirst)
    #expect(second.outcome == .fromDatabase)
    #expect(try await second.records().map(\.id) == [1])
    #expect(server.count() == 1)
  }

  @Test("cacheOnly never asks")
  func cacheOnly() async throws {
    let client = try client()
    let error = await client.failure("articles", .cacheOnly)
    #expect(error?.reason == .notCached)
    #expect(server.count() == 0)
    try await client.articles()
    #expect(try await client.articles(options: .cacheOnly).records().map(\.id) == [1])
    #expect(server.count() == 1)
  }

  @Test("cacheAndNetwork answers at once, and observers see what the server says behind it")
  func cacheAndNetwork() async throws {
    let client = try client()
    let first = try await client.articles(options: .cacheAndNetwork)
    #expect(first.outcome == .imported)
    let asked = Gate()
    let free = Gate()
    server.stub("GET", "articles") { _ in
      asked.open()
      await free.wait()
      return StubAnswer(json: News.json([1, 2]))
    }
    let answer = try await client.articles(options: .cacheAndNetwork)
    #expect(answer.outcome == .fromDatabase)
    #expect(try await answer.records().map(\.id) == [1])
    await asked.wait()
    var seen: [[Int]] = []
    for try await articles in client.store.observe(Article.all) {
      seen.append(articles.map(\.id))
      free.open()
      if articles.count == 2 { break }
    }
    #expect(seen == [[1], [1, 2]])
  }

  @Test(
    "Of what no column tells, the answer itself is read again, in its order: a search, or a record without its key"
  )
  func withoutScope() async throws {
    let client = try client()
    server.stub("GET", "articles?q=x", json: News.json([9, 2, 5]))
    try await client.articles()
    try await client.articles(query: ["q": .text("x")])
    disconnect()
    let found = try await client.articles(query: ["q": .text("x")])
    #expect(found.outcome == .fromDatabase)
    #expect(try await found.records().map(\.id) == [9, 2, 5])
    #expect(try await client.articles().records().map(\.id) == [1, 2, 5, 9])

    server.stub("GET", "newest", json: News.json([5]), times: 1)
    let newest = News.articles {
      $0.path = PathTemplate("newest")
      $0.returns = .record("Article")
    }
    let other = try News.client([newest], store: client.store, transport: server)
    try await other.articles(options: .cacheFirst)
    let again = try await other.articles(options: .cacheFirst)
    #expect(again.outcome == .fromDatabase)
    #expect(try await again.record()?.id == 5)
  }

  @Test(
    "Of some of the pages, their records are read again, in their order", arguments: [nil, 3] as [Int64?])
  func somePages(_ first: Int64?) async throws {
    let client = try client {
      $0.isCached = true
      $0.pages = .page(parameter: "page", size: nil)
    }
    try await client.store.importJSON(.string(News.json([5])), into: .entity("Article"))
    let path = first.map { "articles?page=\($0)" } ?? "articles"
    server.stub("GET", path) { request in
      request.headers["If-None-Match"] == "\"a\""
        ? StubAnswer(status: 304, json: "")
        : StubAnswer(json: News.json([9, 2]), headers: ["ETag": "\"a\""])
    }
    let query: [String: StoredValue?] = ["page": first.map { .integer($0) }]
    let options = CallOptions(pageLimit: 1)
    try await client.articles(query: query, options: options)
    let unchanged = try await client.articles(query: query, options: options)
    #expect(unchanged.outcome == .notModified)
    #expect(try await unchanged.records().map(\.id) == [9, 2])
    server.stub("GET", path) { _ in throw TransportError(.offline, "no network") }
    let known = try await client.articles(query: query, options: options)
    #expect(known.outcome == .fromDatabase)
    #expect(try await known.records().map(\.id) == [9, 2])
  }

  @Test("Pages taken one by one do not add to what a call for the first of them has")
  func pagesOneByOne() async throws {
    let client = try client {
      $0.isCached = true
      $0.pages = .page(parameter: "page", size: nil)
    }
    for (page, ids) in [("", [9, 2]), ("?page=2", [5]), ("?page=3", [])] {
      server.stub("GET", "articles" + page, json: News.json(ids))
    }
    for try await _ in AnswerPages<Article>(client, RouteCall("articles")) {}
    let first = try await client.articles(options: CallOptions(fetching: .cacheOnly, pageLimit: 1))
    #expect(try await first.records().map(\.id) == [9, 2])
  }

  @Test("Pages of an incremental route taken one by one are all that a call for all of them has")
  func incrementalPagesOneByOne() async throws {
    let client = try client {
      $0.isCached = true
      $0.pages = .page(parameter: "page", size: nil)
      $0.incremental = Incremental(parameter: "since", attribute: "updatedAt")
    }
    for (page, ids) in [("", [9, 2]), ("&page=2", [5]), ("&page=3", [])] {
      server.stub("GET", "articles?q=x" + page, json: News.json(ids))
    }
    let query: [String: StoredValue?] = ["q": .text("x")]
    try await client.articles(query: query)
    for try await _ in AnswerPages<Article>(client, RouteCall("articles", query: query)) {}
    let all = try await client.articles(query: query, options: .cacheOnly)
    #expect(try await all.records().map(\.id) == [9, 2, 5])
  }

  @Test("Of what columns tell, the rows are read that have their values")
  func withScope() async throws {
    let route = News.articles {
      $0.query = [.init(name: "topic", argument: "topic", type: .string, column: "topic")]
      $0.isCached = true
    }
    server.stub("GET", "articles", json: #"[{"id":1,"topic":"a"}]"#)
    let client = try News.client([route], transport: server)
    try await client.store.importJSON(
      .string(#"[{"id":2,"topic":"b"},{"id":3,"topic":"a"}]"#), into: .entity("Article"))
    try await client.articles(query: ["topic": .text("a")])
    let answer = try await client.articles(query: ["topic": .text("a")], options: .cacheOnly)
    #expect(try await answer.records().map(\.id) == [1, 3])
    #expect(answer.recordCount == nil)
  }
}
