import CSQLite
import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithTesting
import Testing

@Suite("No answer is held for current whose rows are gone")
final class StaleAnswerTests {
  let server = StubTransport()
  let folder = FileManager.default.temporaryDirectory.appending(path: "rowsmith-stale-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    server.stub("GET", "articles") { request in
      request.headers["If-None-Match"] == nil
        ? StubAnswer(json: #"[{"id":1,"comments":[{"id":11}]}]"#, headers: ["ETag": "\"a\""])
        : StubAnswer(status: 304, json: "")
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appending(path: "news.sqlite").path }

  func client(_ store: Store? = nil) throws -> Client {
    let route = News.articles {
      $0.isCached = true
      $0.maxAge = 3600
    }
    return try News.client(
      [route], store: store ?? Store(.file(path), schema: News.schema), transport: server)
  }

  func expectAskedAnew(_ client: Client) async throws {
    let answer = try await client.articles()
    #expect(answer.outcome == .imported)
    #expect(server.requests.last?.headers["If-None-Match"] == nil)
    #expect(try client.articleIDs == ["1"])
  }

  @Test("While they are there, the answer holds")
  func holds() async throws {
    let client = try client()
    try await client.articles()
    #expect(try await client.articles().outcome == .fromDatabase)
    #expect(try await client.articles(options: .networkOnly).outcome == .notModified)
    // Another store of the same file knows it, too.
    #expect(try await self.client().articles().outcome == .fromDatabase)
  }

  @Test("After the app has deleted one of them, an embedded one included", arguments: ["Article", "Comment"])
  func deleted(_ entity: String) async throws {
    let client = try client()
    try await client.articles()
    try await client.store.write { db in
      _ = try db.delete(entity: entity, key: [.integer(entity == "Article" ? 1 : 11)])
    }
    try await expectAskedAnew(client)
  }

  @Test(
    "After another program has deleted one by SQL",
    arguments: ["DELETE FROM Article", "DELETE FROM Comment WHERE id = 11"])
  func otherProgram(_ sql: String) async throws {
    let client = try client()
    try await client.articles()
    var connection: OpaquePointer?
    #expect(sqlite3_open(path, &connection) == SQLITE_OK)
    defer { sqlite3_close(connection) }
    #expect(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK)
    try await expectAskedAnew(client)
  }

  @Test("After an import has pruned one of them")
  func pruned() async throws {
    let client = try client()
    try await client.articles()
    var options = ImportOptions()
    options.policy = .mergeAndPrune
    try await client.store.importJSON(.string("[]"), into: .entity("Article"), options: options)
    try await expectAskedAnew(client)
  }

  @Test("After all data has been deleted")
  func deleteAll() async throws {
    let client = try client()
    try await client.articles()
    try await client.store.deleteAllData()
    #expect(try client.store.lines("SELECT name FROM _rowsmith_answer_tables") == [])
    try await expectAskedAnew(client)
  }

  @Test("After the file was replaced by an empty one")
  func replaced() async throws {
    do {
      let client = try client()
      try await client.articles()
    }
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    try await expectAskedAnew(try client())
  }

  @Test("After the model has changed: what it reads now may have come before and was left out")
  func migrated() async throws {
    do {
      let client = try client()
      try await client.articles()
    }
    let source = News.source.replacing("title: String?", with: "title: String?, subtitle: String?")
    let schema = try #require(
      ModelCompiler.compile([ModelSource(path: "News.yml", text: source)], name: "News").schema)
    let store = try Store(.file(path), schema: schema)
    try await expectAskedAnew(try client(store))
    // Deletions are noticed in the new tables, too.
    try await store.write { db in _ = try db.delete(entity: "Article", key: [.integer(1)]) }
    try await expectAskedAnew(try client(store))
  }

  @Test("After a link between them has been deleted")
  func unlinked() async throws {
    let source = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Film: { attributes: { id: Int }, relationships: { tags: { to: [Tag], inverse: none } } }
        Tag: { attributes: { id: Int } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Films.yml", text: source)], name: "Films")
    var route = News.route("films", .get, "films")
    route.returns = .records("Film")
    route.isCached = true
    server.stub("GET", "films") { request in
      request.headers["If-None-Match"] == nil
        ? StubAnswer(json: #"[{"id":1,"tags":[{"id":7},{"id":8}]}]"#, headers: ["ETag": "\"a\""])
        : StubAnswer(status: 304, json: "")
    }
    let store = try Store(.memory, schema: try #require(model.schema))
    let client = try News.client([route], store: store, transport: server)
    try await client.plain(RouteCall("films"))
    #expect(try await client.plain(RouteCall("films")).outcome == .notModified)
    try await store.write { try $0.execute(sql: "DELETE FROM Film_tags WHERE target = 8") }
    #expect(try await client.plain(RouteCall("films")).outcome == .imported)
    #expect(try store.lines("SELECT source, target FROM Film_tags ORDER BY target") == ["1|7", "1|8"])
    #expect(try await client.plain(RouteCall("films")).outcome == .notModified)
  }

  @Test(
    "After a write that somebody else takes back: the server then has the tag of before",
    arguments: [true, false])
  func takenBack(sends: Bool) async throws {
    var write = News.route("write", sends ? .patch : .put, "articles/:id")
    write.returns = .record("Article")
    if sends { write.sends = "Article" }
    let client = try News.client([News.articles { $0.isCached = true }, write], transport: server)
    server.stub("GET", "articles") { request in
      request.headers["If-None-Match"] == nil
        ? StubAnswer(json: #"[{"id":1,"title":"a"}]"#, headers: ["ETag": "\"a\""])
        : StubAnswer(status: 304, json: "")
    }
    server.stub("PATCH", "articles/1", status: 204, json: "")
    server.stub("PUT", "articles/1", json: #"{"id":1,"title":"b"}"#)
    try await client.articles()
    #expect(try await client.articles().outcome == .notModified)
    if sends {
      try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b'") }
      try await client.plain(RouteCall("write", record: RecordBody(entity: "Article", key: [.integer(1)])))
    } else {
      try await client.plain(RouteCall("write", path: ["id": .integer(1)]))
    }
    // Without a connection, the answer is still there.
    #expect(try await client.articles(options: .cacheOnly).outcome == .fromDatabase)
    #expect(try client.store.lines("SELECT title FROM Article") == ["b"])
    #expect(try await client.articles().outcome == .imported)
    #expect(try client.store.lines("SELECT title FROM Article") == ["a"])
    #expect(try await client.articles().outcome == .notModified)
  }

  @Test("Rows of other tables do not count")
  func others() async throws {
    let client = try client()
    try await client.articles()
    server.stub("GET", "articles", json: "[]", headers: ["ETag": "\"b\""], times: 1)
    let route = News.articles {
      $0.name = "comments"
      $0.path = PathTemplate("comments")
      $0.returns = .records("Comment")
      $0.isCached = true
    }
    server.stub("GET", "comments", json: #"[{"id":12}]"#, headers: ["ETag": "\"c\""])
    let comments = try News.client([route], store: client.store, transport: server)
    let _: Answer<Comment> = try await comments.call(RouteCall("comments"))
    try await client.store.write { db in _ = try db.delete(entity: "Article", key: [.integer(1)]) }
    #expect(try client.store.lines("SELECT etag FROM _rowsmith_answers") == ["\"c\""])
  }
}
