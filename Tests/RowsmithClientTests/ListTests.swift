import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Lists in the server's order", .timeLimit(.minutes(30)))
struct ListTests {
  let server = StubTransport()

  func client(_ change: (inout Route) -> Void = { _ in }) throws -> Client {
    let route = News.articles {
      $0.isList = true
      $0.pages = .cursor(place: ["next"], parameter: "after")
      $0.at = ["articles"]
      $0.query = [.init(name: "topic", argument: "topic", type: .string, column: "topic")]
      change(&$0)
    }
    return try News.client([route], transport: server)
  }

  func list(_ client: Client, topic: String? = nil) -> ServerList<Article> {
    ServerList(client, RouteCall("articles", query: ["topic": topic.map { .text($0) }]))
  }

  func stub(_ ids: [Int], at path: String = "articles", next: String? = nil, headers: HTTPHeaders = [:]) {
    server.stub(
      "GET", path, json: #"{"articles":\#(News.json(ids)),"next":\#(next.map { "\"\($0)\"" } ?? "null")}"#,
      headers: headers)
  }

  @Test("The records are in the order in which they came, page behind page as they are asked for")
  func order() async throws {
    stub([5, 1, 9], next: "9")
    stub([2, 7], at: "articles?after=9", next: "7")
    stub([3], at: "articles?after=7")
    let list = list(try client())
    #expect(try await list.records() == [])
    #expect(try await list.loadNext() == nil)
    try await list.reload()
    #expect(try await list.records().map(\.id) == [5, 1, 9])
    #expect(server.count() == 1)
    var pages = 0
    while try await list.hasNext() {
      let answer = try await list.loadNext()
      #expect(answer?.outcome == .imported)
      pages += 1
    }
    #expect(pages == 2)
    #expect(try await list.records().map(\.id) == [5, 1, 9, 2, 7, 3])
    #expect(try await list.loadNext() == nil)
    #expect(server.count() == 3)
  }

