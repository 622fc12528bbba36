import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithSchema
import RowsmithTesting
import Testing

@Suite("Rows that were made here and that answers would take away")
struct NewRowTests {
  private let server = StubTransport()

  private func client(_ comment: String, _ rule: String = "") throws -> Client {
    let source = """
      rowsmith: 1
      entities:
        Article:
          PrimaryKey: id
          attributes: { id: Int, title: String? }
          relationships: { comments: { to: [Comment]\(rule) } }
        Comment:
          PrimaryKey: id
          attributes: { id: Int, text: String? }
          relationships: { article: \(comment) }
      documents:
        front: { articles: "[Article]", comments: "[Comment]" }
      """
    let model = ModelCompiler.compile([ModelSource(path: "News.yml", text: source)], name: "News")
    let schema = try #require(model.schema)
    var (all, send) = (News.articles(), News.route("send", .post, "comments"))
    all.name = "all"
    send.sends = "Comment"
    let store = try Store(.memory, schema: schema)
    try store.importJSON(.string(#"[{"id":1},{"id":2}]"#), into: .entity("Article"))
    let list = News.articles { $0.policy = .mergeAndPrune }
    let client = try News.client(
      [all, list, send], store: store, transport: server)
    return client
  }

  @Test(
    "A row that was made here is never deleted and made again",
    arguments: ["Article?", "Article"],
    [
      ("all", "", #"[{"id":1,"comments":[]}]"#), ("articles", "", "[]"),
      ("articles", ", DeleteRule: Cascade", "[]"),
    ])
  func stays(_ type: String, _ answer: (route: String, rule: String, json: String)) async throws {
    let client = try client(type, answer.rule)
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Comment (id, text, article) VALUES (-3, 'c', 1)")
      try db.execute(sql: "CREATE TABLE gone (id)")
      try db.execute(
        sql: "CREATE TRIGGER seen AFTER DELETE ON Comment BEGIN INSERT INTO gone VALUES (old.id); END")
    }
    server.stub("GET", "articles", json: answer.json)
    try await client.articles(answer.route)
    #expect(try client.store.lines("SELECT id, text, article FROM Comment") == ["-3|c|1"])
    #expect(try client.store.lines("SELECT id FROM gone").isEmpty)
    #expect(try await client.queue.state(entity: "Comment", key: [.integer(-3)]).isNew)
  }
}
