import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithSchema
import RowsmithTesting
import Testing

@Suite("Many-to-many lists that were changed here")
struct UnsentLinkTests {
  private let server = StubTransport()

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
    var (all, send) = (News.articles(), News.route("send", .patch, "records/:id"))
    all.name = "all"
    (send.sends, send.isQueued) = (entity, true)
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

  @Test("When a list of links has been sent, the next answer counts", arguments: ["Article", "Comment"])
  func isSent(_ sent: String) async throws {
    let client = try client(sending: sent)
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Article_comments (source, target) VALUES (2, 8)")
    }
    let (key, body) = sent == "Article" ? (2, #"{"comments":[8]}"#) : (8, #"{"articles":[1,2]}"#)
    server.stub("PATCH", "records/\(key)", status: 204, json: "")
    try await client.plain(
      RouteCall("send", record: RecordBody(entity: sent, key: [.integer(Int64(key))])))
    let request = try #require(server.requests.last)
    guard case .bytes(let bytes)? = request.body else { throw TransportError(.offline, "no body") }
    #expect(String(decoding: bytes, as: UTF8.self) == body)
    #expect(try client.store.lines(Self.links) == ["1|7", "1|8", "2|8"])

    server.stub("GET", "articles", json: #"[{"id":1,"comments":[8]},{"id":2,"comments":[7]}]"#)
    try await client.articles("all")
    #expect(try client.store.lines(Self.links) == ["1|8", "2|7"])
  }
}
