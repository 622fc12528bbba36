import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("The records of an answer")
struct AnswerRecordsTests {
  let server = StubTransport()

  @Test("They are in the answer's order, new ones and old ones alike, as they are in the database now")
  func order() async throws {
    server.stub("GET", "articles", json: News.json([7, 3, 9, 1, 8]))
    let client = try News.client([News.articles()], store: News.store([3, 8, 20]), transport: server)
    let answer = try await client.articles()
    #expect(answer.recordCount == 5)
    #expect(try await answer.records().map(\.id) == [7, 3, 9, 1, 8])
    #expect(try await answer.record()?.id == 7)
    try await client.store.write { db in
      _ = try db.delete(entity: "Article", key: [.integer(9)])
      try db.upsert(Article(id: 3, title: "mine"))
    }
    #expect(try await answer.records().map(\.id) == [7, 3, 1, 8])
    #expect(try await answer.records()[1].title == "mine")
  }

  @Test("Those of all pages are one behind the other")
  func pages() async throws {
    server.stub("GET", "articles", json: News.json([5, 2]), headers: ["Link": "<?b>; rel=next"])
    server.stub("GET", "articles?b", json: News.json([4, 1]))
    let client = try News.client([News.articles { $0.pages = .link }], transport: server)
    #expect(try await client.articles().records().map(\.id) == [5, 2, 4, 1])
  }

  @Test("A record that the answer names twice is there twice")
  func twice() async throws {
    server.stub("GET", "articles", json: News.json([2, 1, 2]))
    let client = try News.client([News.articles()], transport: server)
    #expect(try await client.articles().records().map(\.id) == [2, 1, 2])
  }

  @Test("Of a relationship's value, they are the partners")
  func relationship() async throws {
    server.stub("GET", "articles/1/comments", json: #"[{"id":12},{"id":11}]"#)
    let route = News.articles {
      $0.path = PathTemplate("articles/:id/comments")
      $0.returns = .relationship(entity: "Article", name: "comments")
      $0.isCached = true
    }
    let client = try News.client([route], store: News.store([1]), transport: server)
    let call = RouteCall("articles", path: ["id": .integer(1)])
    let answer: Answer<Comment> = try await client.call(call)
    #expect(try await answer.records().map(\.id) == [12, 11])
    var again = call
    again.options = .cacheOnly
    let stored: Answer<Comment> = try await client.call(again)
    #expect(try await stored.records().map(\.id).sorted() == [11, 12])
    #expect(try client.store.lines("SELECT id, article FROM Comment ORDER BY id") == ["11|1", "12|1"])
  }

  @Test("A document has none at its root, and brings all it has")
  func document() async throws {
    server.stub("GET", "front", json: #"{"articles":[{"id":1}],"comments":[{"id":11,"article":1}]}"#)
    let route = News.articles {
      $0.path = PathTemplate("front")
      $0.returns = .document("front")
    }
    let client = try News.client([route], transport: server)
    let answer = try await client.plain(RouteCall("articles"))
    #expect(answer.report.entities["Comment"]?.inserted == 1)
    #expect(try client.articleIDs == ["1"])
  }

  @Test("A record of a relationship that there is no parent of cannot be imported")
  func noParent() async throws {
    server.stub("GET", "articles/9/comments", json: #"[{"id":12}]"#)
    let route = News.articles {
      $0.path = PathTemplate("articles/:id/comments")
      $0.returns = .relationship(entity: "Article", name: "comments")
    }
    let client = try News.client([route], transport: server)
    let error = await #expect(throws: ClientError.self) {
      let _: Answer<Comment> = try await client.call(RouteCall("articles", path: ["id": .integer(9)]))
    }
    #expect(error?.reason == .import)
    #expect(try client.store.lines("SELECT id FROM Comment") == [])
  }
}