  @Test("The records come with what they lead to, in the same order")
  func including() async throws {
    stub([5, 1, 9])
    let client = try client()
    let list = list(client)
    try await list.reload()
    try await client.store.importJSON(
      .string(#"[{"id": 2, "text": "first", "article": 9}, {"id": 1, "text": "second", "article": 9}]"#),
      into: .entity("Comment"))
    let graphs = try list.contents().including { $0.comments }
    let found = try await client.store.fetch(graphs)
    #expect(found.map(\.id) == [5, 1, 9])
    #expect(found.map { $0.related.map(\.id) } == [[], [], [1, 2]])
    #expect(try await client.store.fetch(graphs.first())?.id == 5)
    #expect(try graphs == list.contents().including { $0.comments })
    let others = ServerList<Article>(client, RouteCall("articles", query: ["topic": .text("x")]))
    #expect(try graphs != others.contents().including { $0.comments })
  }

  @Test("A reload begins anew; what was brought further on is asked for again")
  func reload() async throws {
    stub([1, 2], next: "2")
    stub([3, 4], at: "articles?after=2")
    let list = list(try client())
    try await list.reload()
    try await list.loadNext()
    stub([8, 1], next: "1")
    try await list.reload()
    #expect(try await list.records().map(\.id) == [8, 1])
    #expect(try await list.hasNext())
  }

  @Test("A reload that finds nothing changed (304) begins anew as well")
  func unchanged() async throws {
    stub([1, 2], next: "2", headers: ["ETag": "\"a\""])
    stub([3, 4], at: "articles?after=2")
    let list = list(try client { $0.isCached = true })
    try await list.reload()
    try await list.loadNext()
    #expect(try await list.hasNext() == false)
    server.stub("GET", "articles", status: 304, json: "")
    let answer = try await list.reload()
    #expect(answer.outcome == .notModified)
    #expect(try await answer.records().map(\.id) == [1, 2])
    #expect(try await list.records().map(\.id) == [1, 2])
    stub([4, 3], at: "articles?after=2")
    try await list.loadNext()
    #expect(try await list.records().map(\.id) == [1, 2, 4, 3])
  }

  @Test("A reload asks the server, however young the list is")
  func maximumAge() async throws {
    stub([1])
    let list = list(try client { $0.maxAge = 3600 })
    try await list.reload()
    stub([2])
    try await list.reload()
    #expect(try await list.records().map(\.id) == [2])
  }

  @Test("Each set of arguments is a list of its own")
  func arguments() async throws {
    stub([2, 1], at: "articles?topic=a")
    stub([1, 3], at: "articles?topic=b", next: "3")
    let client = try client()
    try await list(client, topic: "a").reload()
    try await list(client, topic: "b").reload()
    #expect(try await list(client, topic: "a").records().map(\.id) == [2, 1])
    #expect(try await list(client, topic: "b").records().map(\.id) == [1, 3])
    #expect(try await list(client).records() == [])
    #expect(try await list(client, topic: "a").hasNext() == false)
    #expect(try await list(client, topic: "b").hasNext())
  }

  @Test("A record that comes again on a later page keeps its first place")
  func moved() async throws {
    stub([1, 2], next: "2")
    stub([2, 3], at: "articles?after=2")
    let list = list(try client())
    try await list.reload()
    try await list.loadNext()
    #expect(try await list.records().map(\.id) == [1, 2, 3])
  }

  @Test("Deleted records are not in it, and come back in their place")
  func deleted() async throws {
    stub([1, 2, 3])
    let client = try client()
    let list = list(client)
    try await list.reload()
    try await client.store.write { db in _ = try db.delete(entity: "Article", key: [.integer(2)]) }
    #expect(try await list.records().map(\.id) == [1, 3])
    try await client.store.importJSON(.string(News.json([2])), into: .entity("Article"))
    #expect(try await list.records().map(\.id) == [1, 2, 3])
  }

  @Test("Observed, it is given anew with each page, reload, change and deletion")
  func observed() async throws {
    stub([2, 1], next: "1")
    stub([3], at: "articles?after=1")
    let client = try client()
    let list = list(client)
    let seen = client.store.observe(try list.contents()).makeAsyncIterator()
    #expect(try await seen.next()?.map(\.id) == [])
    try await list.reload()
    #expect(try await seen.next()?.map(\.id) == [2, 1])
    try await list.loadNext()
    #expect(try await seen.next()?.map(\.id) == [2, 1, 3])
    try await client.store.importJSON(.string(#"[{"id":1,"title":"new"}]"#), into: .entity("Article"))
    #expect(try await seen.next()?.map(\.title) == ["t2", "new", "t3"])
    try await client.store.write { db in _ = try db.delete(entity: "Article", key: [.integer(2)]) }
    #expect(try await seen.next()?.map(\.id) == [1, 3])
    // The same records in another order are another list.
    stub([3, 1])
    try await list.reload()
    #expect(try await seen.next()?.map(\.id) == [3, 1])
  }

  @Test("A next page that arrives when the list has begun anew is not put behind what it does not follow")
  func overtaken() async throws {
    stub([1, 2], next: "2")
    let asked = Gate()
    let free = Gate()
    server.stub("GET", "articles?after=2") { _ in
      asked.open()
      await free.wait()
      return StubAnswer(json: #"{"articles":\#(News.json([3])),"next":"3"}"#)
    }
    let client = try client()
    let list = list(client)
    try await list.reload()
    let next = Task { try await list.loadNext() }
    await asked.wait()
    stub([8, 9], next: "9")
    try await list.reload()
    free.open()
    _ = try await next.value
    #expect(try await list.records().map(\.id) == [8, 9])
    // The record itself has come.
    #expect(try client.articleIDs == ["1", "2", "3", "8", "9"])
  }

  @Test("Asked for twice at the same time, the next page is there once")
  func twice() async throws {
    stub([1], next: "1")
    stub([2, 3], at: "articles?after=1", next: "3")
    let list = list(try client())
    try await list.reload()
    async let one = list.loadNext()
    async let other = list.loadNext()
    _ = try await (one, other)
    let ids = try await list.records().map(\.id)
    #expect(ids == [1, 2, 3])
  }

  @Test("By number, a list ends with a page that is not there, and with one that came before")
  func numbers() async throws {
    for end in ["404", "again"] {
      let server = StubTransport()
      let route = News.articles {
        $0.isList = true
        $0.pages = .page(parameter: "page", size: nil)
      }
      if end == "again" { server.stub("GET", "articles", json: News.json([2])) }
      server.stub("GET", "articles?page=2", json: News.json([2]))
      server.stub("GET", "articles", json: News.json([1]), times: 1)
      let list = list(try News.client([route], transport: server))
      try await list.reload()
      var calls = 0
      while try await list.hasNext(), calls < 9 {
        try await list.loadNext()
        calls += 1
      }
      #expect(calls == 2)
      #expect(server.requests.map { $0.url.suffix(6) } == ["ticles", "page=2", "page=3"])
      #expect(try await list.records().map(\.id) == [1, 2])
    }
  }

  @Test("A page that fails leaves the list as it was, and can be asked for again")
  func failing() async throws {
    stub([1], next: "1")
    let list = list(try client())
    try await list.reload()
    server.stub("GET", "articles?after=1", status: 500, json: "", times: 4)
    await #expect(throws: ClientError.self) { try await list.loadNext() }
    #expect(try await list.records().map(\.id) == [1])
    stub([2], at: "articles?after=1")
    try await list.loadNext()
    #expect(try await list.records().map(\.id) == [1, 2])
  }

  @Test("A missing argument is told before anything is read")
  func misuse() async throws {
    let client = try client()
    let list = ServerList<Article>(client, RouteCall("articles", query: ["page": .integer(1)]))
    #expect(throws: ClientError.self) { try list.contents() }
  }

  @Test("A page of one list is not the beginning of another, also where nothing has changed (304)")
  func beginsAtPage() async throws {
    for (page, ids) in [("", [1, 2]), ("?page=2", [3, 4])] {
      server.stub("GET", "articles" + page) { request in
        let headers: HTTPHeaders = ["ETag": "\"\(ids)\""]
        return request.headers["If-None-Match"] == headers["ETag"]
          ? StubAnswer(status: 304, json: "", headers: headers)
          : StubAnswer(json: #"{"articles":\#(News.json(ids))}"#, headers: headers)
      }
    }
    let client = try client {
      $0.pages = .page(parameter: "page", size: nil)
      $0.isCached = true
    }
    let first = list(client)
    try await first.reload()
    try await first.loadNext()
    let second = ServerList<Article>(client, RouteCall("articles", query: ["page": .integer(2)]))
    try await second.reload()
    #expect(try await second.records().map(\.id) == [3, 4])
    #expect(try await first.records().map(\.id) == [1, 2, 3, 4])
  }

  @Test("Pages of another size are another list, also where nothing has changed (304)")
  func sizes() async throws {
    for size in [2, 6] {
      server.stub("GET", "articles?per_page=\(size)") { request in
        let headers: HTTPHeaders = ["ETag": "\"\(size)\""]
        return request.headers["If-None-Match"] == headers["ETag"]
          ? StubAnswer(status: 304, json: "", headers: headers)
          : StubAnswer(json: #"{"articles":\#(News.json(Array(1...size)))}"#, headers: headers)
      }
    }
    let client = try client {
      $0.pages = .page(parameter: "page", size: "per_page")
      $0.isCached = true
    }
    for size in [6, 2, 6] as [Int64] {
      let list = ServerList<Article>(client, RouteCall("articles", query: ["per_page": .integer(size)]))
      try await list.reload()
      #expect(try await list.records().map(\.id) == Array(1...Int(size)))
    }
  }
}
