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

  private static let both = """
    rowsmith: 1
    entities:
      Article:
        PrimaryKey: id
        attributes: { id: Int }
        relationships: { comments: { to: [Comment], inverse: articles, MergePolicy: Replace } }
      Comment:
        PrimaryKey: id
        attributes: { id: Int, text: String? }
        relationships: { articles: { to: [Article], inverse: comments, MergePolicy: Merge } }
    """

  /// Where the comments 7 and 8 are with the article 1.
  private func client(sending entity: String) throws -> Client {
    let model = ModelCompiler.compile([ModelSource(path: "News.yml", text: Self.both)], name: "News")
    let store = try Store(.memory, schema: try #require(model.schema))
    try store.importJSON(
      .string(#"[{"id":1,"comments":[{"id":7},{"id":8}]},{"id":2}]"#), into: .entity("Article"))
    var (all, send) = (News.articles(), News.route("send", .post, "send"))
    all.name = "all"
    send.sends = entity
    return try News.client([all, send], store: store, transport: server)
  }

  private static let links = "SELECT source, target FROM Article_comments ORDER BY source, target"

  @Test("A record that was made here stays in the many-to-many list that an answer gives anew")
  func staysLinked() async throws {
    let client = try client(sending: "Comment")
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Comment (id, text) VALUES (-3, 'c')")
      try db.execute(sql: "INSERT INTO Article_comments (source, target) VALUES (1, -3)")
    }
    server.stub("GET", "articles", json: #"[{"id":1,"comments":[8]},{"id":2,"comments":[7]}]"#)
    try await client.articles("all")
    #expect(try client.store.lines(Self.links) == ["1|-3", "1|8", "2|7"])
    #expect(try client.store.lines("SELECT id FROM Comment ORDER BY 1") == ["-3", "7", "8"])
  }

  @Test("A list of links that was changed here stays until it is sent", arguments: ["Article", "Comment"])
  func keepsLinks(_ sent: String) async throws {
    let client = try client(sending: sent)
    try await client.store.write { db in
      try db.execute(sql: "DELETE FROM Article_comments WHERE source = 1 AND target = 7")
      try db.execute(sql: "INSERT INTO Article_comments (source, target) VALUES (2, 8)")
    }
    server.stub("GET", "articles", json: #"[{"id":1,"comments":[7,8]},{"id":2,"comments":[]}]"#)
    try await client.articles("all")
    #expect(try client.store.lines(Self.links) == ["1|8", "2|8"])
    let (entity, key) = sent == "Article" ? ("Article", 2) : ("Comment", 8)
    let state = try await client.queue.state(entity: entity, key: [.integer(Int64(key))])
    #expect(state.changed == [sent == "Article" ? "comments" : "articles"])
  }
}
