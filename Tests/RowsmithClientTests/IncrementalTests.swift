import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithTesting
import Testing

@Suite("Routes that ask for news only")
struct IncrementalTests {
  let server = StubTransport()

  func client(overlap: Int = 0, _ change: (inout Route) -> Void = { _ in }) throws -> Client {
    let route = News.articles {
      $0.incremental = Incremental(parameter: "since", attribute: "updatedAt", overlap: overlap)
      $0.query = [.init(name: "topic", argument: "topic", type: .string, column: "topic")]
      change(&$0)
    }
    return try News.client([route], transport: server)
  }

  func stub(_ moments: [String], at path: String = "articles", from id: Int = 0, next: String? = nil) {
    let records = moments.enumerated().map { #"{"id":\#(id + $0.offset),"updated_at":"\#($0.element)"}"# }
    let headers: HTTPHeaders = next.map { ["Link": "<\($0)>; rel=next"] } ?? [:]
    server.stub("GET", path, json: "[\(records.joined(separator: ","))]", headers: headers)
  }

  /// The query of the last request, decoded as far as these tests need it.
  var since: String? {
    server.requests.last?.url.split(separator: "?").dropFirst().first.map {
      String($0).replacing("%3A", with: ":")
    }
  }

  @Test("What one account's calls have brought is not where another's begin")
  func headers() async throws {
    stub(["2024-01-02T00:00:00Z"])
    let client = try client()
    for (account, begins) in [("ada", false), ("bo", false), ("ada", true)] {
      try await client.articles(options: CallOptions(headers: ["X-Account": account]))
      #expect((since != nil) == begins)
    }
  }

  @Test("What came in one language is not where another begins")
  func languages() async throws {
    stub(["2024-01-02T00:00:00Z"])
    let client = try client()
    for (language, begins) in [
      ("en", false), ("en", true), ("de", false), ("de", true), ("en", false), ("en", true),
    ] {
      try await client.articles(options: CallOptions(headers: ["Accept-Language": language]))
      #expect((since != nil) == begins)
    }
  }

  @Test(
    "First pages in another language overwrite records, too, as do those without a value, or from one given",
    arguments: 0...2)
  func partsInLanguages(part: Int) async throws {
    stub(["2024-01-02T00:00:00Z"], next: part == 0 ? "?b" : nil)
    let client = try client {
      $0.pages = .link
      $0.query.append(.init(name: "since", argument: "since", type: .string))
    }
    stub(["2024-01-03T00:00:00Z"], at: "articles?b", from: 10)
    func options(_ language: String, _ limit: Int? = nil) -> CallOptions {
      CallOptions(headers: ["Accept-Language": language], pageLimit: limit)
    }
    try await client.articles(options: options("en"))
    switch part {
    case 0: try await client.articles(options: options("de", 1))
    case 1:
      server.stub("GET", "articles", json: News.json([7]))
      try await client.articles(options: options("de"))
    default:
      let query: [String: StoredValue?] = ["since": .text("2024-01-01T00:00:00Z")]
      try await client.articles(query: query, options: options("de"))
    }
    server.forgetRequests()
    try await client.articles(options: options("en"))
    #expect(!server.requests.isEmpty && server.requests.allSatisfy { !$0.url.contains("since") })
  }

  @Test("The first call asks for all, the next one from the highest value that came, whatever its place")
  func highest() async throws {
    stub(["2024-01-02T00:00:00Z", "2024-01-03T00:00:00.500Z", "2024-01-01T00:00:00Z"])
    let client = try client()
    try await client.articles()
    #expect(since == nil)
    try await client.articles()
    #expect(since == "since=2024-01-03T00:00:00.500Z")
  }

  @Test("Which covers, too, that dates are kept to the millisecond")
  func microseconds() async throws {
    stub(["2024-01-01T00:00:00.999999Z"])
    let client = try client(overlap: 1)
    try await client.articles()
    try await client.articles()
    #expect(since == "since=2024-01-01T00:00:00Z")
  }

  @Test("Less the overlap, as servers show late what they commit late")
  func overlap() async throws {
    stub(["2024-01-01T00:00:03Z"])
    let client = try client(overlap: 5)
    try await client.articles()
    try await client.articles()
    #expect(since == "since=2023-12-31T23:59:58Z")
  }

  @Test("An overlap longer than all time asks from the first date there is")
  func endlessOverlap() async throws {
    stub(["2024-01-01T00:00:03Z"])
    let client = try client(overlap: .max)
    try await client.articles()
    try await client.articles()
    #expect(since == "since=0001-01-01T00:00:00Z")
  }

  @Test("An answer with nothing newer, or nothing at all, changes nothing of it")
  func older() async throws {
    stub(["2024-01-02T00:00:00Z"])
    let client = try client()
    try await client.articles()
    stub(["2023-01-01T00:00:00Z"])
    try await client.articles()
    stub([])
    try await client.articles()
    try await client.articles()
    #expect(since == "since=2024-01-02T00:00:00Z")
  }

  @Test("An answer that cannot be imported changes nothing of it")
  func failing() async throws {
    stub(["2024-01-02T00:00:00Z"])
    let client = try client()
    try await client.articles()
    server.stub("GET", "articles", json: #"[{"id":1,"updated_at":"2025-01-01T00:00:00Z"},{"id":"x"}]"#)
    _ = await client.failure()
    _ = await client.failure()
    #expect(since == "since=2024-01-02T00:00:00Z")
  }

  @Test("It is kept behind the last page, of the highest value of all of them")
  func pages() async throws {
    stub(["2024-01-05T00:00:00Z"], next: "?b")
    stub(["2024-01-02T00:00:00Z"], at: "articles?b", from: 10)
    let client = try client { $0.pages = .link }
    try await client.articles(options: CallOptions(pageLimit: 1))
    try await client.articles()
    #expect(server.requests.map { $0.url.contains("since") } == [false, false, false])
    try await client.articles(options: CallOptions(pageLimit: 1))
    #expect(since == "since=2024-01-05T00:00:00Z")
  }

  @Test("It is kept, too, where the pages end with one that there is not")
  func endsWithNotFound() async throws {
    server.stub("GET", "articles?page=2", status: 404, json: "")
    stub(["2024-01-05T00:00:00Z"])
    server.stub("GET", "articles?page=2", status: 404, json: "")
    let client = try client { $0.pages = .page(parameter: "page", size: nil) }
    try await client.articles()
    try await client.articles(options: CallOptions(pageLimit: 1))
    #expect(since == "since=2024-01-05T00:00:00Z")
  }

  @Test("Each set of arguments has its own")
  func arguments() async throws {
    stub(["2024-01-02T00:00:00Z"])
    let client = try client()
    try await client.articles(query: ["topic": .text("a")])
    try await client.articles(query: ["topic": .text("b")])
    #expect(since == "topic=b")
    try await client.articles(query: ["topic": .text("a")])
    #expect(since == "topic=a&since=2024-01-02T00:00:00Z")
  }

  @Test("A caller who says from when on is heard, and what comes of it moves nothing")
  func ownMoment() async throws {
    stub(["2024-01-02T00:00:00Z"])
    let client = try client {
      $0.query.append(.init(name: "since", argument: "since", type: .string))
    }
    try await client.articles()
    stub(["2030-01-01T00:00:00Z"])
    try await client.articles(query: ["since": .text("2029-01-01T00:00:00Z")])
    #expect(since == "since=2029-01-01T00:00:00Z")
    try await client.articles()
    #expect(since == "since=2024-01-02T00:00:00Z")
  }

  @Test("Numbers count, too: less an overlap of their own unit")
  func numbers() async throws {
    server.stub("GET", "articles", json: News.json([40, 7]))
    let client = try client {
      $0.incremental = Incremental(parameter: "since", attribute: "id", overlap: 3)
    }
    try await client.articles()
    try await client.articles()
    #expect(since == "since=37")
  }

  @Test("After all data has been deleted all is asked for again")
  func deleteAll() async throws {
    stub(["2024-01-02T00:00:00Z"])
    let client = try client()
    try await client.articles()
    try await client.store.deleteAllData()
    try await client.articles()
    #expect(since == nil)
  }

  @Test("The database answers where it is asked to, whatever moment the answer began at")
  func fetchPolicies() async throws {
    stub(["2024-01-02T00:00:00Z"])
    let client = try client { $0.maxAge = 3600 }
    try await client.articles()
    #expect(try await client.articles().outcome == .fromDatabase)
    #expect(try await client.articles(options: .networkOnly).outcome == .imported)
    #expect(try await client.articles(options: .cacheOnly).records().map(\.id) == [0])
    #expect(server.count() == 2)
  }

  @Test("Decimals are compared by their value, and less the overlap, too")
  func decimals() async throws {
    let text = """
      rowsmith: 1
      entities: { Message: { PrimaryKey: id, attributes: { id: Int, ts: Decimal } } }
      """
    let schema = try #require(
      ModelCompiler.compile([ModelSource(path: "M.yml", text: text)], name: "M").schema)
    var route = News.route("messages", .get, "messages")
    route.returns = .records("Message")
    route.incremental = Incremental(parameter: "since", attribute: "ts", overlap: 1)
    let client = try News.client([route], store: Store(.memory, schema: schema), transport: server)
    for json in [#"[{"id":1,"ts":"9.5"},{"id":2,"ts":"10.25"}]"#, #"[{"id":3,"ts":"9.75"}]"#] {
      server.stub("GET", "messages", json: json)
      for _ in 0..<2 { let _: Answer<Void> = try await client.call(RouteCall("messages")) }
      #expect(since == "since=9.25")
    }
  }

  @Test("A list, and what no column tells, keep all of their records", arguments: [true, false])
  func ordered(isList: Bool) async throws {
    server.stub("GET", "articles") { request in
      StubAnswer(
        json: request.url.contains("since=")
          ? "[]"
          : #"[{"id":2,"updated_at":"2024-01-02T00:00:00Z"},{"id":1,"updated_at":"2024-01-01T00:00:00Z"}]"#)
    }
    let client = try client {
      $0.isList = isList
      $0.maxAge = 60
      $0.query.append(.init(name: "q", argument: "q", type: .string))
    }
    let query: [String: StoredValue?] = ["q": .text("x")]
    try await client.articles(query: query)
    try await client.articles(query: query, options: .networkOnly)
    #expect(try await client.articles(query: query, options: .cacheOnly).records().map(\.id) == [2, 1])
  }

  @Test("A page shorter than the first one is not the last: what is behind it would never come")
  func shortPage() async throws {
    stub(["2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z"], at: "articles?per_page=2")
    stub(["2024-01-05T00:00:00Z"], at: "articles?per_page=2&page=2", from: 2)
    stub(["2024-01-03T00:00:00Z", "2024-01-04T00:00:00Z"], at: "articles?per_page=2&page=3", from: 3)
    let client = try client { $0.pages = .page(parameter: "page", size: "per_page") }
    try await client.articles(query: ["per_page": .integer(2)])
    #expect(try client.articleIDs == ["0", "1", "2", "3", "4"])
  }

  @Test("A call that begins at a later page moves nothing for one that begins at the first")
  func laterPage() async throws {
    stub([])
    stub(["2024-01-03T00:00:00Z"], at: "articles?page=3")
    server.stub("GET", "articles?page=4", json: "[]")
    let client = try client { $0.pages = .page(parameter: "page", size: nil) }
    try await client.articles(query: ["page": .integer(3)])
    try await client.articles()
    #expect(since == nil)
  }
}
