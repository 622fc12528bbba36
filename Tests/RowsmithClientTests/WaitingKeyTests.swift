import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithSchema
import RowsmithTesting
import Testing

@Suite("Requests that wait, and records that get another key or go meanwhile")
struct WaitingKeyTests {
  let server = StubTransport()

  private func client() throws -> Client {
    func queued(_ name: String, _ method: RouteMethod, _ path: String, sends: String? = nil) -> Route {
      var route = News.route(name, method, path)
      (route.isQueued, route.sends) = (true, sends)
      return route
    }
    var create = queued("create", .post, "articles", sends: "Article")
    create.returns = .record("Article")
    var like = queued("like", .put, "articles/:id/like")
    like.query = [.init(name: "after", argument: "after", type: .integer)]
    var update = queued("update", .patch, "articles/:id", sends: "Article")
    update.returns = .record("Article")
    update.query = [.init(name: "vote", argument: "vote", type: .integer)]
    let list = News.articles { $0.policy = .mergeAndPrune }
    var remove = News.route("remove", .delete, "articles/:id")
    remove.deletes = "Article"
    return try News.client([create, like, update, list, remove], transport: server) { $0.retries = .none }
  }

  private func goOffline() {
    for (method, path) in [
      ("POST", "articles"), ("PUT", "articles/-7/like?after=-7"), ("PUT", "articles/-9/like?after=-9"),
    ] {
      server.stub(method, path) { _ in throw TransportError(.offline, "no network") }
    }
  }

  /// Queues the creation of an article, and what leads to it.
  private func queue(_ client: Client) async throws {
    goOffline()
    let made: Answer<Void> = try await client.call(
      RouteCall("create", record: RecordBody(entity: "Article", key: [.integer(-7)])))
    let liked: Answer<Void> = try await client.call(
      RouteCall("like", path: ["id": .integer(-7)], query: ["after": .integer(-7)]))
    #expect(made.outcome == .queued && liked.outcome == .queued)
  }

