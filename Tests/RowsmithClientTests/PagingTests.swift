import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Pages of an answer", .timeLimit(.minutes(30)))
struct PagingTests {
  let server = StubTransport()

  func client(_ pages: Paging, _ change: (inout Route) -> Void = { _ in }) throws -> Client {
    let route = News.articles {
      $0.pages = pages
      $0.query = [.init(name: "per_page", argument: "perPage", type: .integer)]
      change(&$0)
    }
    return try News.client([route], transport: server)
  }

  /// The paths and queries of the requests.
  var asked: [String] { server.requests.map { $0.url.replacing("https://news.example.com/v1/", with: "") } }

  @Test("By the header Link: the target of `next`, whatever else it names and however it is written")
  func link() async throws {
    server.stub(
      "GET", "articles", json: News.json([1]),
      headers: [
        "link":
          #"<https://news.example.com/v1/articles?page=9>; rel="last", </v1/articles?b=,;>; title="a, \"b"; rel="prev next""#
      ])
    server.stub("GET", "articles?b=,;", json: News.json([2]), headers: ["Link": "<?c>;REL=next"])
    server.stub("GET", "articles?c", json: News.json([3]), headers: ["Link": "<articles>; rel=first"])
    let answer = try await client(.link).articles()
    #expect(asked == ["articles", "articles?b=,;", "articles?c"])
    #expect(answer.pageCount == 3)
    #expect(answer.report.entities["Article"]?.inserted == 3)
  }

