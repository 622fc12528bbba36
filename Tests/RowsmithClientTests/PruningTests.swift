import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithTesting
import Testing

@Suite("Rows that an answer does not name go only where it names all that was asked for")
struct PruningTests {
  let server = StubTransport()

  /// Six articles, two of each topic and two of none, with comments on the first two.
  func client(_ change: (inout Route) -> Void = { _ in }) throws -> Client {
    let store = try News.store()
    try store.importJSON(
      .string(
        """
        [{"id":1,"topic":"a","comments":[{"id":11},{"id":12}]},{"id":2,"topic":"a","comments":[{"id":21}]},
        {"id":3,"topic":"b"},{"id":4,"topic":"b"},{"id":5},{"id":6}]
        """), into: .entity("Article"))
    let route = News.articles {
      $0.policy = .mergeAndPrune
      $0.query = [
        .init(name: "topic", argument: "topic", type: .string, column: "topic"),
        .init(name: "q", argument: "q", type: .string),
      ]
      change(&$0)
    }
    return try News.client([route], store: store, transport: server)
  }

  @Test("Of all records, all others")
  func all() async throws {
    server.stub("GET", "articles", json: News.json([1, 7]))
    let client = try client()
    let answer = try await client.articles()
    #expect(try client.articleIDs == ["1", "7"])
    #expect(answer.report.entities["Article"]?.deleted == 5)
  }