  private func make(_ client: Client) async throws {
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'new')") }
    try await queue(client)
    server.forgetRequests()
  }

  private func goOnline() {
    server.stub("POST", "articles", status: 201, json: #"{"id":31,"title":"new"}"#)
    server.stub("PUT", "articles/31/like?after=31", status: 204, json: "")
  }

  var sent: [String] { server.requests.map { "\($0.method) \($0.url.dropFirst(28))" } }

  @Test("The server's key takes the place of the local one in the paths and queries of what waits")
  func takeover() async throws {
    let client = try client()
    try await make(client)
    goOnline()
    #expect(await client.queue.flush().sent == 2)
    #expect(sent == ["POST articles", "PUT articles/31/like?after=31"])
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["31|new"])
  }

  @Test("What waits for a record gets its key, too, if it has another negative number among its arguments")
  func otherNumber() async throws {
    let client = try client()
    try await make(client)
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'edited'") }
    let edited = try await client.plain(
      RouteCall(
        "update", query: ["vote": .integer(-1)],
        record: RecordBody(entity: "Article", key: [.integer(-7)])))
    #expect(edited.outcome == .queued)
    server.forgetRequests()
    goOnline()
    // The creation has what was edited before it is sent, so there is a later edit.
    server.stub("POST", "articles") { _ in
      try client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'later'") }
      return StubAnswer(status: 201, json: #"{"id":31,"title":"edited"}"#)
    }
    server.stub("PATCH", "articles/31?vote=-1", json: #"{"id":31,"title":"later"}"#)
    #expect(await client.queue.flush().sent == 3)
    #expect(sent.sorted() == ["PATCH articles/31?vote=-1", "POST articles", "PUT articles/31/like?after=31"])
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["31|later"])
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("So does a key that the app gives it")
  func rekeyed() async throws {
    let client = try client()
    try await make(client)
    #expect(try await client.store.write { try $0.rekey(Article.self, from: -7, to: -9) } == .rekeyed)
    #expect(try await client.queue.state(entity: "Article", key: [.integer(-9)]).isNew)
    #expect(try await client.queue.items().map { $0.placeholders["id"] } == [nil, .integer(-9)])
    goOnline()
    #expect(await client.queue.flush().sent == 2)
    #expect(sent == ["POST articles", "PUT articles/31/like?after=31"])
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["31|new"])
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("What changed and was not sent goes along to another key")
  func changed() async throws {
    let client = try client()
    try await client.store.importJSON(.string(#"[{"id":1,"title":"a"}]"#), into: .entity("Article"))
    try await client.store.write { db in
      try db.execute(sql: "UPDATE Article SET title = 'b' WHERE id = 1")
      _ = try db.rekey(Article.self, from: 1, to: 2)
    }
    #expect(try await client.queue.state(entity: "Article", key: [.integer(2)]).changed == ["title"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).isSent)
    server.stub("PATCH", "articles/2", json: #"{"id":2,"title":"b"}"#)
    let _: Answer<Void> = try await client.call(
      RouteCall("update", record: RecordBody(entity: "Article", key: [.integer(2)])))
    #expect(try await client.queue.state(entity: "Article", key: [.integer(2)]).isSent)
  }

  @Test(
    "A list that does not name a record which was made here does not delete it",
    arguments: ["[]", #"[{"id":5}]"#])
  func pruned(_ json: String) async throws {
    let client = try client()
    try await client.store.importJSON(.string(#"[{"id":1},{"id":2,"title":"a"}]"#), into: .entity("Article"))
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Article (id, title, topic) VALUES (-7, 'new', 't')")
      try db.execute(sql: "INSERT INTO Comment (id, text, article) VALUES (-3, 'c', -7)")
      try db.execute(sql: "UPDATE Article SET title = 'b' WHERE id = 2")
    }
    server.stub("GET", "articles", json: json)
    try await client.articles()
    #expect(
      try client.store.lines("SELECT id, title, topic FROM Article ORDER BY id")
        == ["-7|new|t"] + (json == "[]" ? [] : ["5|NULL|NULL"]))
    #expect(try client.store.lines("SELECT id, text, article FROM Comment") == ["-3|c|-7"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(-7)]).isNew)
    server.stub("POST", "articles", status: 201, json: #"{"id":31,"title":"new","topic":"t"}"#)
    let made: Answer<Void> = try await client.call(
      RouteCall("create", record: RecordBody(entity: "Article", key: [.integer(-7)])))
    #expect(made.outcome == .imported)
    #expect(try client.store.lines("SELECT id, article FROM Comment") == ["-3|31"])
  }

  @Test(
    "A record that was imported with a local key is new as well: it stays, and what leads to it waits",
    arguments: [false, true])
  func imported(isEdited: Bool) async throws {
    let client = try client()
    let title = isEdited ? "old" : "new"
    try await client.store.importJSON(.string(#"[{"id":-7,"title":"\#(title)"}]"#), into: .entity("Article"))
    if isEdited {
      try await client.store.write {
        try $0.execute(sql: "UPDATE Article SET title = 'new' WHERE id = -7")
      }
    }
    try await queue(client)
    #expect(try await client.queue.state(entity: "Article", key: [.integer(-7)]).isNew)
    server.stub("POST", "articles", status: 422, json: "{}")
    server.stub("GET", "articles", json: "[]")
    server.forgetRequests()
    #expect(await client.queue.flush().refused.count == 1)
    #expect(sent == ["POST articles"])
    try await client.articles()
    #expect(try client.articleIDs == ["-7"])
    goOnline()
    let refused = try #require(try await client.queue.items().first { $0.state == .refused })
    try await client.queue.retry(refused.id)
    #expect(await client.queue.flush().sent == 2)
    #expect(sent.suffix(2) == ["POST articles", "PUT articles/31/like?after=31"])
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["31|new"])
    #expect(try client.store.lines("SELECT * FROM _rowsmith_unsent").isEmpty)
  }

  /// Bills, and lines that have their bill's key in theirs.
  private func bills(_ change: (inout Route) -> Void = { _ in }) throws -> Client {
    let text = """
      rowsmith: 1
      entities:
        Bill: { attributes: { id: Int, name: String? } }
        Line:
          PrimaryKey: [bill, position]
          attributes: { position: Int, text: String? }
          relationships: { bill: { to: Bill, MergePolicy: Merge } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Bills.yml", text: text)], name: "Bills")
    let store = try Store(.memory, schema: try #require(model.schema))
    let routes = [("bill", "Bill"), ("line", "Line")].map { name, entity in
      var route = News.route(name, .post, "\(name)s")
      (route.isQueued, route.sends, route.returns) = (true, entity, .record(entity))
      if entity == "Line" { change(&route) }
      return route
    }
    var vote = News.route("vote", .put, "bills/:id/vote")
    vote.query = [.init(name: "by", argument: "by", type: .integer)]
    vote.isQueued = true
    return try News.client(routes + [vote], store: store, transport: server) { $0.retries = .none }
  }

  @Test("A record that has its parent's key in its own goes along when the parent gets the server's key")
  func child() async throws {
    let client = try bills()
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Bill (id, name) VALUES (-8, 'b')")
      try db.execute(sql: "INSERT INTO Line (bill, position, text) VALUES (-8, 1, 'l')")
    }
    for path in ["bills", "lines"] {
      server.stub("POST", path) { _ in throw TransportError(.offline, "no network") }
    }
    for (route, entity, key) in [
      ("bill", "Bill", [.integer(-8)]), ("line", "Line", [.integer(-8), .integer(1)]),
    ] as [(String, String, [StoredValue])] {
      let made: Answer<Void> = try await client.call(
        RouteCall(route, record: RecordBody(entity: entity, key: key)))
      #expect(made.outcome == .queued)
    }
    server.stub("POST", "bills", status: 201, json: #"{"id":7,"name":"b"}"#)
    server.stub("POST", "lines", status: 201, json: #"{"bill":7,"position":1,"text":"l"}"#)
    #expect(await client.queue.flush().sent == 2)
    #expect(try client.store.lines("SELECT bill, position, text FROM Line") == ["7|1|l"])
    #expect(try client.store.lines("SELECT * FROM _rowsmith_unsent").isEmpty)
  }

  @Test(
    "Of a key of several parts, only the local ones are left out and waited for",
    arguments: ["lines", "bills/:bill.id/lines"])
  func localPart(_ path: String) async throws {
    let client = try bills { $0.path = PathTemplate(path) }
    try await client.store.importJSON(.string(#"[{"id":7}]"#), into: .entity("Bill"))
    try await client.store.write {
      try $0.execute(sql: "INSERT INTO Line (bill, position, text) VALUES (7, -5, 'l')")
    }
    let sent = path == "lines" ? path : "bills/7/lines"
    server.stub("POST", sent, status: 201, json: #"{"bill":7,"position":1,"text":"l"}"#)
    let made: Answer<Void> = try await client.call(
      RouteCall("line", record: RecordBody(entity: "Line", key: [.integer(7), .integer(-5)])))
    #expect(made.outcome == .imported)
    guard case .bytes(let bytes)? = server.requests.last?.body else {
      Issue.record("no body was sent")
      return
    }
    let body = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    #expect(body["bill"] == 7)
    #expect(body["position"] == nil)
    #expect(try client.store.lines("SELECT bill, position FROM Line") == ["7|1"])
  }

  /// The answer made no row by itself, without the text that is required, or with the one that only one row may have.
  @Test(
    "The server's key is taken from an answer with only the key, and from one with a unique value",
    arguments: [#"{"id":31}"#, #"{"id":31,"slug":"x"}"#, ""], [true, false])
  func partOfRecord(_ json: String, isQueued: Bool) async throws {
    let text = """
      rowsmith: 1
      entities:
        Article: { attributes: { id: Int, slug: { type: String, unique: true } } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "News.yml", text: text)], name: "News")
    let store = try Store(.memory, schema: try #require(model.schema))
    var create = News.route("create", .post, "articles")
    (create.isQueued, create.sends, create.returns) = (isQueued, "Article", .record("Article"))
    let client = try News.client([create], store: store, transport: server) { $0.retries = .none }
    server.stub("POST", "articles", status: 201, json: json, headers: ["Location": "/articles/31"])
    // Queued calls write the record before they are sent, others do not.
    let record = RecordBody(
      entity: "Article", key: [.integer(-7)], columns: ["id", "slug"], values: [.integer(-7), .text("x")]
    ) { try $0.execute(sql: "INSERT INTO Article (id, slug) VALUES (-7, 'x')") }
    let made: Answer<Void> = try await client.call(RouteCall("create", record: record))
    #expect(made.outcome == .imported)
    #expect(try store.lines("SELECT id, slug FROM Article") == ["31|x"])
    #expect(try store.lines("SELECT * FROM _rowsmith_unsent").isEmpty)
    #expect(try await client.queue.items().isEmpty)
  }

  /// The key -7 is a local one, and 8 one that the app has chosen.
  @Test(
    "So it is where it is in a list, and where the record has its key already", arguments: [-7, 8],
    [true, false])
  func keyInList(_ id: Int, isQueued: Bool) async throws {
    let text = """
      rowsmith: 1
      entities:
        Article:
          PrimaryKey: id
          attributes: { id: { type: Int, ImportName: ids.0 }, slug: { type: String, unique: true } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "News.yml", text: text)], name: "News")
    let store = try Store(.memory, schema: try #require(model.schema))
    var create = News.route("create", .post, "articles")
    (create.isQueued, create.sends, create.returns) = (isQueued, "Article", .record("Article"))
    let client = try News.client([create], store: store, transport: server) { $0.retries = .none }
    let key = id < 0 ? 31 : id
    server.stub("POST", "articles", status: 201, json: #"{"ids":[\#(key)]}"#)
    let own = StoredValue.integer(Int64(id))
    let record = RecordBody(
      entity: "Article", key: [own], columns: ["id", "slug"], values: [own, .text("x")]
    ) { try $0.execute(sql: "INSERT INTO Article (id, slug) VALUES (\(id), 'x')") }
    let made: Answer<Void> = try await client.call(RouteCall("create", record: record))
    #expect(made.outcome == .imported)
    #expect(try store.lines("SELECT id, slug FROM Article") == ["\(key)|x"])
    #expect(try store.lines("SELECT * FROM _rowsmith_unsent").isEmpty)
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("A negative number that is the key of no record made here is sent as it is")
  func negative() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'new')") }
    server.stub("PUT", "articles/1/like?after=-9", status: 204, json: "")
    let liked: Answer<Void> = try await client.call(
      RouteCall("like", path: ["id": .integer(1)], query: ["after": .integer(-9)]))
    #expect(liked.outcome == .imported)
    #expect(sent == ["PUT articles/1/like?after=-9"])
    #expect(try await client.queue.items().isEmpty)
  }

  @Test(
    "Of a key of several parts, a call waits for a part, and not for digits that are in it",
    arguments: [(-1, .imported), (-1532, .queued)] as [(Int64, AnswerOutcome)])
  func negativePart(_ number: Int64, outcome: AnswerOutcome) async throws {
    let client = try bills()
    try await client.store.importJSON(.string(#"[{"id":7}]"#), into: .entity("Bill"))
    try await client.store.write {
      try $0.execute(sql: "INSERT INTO Line (bill, position, text) VALUES (7, -1532, 'l')")
    }
    server.stub("PUT", "bills/7/vote?by=-1", status: 204, json: "")
    let voted: Answer<Void> = try await client.call(
      RouteCall("vote", path: ["id": .integer(7)], query: ["by": .integer(number)]))
    #expect(voted.outcome == outcome)
  }

  @Test(
    "A call waits for the key of one part of a new record of any entity, and for none that begins like it",
    arguments: [(-8, .imported), (-85, .queued), (-853, .imported)] as [(Int64, AnswerOutcome)])
  func negativeOfAnother(_ number: Int64, outcome: AnswerOutcome) async throws {
    let client = try bills()
    try await client.store.importJSON(.string(#"[{"id":7}]"#), into: .entity("Bill"))
    try await client.store.write { db in
      try db.execute(sql: "INSERT INTO Line (bill, position, text) VALUES (7, -1532, 'l')")
      try db.execute(sql: "INSERT INTO Bill (id, name) VALUES (-85, 'b')")
    }
    server.stub("PUT", "bills/7/vote?by=\(number)", status: 204, json: "")
    let voted: Answer<Void> = try await client.call(
      RouteCall("vote", path: ["id": .integer(7)], query: ["by": .integer(number)]))
    #expect(voted.outcome == outcome)
  }

  @Test(
    "A call that does not wait is not made under a key that the queue replaces", arguments: [true, false])
  func direct(isBatch: Bool) async throws {
    let client = try client()
    try await make(client)
    goOnline()
    server.stub("DELETE", "articles/-7", status: 404, json: "{}")
    let call = RouteCall("remove", path: ["id": .integer(-7)])
    let error = await #expect(throws: ClientError.self) {
      if isBatch {
        _ = try await client.batch([call])[0].get()
      } else {
        let _: Answer<Void> = try await client.call(call)
      }
    }
    #expect(error?.reason == .misuse)
    #expect(!sent.contains { $0.hasPrefix("DELETE") })
    #expect(try client.store.lines("SELECT id FROM Article") == ["31"])
  }
}
