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

  private static func model(_ comments: String = "", _ articles: String = "") -> String {
    """
    rowsmith: 1
    entities:
      Article:
        PrimaryKey: id
        attributes: { id: Int }
        relationships: { comments: { to: [Comment], inverse: articles, MergePolicy: Replace\(comments) } }
      Comment:
        PrimaryKey: id
        attributes: { id: Int, text: String? }
        relationships: { articles: { to: [Article], inverse: comments, MergePolicy: Merge\(articles) } }
    """
  }

  /// Where the comments 7 and 8 are with the article 1.
  private func client(sending entities: String..., model text: String = model()) throws -> Client {
    let model = ModelCompiler.compile([ModelSource(path: "News.yml", text: text)], name: "News")
    let store = try Store(.memory, schema: try #require(model.schema))
    try store.importJSON(
      .string(#"[{"id":1,"comments":[{"id":7},{"id":8}]},{"id":2}]"#), into: .entity("Article"))
    let all = News.articles { $0.name = "all" }
    let sending = entities.map { entity in
      var route = News.route("send\(entity)", .patch, "records/:id")
      (route.sends, route.isQueued) = (entity, true)
      return route
    }
    return try News.client([all] + sending, store: store, transport: server)
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
      RouteCall("send\(sent)", record: RecordBody(entity: sent, key: [.integer(Int64(key))])))
    guard case .bytes(let bytes)? = server.requests.last?.body else {
      Issue.record("no body was sent")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == body)
    #expect(try client.store.lines(Self.links) == ["1|7", "1|8", "2|8"])

    server.stub("GET", "articles", json: #"[{"id":1,"comments":[8]},{"id":2,"comments":[7]}]"#)
    try await client.articles("all")
    #expect(try client.store.lines(Self.links) == ["1|8", "2|7"])
  }

  @Test(
    "A link is told by the record whose JSON has it",
    arguments: [
      ("", "", ["comments"], []), (", export: false", "", [], ["articles"]),
      ("", ", export: false", ["comments"], []), (", export: false", ", export: false", [], []),
    ])
  func isTold(_ comments: String, _ articles: String, _ ofArticle: [String], _ ofComment: [String])
    async throws
  {
    let client = try client(sending: "Article", "Comment", model: Self.model(comments, articles))
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Article_comments (source, target) VALUES (2, 8)")
    }
    #expect(try await client.queue.state(entity: "Article", key: [.integer(2)]).changed == ofArticle)
    #expect(try await client.queue.state(entity: "Comment", key: [.integer(8)]).changed == ofComment)
  }

  @Test("A list with a record that the server does not know yet waits for its key")
  func waitsForItem() async throws {
    let model = ModelCompiler.compile([ModelSource(path: "News.yml", text: Self.model())], name: "News")
    let store = try Store(.memory, schema: try #require(model.schema))
    try await store.importJSON(.string(#"[{"id":1,"comments":[{"id":7}]}]"#), into: .entity("Article"))
    var update = News.route("update", .patch, "articles/:id")
    (update.sends, update.isQueued) = ("Article", true)
    var comment = News.route("comment", .post, "comments")
    (comment.sends, comment.isQueued, comment.returns) = ("Comment", true, .record("Comment"))
    let client = try News.client([update, comment], store: store, transport: server) { $0.retries = .none }
    try await store.write { db in
      try db.execute(sql: "INSERT INTO Comment (id, text) VALUES (-3, 'c')")
      try db.execute(sql: "INSERT INTO Article_comments (source, target) VALUES (1, -3)")
    }
    for (method, path) in [("PATCH", "articles/1"), ("POST", "comments")] {
      server.stub(method, path) { _ in throw TransportError(.offline, "no network") }
    }
    for call in [
      RouteCall("update", record: RecordBody(entity: "Article", key: [.integer(1)])),
      RouteCall("comment", record: RecordBody(entity: "Comment", key: [.integer(-3)])),
    ] { #expect(try await client.plain(call).outcome == .queued) }
    server.stub("PATCH", "articles/1", status: 204, json: "")
    server.stub("POST", "comments", status: 201, json: #"{"id":40,"text":"c"}"#)
    let before = server.requests.count
    #expect(await client.queue.flush().sent == 2)
    guard case .bytes(let bytes)? = server.requests.last?.body else {
      Issue.record("no body was sent")
      return
    }
    #expect(server.requests[before...].map(\.method) == ["POST", "PATCH"])
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"comments":[7,40]}"#)
  }

  @Test("A value and a list under one object of the JSON are sent in one object")
  func oneObject() async throws {
    let text = """
      rowsmith: 1
      entities:
        Article:
          attributes: { id: Int, title: { type: String?, ImportName: data.title } }
          relationships: { comments: { to: [Comment], ImportName: data.comments, MergePolicy: Merge } }
        Comment: { attributes: { id: Int, text: String? } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "News.yml", text: text)], name: "News")
    let store = try Store(.memory, schema: try #require(model.schema))
    try await store.importJSON(
      .string(#"[{"id":1,"data":{"title":"a","comments":[{"id":7},{"id":8}]}}]"#), into: .entity("Article"))
    var route = News.route("update", .patch, "articles/:id")
    route.sends = "Article"
    let client = try News.client([route], store: store, transport: server)
    try await store.write { db in
      try db.execute(sql: "UPDATE Article SET title = 'b'")
      try db.execute(sql: "DELETE FROM Article_comments WHERE target = 8")
    }
    server.stub("PATCH", "articles/1", status: 204, json: "")
    try await client.plain(RouteCall("update", record: RecordBody(entity: "Article", key: [.integer(1)])))
    guard case .bytes(let bytes)? = server.requests.last?.body else {
      Issue.record("no body was sent")
      return
    }
    let body = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    guard case .object(let members) = body else {
      Issue.record("the body is no object")
      return
    }
    #expect(members.map(\.key) == ["data"])
    #expect(body["data"]?["title"] == "b")
  }

  @Test("Two new records of which one is in the path of the other do not wait for each other")
  func inPath() async throws {
    let text = """
      rowsmith: 1
      entities:
        Album: { attributes: { id: Int }, relationships: { tracks: { to: [Track], MergePolicy: Merge } } }
        Track: { attributes: { id: Int, title: String? } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Music.yml", text: text)], name: "Music")
    let store = try Store(.memory, schema: try #require(model.schema))
    var album = News.route("album", .post, "albums")
    (album.sends, album.isQueued, album.returns) = ("Album", true, .record("Album"))
    var track = News.route("track", .post, "albums/:album/tracks")
    (track.sends, track.isQueued, track.returns) = ("Track", true, .record("Track"))
    let client = try News.client([album, track], store: store, transport: server) { $0.retries = .none }
    try await store.write { db in
      try db.execute(sql: "INSERT INTO Album (id) VALUES (-1)")
      try db.execute(sql: "INSERT INTO Track (id, title) VALUES (-2, 't')")
      try db.execute(sql: "INSERT INTO Album_tracks (source, target) VALUES (-1, -2)")
    }
    server.stub("POST", "albums") { _ in throw TransportError(.offline, "no network") }
    try await client.plain(RouteCall("album", record: RecordBody(entity: "Album", key: [.integer(-1)])))
    try await client.plain(
      RouteCall(
        "track", path: ["album": .integer(-1)], record: RecordBody(entity: "Track", key: [.integer(-2)])))
    server.stub("POST", "albums", status: 201, json: #"{"id":5}"#)
    server.stub("POST", "albums/5/tracks", status: 201, json: #"{"id":6,"title":"t"}"#)
    #expect(await client.queue.flush().sent == 2)
    #expect(try store.lines("SELECT source, target FROM Album_tracks") == ["5|6"])
  }
}