  @Test("By a parameter that is an attribute, those that have its value; a row that moved elsewhere stays")
  func parameter() async throws {
    server.stub("GET", "articles", json: #"[{"id":1,"topic":"a"},{"id":3,"topic":"c"}]"#)
    let client = try client()
    try await client.articles(query: ["topic": .text("a")])
    #expect(try client.articleIDs == ["1", "3", "4", "5", "6"])
  }

  @Test("By a decimal, those that have its value, however it is spelled", arguments: ["1.5", "1.50"])
  func decimal(asked: String) async throws {
    let text = """
      rowsmith: 1
      entities: { Offer: { PrimaryKey: id, attributes: { id: Int, price: Decimal? } } }
      """
    let schema = try #require(
      ModelCompiler.compile([ModelSource(path: "O.yml", text: text)], name: "O").schema)
    let store = try Store(.memory, schema: schema)
    try await store.importJSON(
      .string(#"[{"id":1,"price":"1.5"},{"id":2,"price":"1.50"},{"id":3,"price":"1.51"},{"id":4}]"#),
      into: .entity("Offer"))
    var route = News.route("offers", .get, "offers")
    route.returns = .records("Offer")
    route.policy = .mergeAndPrune
    route.query = [.init(name: "price", argument: "price", type: .string, column: "price")]
    server.stub("GET", "offers", json: "[]")
    let client = try News.client([route], store: store, transport: server)
    let _: Answer<Void> = try await client.call(RouteCall("offers", query: ["price": .text(asked)]))
    #expect(try store.lines("SELECT id FROM Offer ORDER BY id") == ["3", "4"])
  }

  @Test("An empty list takes all that was asked for, and no more")
  func empty() async throws {
    server.stub("GET", "articles", json: "[]")
    let client = try client()
    try await client.articles(query: ["topic": .text("b")])
    #expect(try client.articleIDs == ["1", "2", "5", "6"])
  }

  @Test(
    "Of an answer that says to be a part (206), none; of the pages of a whole, all others",
    arguments: [true, false])
  func part(_ isWhole: Bool) async throws {
    server.stub("GET", "articles", status: 206, json: News.json([1, 7]))
    let client = try client { if isWhole { $0.pages = .link } }
    try await client.articles()
    #expect(try client.articleIDs == (isWhole ? ["1", "7"] : ["1", "2", "3", "4", "5", "6", "7"]))
  }

  @Test("By a placeholder that is a foreign key, those that refer to it")
  func placeholder() async throws {
    server.stub("GET", "articles/1/comments", json: #"[{"id":11,"article":1}]"#)
    let client = try client {
      $0.path = PathTemplate("articles/:article.id/comments")
      $0.returns = .records("Comment")
      $0.query = []
    }
    let _: Answer<Comment> = try await client.call(RouteCall("articles", path: ["article.id": .integer(1)]))
    #expect(try client.store.lines("SELECT id FROM Comment ORDER BY id") == ["11", "21"])
  }

  @Test("By a parameter that no column tells of, none; neither by one beside it that a column tells of")
  func unknown() async throws {
    server.stub("GET", "articles", json: "[]")
    let client = try client()
    try await client.articles(query: ["q": .text("x")])
    try await client.articles(query: ["q": .text("x"), "topic": .text("a")])
    #expect(try client.articleIDs.count == 6)
  }

  @Test("By a placeholder that no column tells of, none")
  func unknownPlaceholder() async throws {
    server.stub("GET", "users/9/articles", json: "[]")
    let client = try client { $0.path = PathTemplate("users/:user/articles") }
    try await client.articles(path: ["user": .integer(9)])
    #expect(try client.articleIDs.count == 6)
  }

  @Test("Only behind the last page, and never where the call wants some pages only")
  func pages() async throws {
    server.stub("GET", "articles", json: News.json([1]), headers: ["Link": "<?b>; rel=next"])
    server.stub("GET", "articles?b", json: News.json([2]))
    let client = try client { $0.pages = .link }
    try await client.articles(options: CallOptions(pageLimit: 1))
    try await client.articles(options: CallOptions(pageLimit: 7))
    for try await _ in client.pages(RouteCall("articles")) {}
    #expect(try client.articleIDs.count == 6)
    try await client.articles()
    #expect(try client.articleIDs == ["1", "2"])
  }

  @Test("Never where a later page fails")
  func failure() async throws {
    server.stub("GET", "articles", json: News.json([1]), headers: ["Link": "<?b>; rel=next"])
    server.stub("GET", "articles?b", status: 500, json: "")
    let client = try client { $0.pages = .link }
    _ = await client.failure()
    #expect(try client.articleIDs.count == 6)
  }

  @Test("Never by a list, which brings one page after the other, nor by its next page")
  func list() async throws {
    server.stub("GET", "articles", json: News.json([1]), headers: ["Link": "<?b>; rel=next"])
    server.stub("GET", "articles?b", json: News.json([2]))
    let client = try client {
      $0.pages = .link
      $0.isList = true
    }
    let list = ServerList<Article>(client, RouteCall("articles"))
    try await list.reload()
    try await list.loadNext()
    #expect(try client.articleIDs.count == 6)
  }

  @Test("Never by what asks for news only")
  func incremental() async throws {
    server.stub("GET", "articles", json: News.json([1]))
    let client = try client { $0.incremental = Incremental(parameter: "since", attribute: "updatedAt") }
    try await client.articles()
    #expect(try client.articleIDs.count == 6)
  }

  @Test("Parameters that steer pages say nothing of what is asked for")
  func pagingParameters() async throws {
    server.stub("GET", "articles?per_page=9&page=2", json: "[]")
    server.stub("GET", "articles?per_page=9", json: News.json([1]))
    let client = try client { $0.pages = .page(parameter: "page", size: "per_page") }
    try await client.articles(query: ["per_page": .integer(9)])
    #expect(try client.articleIDs == ["1"])
  }

  @Test("A page that is shorter than the first one is not the last: what is behind it stays")
  func shortPage() async throws {
    for (page, ids) in [("", [1, 2]), ("&page=2", [3]), ("&page=3", [5, 6])] {
      server.stub("GET", "articles?per_page=2" + page, json: News.json(ids))
    }
    let client = try client { $0.pages = .page(parameter: "page", size: "per_page") }
    try await client.articles(query: ["per_page": .integer(2)])
    #expect(try client.articleIDs == ["1", "2", "3", "5", "6"])
  }

  @Test("Where a server refuses the page behind a short one, that was the last", arguments: [400, 422])
  func refusedPage(status: Int) async throws {
    for (page, ids) in [("", [1, 2]), ("&page=2", [3])] {
      server.stub("GET", "articles?per_page=2" + page) { request in
        let headers: HTTPHeaders = ["ETag": "\"\(ids)\""]
        return request.headers["If-None-Match"] == headers["ETag"]
          ? StubAnswer(status: 304, json: "", headers: headers)
          : StubAnswer(json: News.json(ids), headers: headers)
      }
    }
    server.stub("GET", "articles?per_page=2&page=3", status: status, json: #"{"code":"no_such_page"}"#)
    let client = try client {
      $0.pages = .page(parameter: "page", size: "per_page")
      $0.isCached = true
    }
    for outcome in [AnswerOutcome.imported, .notModified] {
      #expect(try await client.articles(query: ["per_page": .integer(2)]).outcome == outcome)
      #expect(try client.articleIDs == ["1", "2", "3"])
    }
  }

  @Test("Where a server refuses the second page, a first one shorter than asked for was the last")
  func refusedSecondPage() async throws {
    server.stub("GET", "articles?per_page=5", json: News.json([1, 2]))
    server.stub("GET", "articles?per_page=5&page=2", status: 400, json: "")
    let client = try client { $0.pages = .page(parameter: "page", size: "per_page") }
    try await client.articles(query: ["per_page": .integer(5)])
    #expect(try client.articleIDs == ["1", "2"])
  }

  @Test("A refused page behind one that is as long as the first is an error: there may be more")
  func refusedMiddle() async throws {
    server.stub("GET", "articles?per_page=2", json: News.json([1, 2]))
    server.stub("GET", "articles?per_page=2&page=2", status: 400, json: "")
    let client = try client { $0.pages = .page(parameter: "page", size: "per_page") }
    let error = await #expect(throws: ClientError.self) {
      try await client.articles(query: ["per_page": .integer(2)])
    }
    #expect(error?.status == 400)
    #expect(try client.articleIDs == ["1", "2", "3", "4", "5", "6"])
  }

  @Test("Never where the call itself begins behind the first page")
  func laterPage() async throws {
    server.stub("GET", "articles?page=2", json: News.json([1]))
    server.stub("GET", "articles?page=3", json: "[]")
    let client = try client { $0.pages = .page(parameter: "page", size: nil) }
    try await client.articles(query: ["page": .integer(2)])
    #expect(try client.articleIDs.count == 6)
  }

  @Test("Pages that have not changed are brought again where others have: their rows stay")
  func mixed() async throws {
    func stub(_ path: String, _ ids: [Int], _ tag: String, next: String?) {
      server.stub("GET", path) { request in
        var headers: HTTPHeaders = ["ETag": tag]
        if let next { headers["Link"] = "<\(next)>; rel=next" }
        return request.headers["If-None-Match"] == tag
          ? StubAnswer(status: 304, json: "", headers: headers)
          : StubAnswer(json: News.json(ids), headers: headers)
      }
    }
    stub("articles", [1, 2], "\"1\"", next: "?b")
    stub("articles?b", [3, 4], "\"2\"", next: nil)
    let client = try client {
      $0.pages = .link
      $0.isCached = true
    }
    try await client.articles()
    #expect(try client.articleIDs == ["1", "2", "3", "4"])
    stub("articles?b", [4], "\"3\"", next: nil)
    let answer = try await client.articles()
    #expect(answer.outcome == .imported)
    #expect(try client.articleIDs == ["1", "2", "4"])
    #expect(try await client.articles().outcome == .notModified)
  }

  @Test("A page that came by itself is brought again with all pages: what is gone from it goes")
  func pageByItself() async throws {
    func stub(_ path: String, _ ids: [Int]) {
      server.stub("GET", path) { request in
        let headers: HTTPHeaders = ["ETag": "\"\(ids)\""]
        return request.headers["If-None-Match"] == headers["ETag"]
          ? StubAnswer(status: 304, json: "", headers: headers)
          : StubAnswer(json: News.json(ids), headers: headers)
      }
    }
    stub("articles", [1, 2])
    stub("articles?page=2", [3, 4])
    stub("articles?page=3", [])
    let client = try client {
      $0.pages = .page(parameter: "page", size: nil)
      $0.isCached = true
    }
    try await client.articles()
    stub("articles?page=2", [3])
    try await client.articles(query: ["page": .integer(2)])
    #expect(try client.articleIDs == ["1", "2", "3", "4"])
    #expect(try await client.articles().outcome == .imported)
    #expect(try client.articleIDs == ["1", "2", "3"])
    #expect(try await client.articles().outcome == .notModified)
  }

  @Test("A relationship's own policy takes no more than what was asked for, either")
  func relationship() async throws {
    server.stub("GET", "articles/1/comments", json: #"[{"id":12}]"#, headers: ["Link": "<?b>; rel=next"])
    server.stub("GET", "articles/1/comments?b", json: #"[{"id":13}]"#)
    let client = try client {
      $0.path = PathTemplate("articles/:id/comments")
      $0.returns = .relationship(entity: "Article", name: "comments")
      $0.policy = nil
      $0.pages = .link
    }
    var comments: [String] {
      get throws { try client.store.lines("SELECT id FROM Comment WHERE article = 1 ORDER BY id") }
    }
    let call = RouteCall("articles", path: ["id": .integer(1)])
    for options in [CallOptions(pageLimit: 1), CallOptions(pageLimit: 2)] {
      var call = call
      call.options = options
      let _: Answer<Comment> = try await client.call(call)
    }
    for try await _ in AnswerPages<Comment>(client, call) {}
    var search = call
    search.query = ["q": .text("x")]
    let _: Answer<Comment> = try await client.call(search)
    #expect(try comments == ["11", "12", "13"])
    let _: Answer<Comment> = try await client.call(call)
    #expect(try comments == ["12", "13"])
  }

  @Test(
    "Where the last page is gone and those before are unchanged, its rows go",
    arguments: [Paging.link, .page(parameter: "page", size: nil)])
  func lastPageGone(_ paging: Paging) async throws {
    func stub(_ path: String, _ ids: [Int], isFollowed: Bool) {
      server.stub("GET", path) { request in
        var headers: HTTPHeaders = ["ETag": "\"\(ids)\""]
        if request.headers["If-None-Match"] == headers["ETag"] {
          return StubAnswer(status: 304, json: "", headers: headers)
        }
        if isFollowed { headers["Link"] = "<?page=2>; rel=next" }
        return StubAnswer(json: News.json(ids), headers: headers)
      }
    }
    stub("articles", [1, 2], isFollowed: true)
    stub("articles?page=2", [3], isFollowed: false)
    server.stub("GET", "articles?page=3", status: 404, json: "")
    let client = try client {
      $0.pages = paging
      $0.isCached = true
    }
    try await client.articles()
    #expect(try client.articleIDs == ["1", "2", "3"])
    stub("articles", [1, 2], isFollowed: false)
    server.stub("GET", "articles?page=2", status: 404, json: "")
    #expect(try await client.articles().outcome == .imported)
    #expect(try client.articleIDs == ["1", "2"])
    #expect(try await client.articles().outcome == .notModified)
  }

  @Test("An argument of the path that has only the name of an attribute says nothing of the rows")
  func foreignArgument() async throws {
    server.stub("GET", "shops/5/articles", json: News.json([1]))
    let client = try client {
      $0.path = PathTemplate("shops/:id/articles")
      $0.parameters = [.init(name: "id", argument: "id", type: .string, isFromRecord: false)]
    }
    let before = try client.articleIDs
    try await client.articles(path: ["id": .text("5")])
    #expect(try client.articleIDs == Set(before + ["1"]).sorted())
    var call = RouteCall("articles")
    try client.setArgument("id", toText: "abc", of: &call)
    #expect(call.path["id"] == .text("abc"))
  }

  @Test("The key in front of a list is that of another record, which stays")
  func related() async throws {
    server.stub("GET", "articles/5/related", json: News.json([1, 2]))
    let client = try client {
      $0.path = PathTemplate("articles/:id/related")
      $0.isCached = true
    }
    let before = try client.articleIDs
    try await client.articles(path: ["id": .integer(5)])
    #expect(try client.articleIDs == before)
    let known = try await client.articles(path: ["id": .integer(5)], options: .cacheOnly)
    #expect(try await known.records().map(\.id) == [1, 2])
  }

  @Test(
    "So is a key of several parts, and a value that only one record has",
    arguments: [
      ("repos/:owner/:name/forks", ["owner": "a", "name": "r"], 2),
      ("repos/:address/forks", ["address": "u"], 2),
      ("repos/:owner/all", ["owner": "a"], 1), ("repos/:owner/:name", ["owner": "a", "name": "r"], 1),
    ])
  func relatedByParts(_ path: String, _ values: [String: String], count: Int) async throws {
    let text = """
      rowsmith: 1
      entities:
        Repo:
          PrimaryKey: [owner, name]
          attributes: { owner: String, name: String, address: { type: String?, unique: true } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Repos.yml", text: text)], name: "Repos")
    let store = try Store(.memory, schema: try #require(model.schema))
    try await store.importJSON(.string(#"[{"owner":"a","name":"r","address":"u"}]"#), into: .entity("Repo"))
    var route = News.route("repos", .get, path)
    (route.returns, route.policy) = (.records("Repo"), .mergeAndPrune)
    let client = try News.client([route], store: store, transport: server)
    let sent = path.replacing(":owner", with: "a").replacing(":name", with: "r").replacing(
      ":address", with: "u")
    server.stub("GET", sent, json: #"[{"owner":"b","name":"r"}]"#)
    try await client.plain(RouteCall("repos", path: values.mapValues(StoredValue.text)))
    #expect(try store.lines("SELECT owner FROM Repo").count == count)
  }
}