  @Test("A name and a password in the base URL go to its server, with each link, and not into the database")
  func credentials() async throws {
    func stub(_ path: String, _ id: Int, next: String?) {
      let headers: HTTPHeaders = next.map { ["Link": "<\($0)>; rel=next"] } ?? [:]
      server.stub("GET", path, json: News.json([id]), headers: headers)
    }
    stub("articles", 1, next: "https://news.example.com/v1/articles?b")
    stub("articles?b", 2, next: "?c")
    stub("articles?c", 3, next: "https://cdn.example.com/articles?d")
    stub("articles?d", 4, next: nil)
    let route = News.articles {
      $0.pages = .link
      $0.maxAge = 3600
    }
    let store = try News.store()
    for password in ["pass", "pass", "word"] {
      let client = try News.client([route], store: store, transport: server) {
        $0.baseURL = "https://ada:\(password)@news.example.com/v1"
      }
      try await client.articles()
    }
    var urls: [String] = []
    for password in ["pass", "word"] {
      urls += ["", "?b", "?c"].map { "https://ada:\(password)@news.example.com/v1/articles\($0)" }
      urls.append("https://cdn.example.com/articles?d")
    }
    #expect(server.requests.map(\.url) == urls)
    #expect(
      try store.lines("SELECT url, next FROM _rowsmith_answers ORDER BY url") == [
        "https://cdn.example.com/articles?d|NULL",
        "https://news.example.com/v1/articles|https://news.example.com/v1/articles?b",
        "https://news.example.com/v1/articles?b|https://news.example.com/v1/articles?c",
        "https://news.example.com/v1/articles?c|https://cdn.example.com/articles?d",
      ])
  }

  @Test("By number, until a page is empty")
  func number() async throws {
    for (page, ids) in [(2, [3, 4]), (3, [])] {
      server.stub("GET", "articles?page=\(page)", json: News.json(ids))
    }
    server.stub("GET", "articles?page=4", status: 500, json: "")
    server.stub("GET", "articles", json: News.json([1, 2]), times: 1)
    let client = try client(.page(parameter: "page", size: nil))
    try await client.articles()
    #expect(asked == ["articles", "articles?page=2", "articles?page=3"])
    #expect(try client.articleIDs == ["1", "2", "3", "4"])
  }

  @Test("By number from where the call begins, until there is no such page (404)")
  func notFound() async throws {
    server.stub("GET", "articles?page=3", json: News.json([5]))
    server.stub("GET", "articles?page=4", json: News.json([6]))
    let client = try client(.page(parameter: "page", size: nil))
    let answer = try await client.articles(query: ["page": .integer(3)])
    #expect(asked == ["articles?page=3", "articles?page=4", "articles?page=5"])
    #expect(answer.status == 200)
    #expect(try client.articleIDs == ["5", "6"])
  }

  @Test("Behind the greatest number there is no page", arguments: [true, false])
  func greatest(_ counts: Bool) async throws {
    server.stub("GET", "articles", json: News.json([1]))
    let pages: Paging = counts ? .page(parameter: "page", size: nil) : .offset(parameter: "page", size: nil)
    try await client(pages).articles(query: ["page": .integer(.max)])
    #expect(asked == ["articles?page=\(Int.max)"])
  }

  @Test("The first page that is not there is an error all the same")
  func firstNotFound() async throws {
    let error = try await client(.page(parameter: "page", size: nil)).failure()
    #expect(error?.status == 404)
  }

  @Test("By number, where the server gives its last page for every number behind it")
  func repeated() async throws {
    server.stub("GET", "articles", json: News.json([3]))
    server.stub("GET", "articles", json: News.json([1, 2]), times: 1)
    let client = try client(.page(parameter: "page", size: nil)) { $0.policy = .mergeAndPrune }
    let answer = try await client.articles()
    #expect(asked == ["articles", "articles?page=2", "articles?page=3"])
    #expect(answer.pageCount == 2)
    #expect(try await answer.records().map(\.id) == [1, 2, 3])
  }

  @Test(
    "A page that is shorter than the first one is the last; that fewer came than were asked for says nothing")
  func short() async throws {
    // The server gives at most two, though ten are asked for.
    for (page, ids) in [("", [1, 2]), ("&page=2", [3, 4]), ("&page=3", [5])] {
      server.stub("GET", "articles?per_page=10" + page, json: News.json(ids))
    }
    let client = try client(.page(parameter: "page", size: "per_page"))
    try await client.articles(query: ["per_page": .integer(10)])
    #expect(asked == ["articles?per_page=10", "articles?per_page=10&page=2", "articles?per_page=10&page=3"])
    #expect(try client.articleIDs == ["1", "2", "3", "4", "5"])
  }

  @Test("By how many records are in front, however many come")
  func offset() async throws {
    for (start, ids) in [("", [1, 2, 3]), ("?start=3", [4]), ("?start=4", [])] {
      server.stub("GET", "articles" + start, json: News.json(ids))
    }
    let client = try client(.offset(parameter: "start", size: "limit"))
    try await client.articles()
    #expect(asked == ["articles", "articles?start=3", "articles?start=4"])
    #expect(try client.articleIDs == ["1", "2", "3", "4"])
  }

  @Test("By a cursor in the body, until there is none", arguments: ["null", "\"\"", "false", "0", nil])
  func cursor(_ end: String?) async throws {
    let last = end.map { #","meta":{"next":\#($0)}"# } ?? ""
    server.stub(
      "GET", "articles?cursor=a%2Fb%3D%3D", json: #"{"data":\#(News.json([2])),"meta":{"next":17}}"#)
    server.stub("GET", "articles?cursor=17", json: #"{"data":[]\#(last)}"#)
    server.stub("GET", "articles", json: #"{"data":\#(News.json([1])),"meta":{"next":"a/b=="}}"#, times: 1)
    let client = try client(.cursor(place: ["meta", "next"], parameter: "cursor")) { $0.at = ["data"] }
    try await client.articles()
    #expect(asked == ["articles", "articles?cursor=a%2Fb%3D%3D", "articles?cursor=17"])
    #expect(try client.articleIDs == ["1", "2"])
  }

  @Test("By a whole URL in the body, or one relative to the page", arguments: ["null", "0", "\"0\""])
  func url(_ end: String) async throws {
    server.stub(
      "GET", "articles", json: #"{"data":\#(News.json([1])),"next":"https://news.example.com/v1/more?p=2"}"#)
    server.stub("GET", "more?p=2", json: #"{"data":\#(News.json([2])),"next":"?p=3"}"#)
    server.stub("GET", "more?p=3", json: #"{"data":\#(News.json([3])),"next":\#(end)}"#)
    let client = try client(.cursor(place: ["next"], parameter: nil)) { $0.at = ["data"] }
    try await client.articles()
    #expect(asked == ["articles", "more?p=2", "more?p=3"])
    #expect(try client.articleIDs == ["1", "2", "3"])
  }

  @Test("A cursor that is neither text nor number is an error")
  func wrongCursor() async throws {
    server.stub("GET", "articles", json: #"{"data":[],"next":{"x":"\u202e"}}"#)
    let client = try client(.cursor(place: ["next"], parameter: "c")) { $0.at = ["data"] }
    let error = await client.failure()
    let found = #"{"x":"\u202e"}"#
    #expect(error?.message == "expected a cursor or a URL where the next page is named, found \(found)")
  }

  @Test("By the last record's attribute, as the server spells it, until a page is empty")
  func after() async throws {
    let first =
      #"[{"id":1,"updated_at":"2024-01-01T00:00:00+02:00"},{"id":2,"updated_at":"2024-01-02T00:00:00+02:00"}]"#
    server.stub("GET", "articles", json: first)
    server.stub("GET", "articles?since=2024-01-02T00%3A00%3A00%2B02%3A00", json: "[]")
    let client = try client(.after(attribute: "updatedAt", parameter: "since"))
    try await client.articles()
    #expect(asked == ["articles", "articles?since=2024-01-02T00%3A00%3A00%2B02%3A00"])
  }

  @Test("A last record without that attribute is an error, and nothing is imported")
  func afterNothing() async throws {
    server.stub("GET", "articles", json: News.json([1]))
    let client = try client(.after(attribute: "updatedAt", parameter: "since"))
    let error = await client.failure()
    #expect(error?.message.hasPrefix("the last record of the page has no 'updatedAt'") == true)
    #expect(try client.articleIDs == [])
  }

  @Test("Pages that lead in a circle are an error, and nothing is imported")
  func circle() async throws {
    server.stub("GET", "articles", json: News.json([1]), headers: ["Link": "<?b>; rel=next"])
    server.stub("GET", "articles?b", json: News.json([2]), headers: ["Link": "<articles>; rel=next"])
    let client = try client(.link)
    let error = await client.failure()
    #expect(
      error?.message.contains("the pages form a cycle: 'https://news.example.com/v1/articles' came twice")
        == true)
    #expect(try client.articleIDs == [])
    var pages = client.pages(RouteCall("articles")).makeAsyncIterator()
    #expect(try await pages.next() != nil)
    #expect(try await pages.next() != nil)
    await #expect(throws: ClientError.self) { try await pages.next() }
  }

  @Test("A page on another host is brought without anything that was meant for the server")
  func otherHost() async throws {
    server.stub(
      "GET", "articles", json: News.json([1]), headers: ["Link": "<https://cdn.example.com/2>; rel=next"])
    server.stub("GET", "2", json: News.json([2]))
    let client = try News.client([News.articles { $0.pages = .link }], transport: server) {
      $0.authentication = BearerAuthentication(tokens: .init(access: "secret"))
      $0.headers = ["X-Key": "secret"]
    }
    try await client.articles(options: CallOptions(headers: ["X-Call": "secret"]))
    let last = try #require(server.requests.last)
    #expect(last.url == "https://cdn.example.com/2")
    #expect(last.headers.fields.map(\.name) == ["Accept"])
    #expect(server.requests.first?.headers["Authorization"] == "Bearer secret")
  }

  @Test(
    "Nobody is led from encryption to none",
    arguments: ["http://news.example.com/2", "file:///etc/passwd", "//"])
  func downgrade(_ target: String) async throws {
    server.stub("GET", "articles", json: News.json([1]), headers: ["Link": "<\(target)>; rel=next"])
    let client = try client(.link)
    #expect(await client.failure()?.reason == .answer)
    #expect(server.count() == 1)
    #expect(try client.articleIDs == [])
  }

  @Test(
    "Where the next page cannot be asked for, nothing is pruned",
    arguments: [Paging.link, .cursor(place: ["next"], parameter: nil)])
  func prunesNothing(_ paging: Paging) async throws {
    let next = "http://news.example.com/v1/articles?page=2"
    server.stub(
      "GET", "articles", json: #"{"articles":\#(News.json([1])),"next":"\#(next)"}"#,
      headers: ["Link": "<\(next)>; rel=next"])
    let route = News.articles { route in
      route.pages = paging
      route.policy = .mergeAndPrune
      route.at = ["articles"]
    }
    let client = try News.client([route], store: News.store([1, 2]), transport: server)
    #expect(await client.failure()?.message.contains("leads from https to http") == true)
    #expect(try client.articleIDs == ["1", "2"])
  }

  @Test("A page that fails leaves nothing of the others")
  func failing() async throws {
    server.stub("GET", "articles", json: News.json([1]), headers: ["Link": "<?b>; rel=next"])
    for answer in ["{", "<html>", #"[{"id":"x"}]"#, ""] {
      server.stub("GET", "articles?b", json: answer)
      let client = try client(.link)
      #expect(await client.failure() != nil)
      #expect(try client.articleIDs == [])
    }
  }

  @Test("Taken one by one, each page is imported by itself; one that failed can be asked for again")
  func oneByOne() async throws {
    server.stub("GET", "articles", json: News.json([1]), headers: ["Link": "<?b>; rel=next"])
    server.stub("GET", "articles?b", json: News.json([2]))
    server.stub("GET", "articles?b", status: 400, json: "", times: 1)
    let client = try client(.link) { $0.policy = .mergeAndPrune }
    var pages = client.pages(RouteCall("articles")).makeAsyncIterator()
    #expect(try await pages.next()?.records().map(\.id) == [1])
    await #expect(throws: ClientError.self) { try await pages.next() }
    #expect(try client.articleIDs == ["1"])
    #expect(try await pages.next()?.records().map(\.id) == [2])
    #expect(try await pages.next() == nil)
    #expect(try client.articleIDs == ["1", "2"])
  }

  @Test("Taken one by one, the pages end as they do otherwise")
  func oneByOneEnds() async throws {
    server.stub("GET", "articles", json: News.json([3]))
    server.stub("GET", "articles", json: News.json([1, 2]), times: 1)
    let client = try client(.page(parameter: "page", size: nil))
    var seen: [[Int]] = []
    for try await page in client.pages(RouteCall("articles")) {
      seen.append(try await page.records().map(\.id))
    }
    #expect(seen == [[1, 2], [3]])
  }

  @Test("No more pages are brought than the call wants")
  func pageLimit() async throws {
    server.stub("GET", "articles", json: News.json([1]), headers: ["Link": "<?b>; rel=next"])
    server.stub("GET", "articles?b", json: News.json([2]), headers: ["Link": "<?c>; rel=next"])
    let answer = try await client(.link).articles(options: CallOptions(pageLimit: 2))
    #expect(answer.pageCount == 2)
    #expect(server.count() == 2)
  }

  @Test("Some pages are no answer to a call that wants all of them")
  func somePages() async throws {
    server.stub(
      "GET", "articles", json: News.json([1]), headers: ["Link": "<?b>; rel=next", "ETag": "\"1\""])
    server.stub("GET", "articles?b", json: News.json([2]))
    let client = try client(.link) { $0.maxAge = 3600 }
    for try await _ in client.pages(RouteCall("articles")) { break }
    #expect(try await client.articles().outcome == .imported)
    #expect(try client.articleIDs == ["1", "2"])
    #expect(try await client.articles().outcome == .fromDatabase)
  }

  @Test("A list that was cut to some pages is whole again where all are unchanged")
  func cutList() async throws {
    func stub(_ path: String, _ ids: [Int], next: String?) {
      server.stub("GET", path) { request in
        var headers: HTTPHeaders = ["ETag": "\"\(ids)\""]
        if let next { headers["Link"] = "<\(next)>; rel=next" }
        return request.headers["If-None-Match"] == headers["ETag"]
          ? StubAnswer(status: 304, json: "", headers: headers)
          : StubAnswer(json: News.json(ids), headers: headers)
      }
    }
    stub("articles", [1, 2], next: "?b")
    stub("articles?b", [3], next: nil)
    let client = try client(.link) {
      $0.isCached = true
      $0.isList = true
    }
    let all = CallOptions(pageLimit: .max)
    try await client.articles(options: all)
    stub("articles", [2, 1], next: "?b")
    stub("articles?b", [3], next: nil)
    try await client.articles(options: CallOptions(pageLimit: 1))
    #expect(try await client.articles(options: all).records().map(\.id) == [2, 1, 3])
  }

  @Test("Pages that have not changed are part of the answer")
  func unchangedPages() async throws {
    server.stub("GET", "articles") { request in
      request.headers["If-None-Match"] == "\"1\""
        ? StubAnswer(status: 304, json: "", headers: ["Link": "<?b>; rel=next"])
        : StubAnswer(json: News.json([1, 2]), headers: ["ETag": "\"1\"", "Link": "<?b>; rel=next"])
    }
    server.stub("GET", "articles?b", json: News.json([3]))
    let client = try client(.link) { $0.isCached = true }
    try await client.articles()
    server.stub("GET", "articles?b", json: News.json([3, 4]))
    let answer = try await client.articles()
    #expect(answer.outcome == .imported && answer.pageCount == 2)
    #expect(Set(try await answer.records().map(\.id)) == [1, 2, 3, 4])
  }

  @Test("The link of a 304 is that of the page, also where a later 304 has none", arguments: [true, false])
  func relinked(_ isTagged: Bool) async throws {
    let client = try client(.link) { $0.isCached = true }
    let (link, tag): (HTTPHeaders, HTTPHeaders) = (["Link": "<?b>; rel=next"], ["ETag": "\"2\""])
    let first: HTTPHeaders = ["ETag": "\"1\"", "Link": "<?b>; rel=next"]
    server.stub("GET", "articles", status: 304, json: "")
    server.stub("GET", "articles", status: 304, json: "", headers: link, times: 1)
    server.stub("GET", "articles", json: News.json([1]), headers: tag, times: 1)
    server.stub("GET", "articles", json: News.json([1]), headers: first, times: 1)
    server.stub("GET", "articles?b") { request in
      request.headers["If-None-Match"] == nil
        ? StubAnswer(json: News.json([2]), headers: isTagged ? tag : [:]) : StubAnswer(status: 304, json: "")
    }
    for _ in 1...4 { try await client.articles() }
    let both = ["articles", "articles?b"]
    #expect(asked == both + ["articles"] + both + both)
  }

  @Test("A cursor may begin with a slash", arguments: ["/w3k9Qm+Zg==", "//8="])
  func slashedCursor(_ cursor: String) async throws {
    server.stub("GET", "articles", json: #"{"data":\#(News.json([2])),"next":null}"#)
    server.stub("GET", "articles", json: #"{"data":\#(News.json([1])),"next":"\#(cursor)"}"#, times: 1)
    let client = try client(.cursor(place: ["next"], parameter: "cursor")) { $0.at = ["data"] }
    try await client.articles()
    #expect(try client.articleIDs == ["1", "2"])
    #expect(server.requests.last?.url.contains("/v1/articles?cursor=%2F") == true)
  }

  @Test("Pages behind a byte order mark are pages")
  func byteOrderMark() async throws {
    server.stub("GET", "articles?page=2", json: "\u{FEFF}[]")
    server.stub("GET", "articles", json: "\u{FEFF}" + News.json([1]), times: 1)
    let client = try client(.page(parameter: "page", size: nil))
    #expect(try await client.articles().pageCount == 2)
    #expect(try client.articleIDs == ["1"])
  }
}
