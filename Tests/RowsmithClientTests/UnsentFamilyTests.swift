import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithSchema
import RowsmithTesting
import Testing

@Suite("Lists of a family of which only some are sent")
struct UnsentFamilyTests {
  private let server = StubTransport()

  private func client(sending entity: String = "Film") throws -> Client {
    let source = """
      rowsmith: 1
      entities:
        Medium:
          PrimaryKey: id
          attributes: { id: Int, title: String? }
          relationships: { tags: { to: [Tag], inverse: media, MergePolicy: MergeAndPrune } }
        Film: { extends: Medium, attributes: { minutes: Int? } }
        Book: { extends: Medium, attributes: { pages: Int? } }
        Tag:
          PrimaryKey: id
          attributes: { id: Int }
          relationships: { media: { to: [Medium], inverse: tags, export: false } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Media.yml", text: source)], name: "Media")
    let store = try Store(.memory, schema: try #require(model.schema))
    try store.importJSON(.string(#"[{"id":1,"tags":[{"id":7},{"id":8}]}]"#), into: .entity("Film"))
    try store.importJSON(.string(#"[{"id":2,"tags":[7]}]"#), into: .entity("Book"))
    var update = News.route("update", .patch, "films/:id")
    update.sends = entity
    var films = News.route("films", .get, "films")
    films.returns = .records("Film")
    var books = News.route("books", .get, "books")
    books.returns = .records("Book")
    var remove = News.route("remove", .delete, "films/:id")
    remove.deletes = "Film"
    remove.isQueued = true
    return try News.client([update, films, books, remove], store: store, transport: server)
  }

  private static let links = "SELECT source, target FROM Medium_tags ORDER BY 1, 2"

  @Test("A list that the family has is told by the entity that is sent, and by no other one")
  func told() async throws {
    let client = try client()
    try await client.store.write { db in
      try db.execute(sql: "DELETE FROM Medium_tags WHERE source = 1 AND target = 7")
      try db.execute(sql: "INSERT INTO Medium_tags (source, target) VALUES (2, 8)")
    }
    #expect(try await client.queue.state(entity: "Film", key: [.integer(1)]).changed == ["tags"])
    #expect(try await client.queue.state(entity: "Book", key: [.integer(2)]).isSent)
    server.stub("GET", "films", json: #"[{"id":1,"tags":[7,8]}]"#)
    server.stub("GET", "books", json: #"[{"id":2,"tags":[7]}]"#)
    try await client.plain(RouteCall("films"))
    try await client.plain(RouteCall("books"))
    #expect(try client.store.lines(Self.links) == ["1|8", "2|7"])
    server.stub("PATCH", "films/1", status: 204, json: "")
    try await client.plain(RouteCall("update", record: RecordBody(entity: "Film", key: [.integer(1)])))
    guard case .bytes(let bytes)? = server.requests.last?.body else {
      Issue.record("no body was sent")
      return
    }
    #expect(try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))["tags"]?.text == "[8]")
    #expect(try await client.queue.state(entity: "Film", key: [.integer(1)]).isSent)
  }

  @Test("A patch of values and of a list has the word for the entity once")
  func saidOnce() async throws {
    let client = try client()
    try await client.store.write { db in
      try db.execute(sql: "UPDATE Medium SET title = 't' WHERE id = 1")
      try db.execute(sql: "DELETE FROM Medium_tags WHERE source = 1 AND target = 7")
    }
    server.stub("PATCH", "films/1", status: 204, json: "")
    try await client.plain(RouteCall("update", record: RecordBody(entity: "Film", key: [.integer(1)])))
    guard case .bytes(let bytes)? = server.requests.last?.body else {
      Issue.record("no body was sent")
      return
    }
    #expect(
      String(decoding: bytes, as: UTF8.self) == #"{"entity_name":"Film","title":"t","tags":[8]}"#)
  }

  @Test("A patch by a route that sends the root of the family has what the record's own entity adds")
  func added() async throws {
    let client = try client(sending: "Medium")
    for sql in [
      "UPDATE Medium SET minutes = 90 WHERE id = 1",
      "UPDATE Medium SET title = 't', minutes = 91 WHERE id = 1",
    ] {
      try await client.store.write { try $0.execute(sql: sql) }
      server.stub("PATCH", "films/1", status: 204, json: "")
      try await client.plain(RouteCall("update", record: RecordBody(entity: "Medium", key: [.integer(1)])))
      #expect(try await client.queue.state(entity: "Medium", key: [.integer(1)]).isSent)
    }
    let bodies = server.requests.map { request -> JSONValue? in
      guard case .bytes(let bytes)? = request.body else { return nil }
      return try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    }
    #expect(bodies.map { $0?["minutes"]?.text } == ["90", "91"])
    #expect(bodies.map { $0?["title"]?.text } == [nil, "\"t\""])
    #expect(bodies.map { $0?["entity_name"]?.text } == ["\"Film\"", "\"Film\""])
  }

  @Test(
    "A request by a route that sends the root of the family waits for what the record's own entity leads to")
  func leads() async throws {
    let source = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Animal: { Discriminator: kind, attributes: { id: Int, name: String } }
        Dog:
          extends: Animal
          relationships: { mate: { to: Animal?, inverse: none }, pals: { to: [Animal], inverse: none } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Animals.yml", text: source)], name: "Animals")
    var create = News.route("create", .post, "animals")
    create.sends = "Animal"
    create.returns = .record("Animal")
    create.isQueued = true
    let store = try Store(.memory, schema: try #require(model.schema))
    let client = try News.client([create], store: store, transport: server) { $0.retries = .none }
    try await client.store.write { db in
      try db.execute(
        sql: "INSERT INTO Animal (entityName, id, name) VALUES ('Animal', -3, 'Tom'), ('Animal', -4, 'Tim')")
      try db.execute(sql: "INSERT INTO Animal (entityName, id, name, mate) VALUES ('Dog', -2, 'Rex', -3)")
      try db.execute(sql: "INSERT INTO Dog_pals (source, target) VALUES (-2, -4)")
    }
    server.stub("POST", "animals") { _ in throw TransportError(.offline, "no network") }
    for key in [-2, -3, -4] as [Int64] {
      try await client.plain(RouteCall("create", record: RecordBody(entity: "Animal", key: [.integer(key)])))
    }
    server.forgetRequests()
    server.stub("POST", "animals") { request in
      guard case .bytes(let bytes)? = request.body else { throw TransportError(.offline, "no body") }
      let body = String(decoding: bytes, as: UTF8.self)
      let id = body.contains("Rex") ? 42 : body.contains("Tom") ? 43 : 44
      return StubAnswer(status: 201, json: "{\"id\":\(id),\(body.dropFirst())")
    }
    #expect(await client.queue.flush().sent == 3)
    guard case .bytes(let bytes)? = server.requests.last?.body else {
      Issue.record("no body was sent")
      return
    }
    #expect(
      String(decoding: bytes, as: UTF8.self) == #"{"kind":"Dog","name":"Rex","mate":43,"pals":[44]}"#)
    #expect(try client.store.lines("SELECT id, mate FROM Animal WHERE entityName = 'Dog'") == ["42|43"])
  }

  @Test(
    "What is unsent of a record that the server has made one of another entity stays, as far as that has it")
  func converted() async throws {
    let client = try client(sending: "Medium")
    try await client.store.write {
      try $0.execute(sql: "UPDATE Medium SET title = 'mine', minutes = 90 WHERE id = 1")
    }
    server.stub("GET", "books", json: #"[{"id":1,"entity_name":"Book","title":"theirs","pages":3}]"#)
    try await client.plain(RouteCall("books"))
    #expect(
      try client.store.lines("SELECT entityName, title, minutes, pages FROM Medium WHERE id = 1")
        == ["Book|mine|NULL|3"])
    #expect(try await client.queue.state(entity: "Medium", key: [.integer(1)]).changed == ["title"])
    server.stub("PATCH", "films/1", status: 204, json: "")
    try await client.plain(RouteCall("update", record: RecordBody(entity: "Medium", key: [.integer(1)])))
    guard case .bytes(let bytes)? = server.requests.last?.body else {
      Issue.record("no body was sent")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"entity_name":"Book","title":"mine"}"#)
    #expect(try await client.queue.state(entity: "Medium", key: [.integer(1)]).isSent)
  }

  /// An answer makes it one of another entity, or an import of the app.
  @Test(
    "Of a record that has become one of another entity, no list is sent that is gone",
    arguments: [true, false])
  func convertedList(_ isAnswer: Bool) async throws {
    let source = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Medium: { attributes: { id: Int, title: String? } }
        Film: { extends: Medium, relationships: { tags: { to: [Tag], inverse: none } } }
        Book: { extends: Medium, attributes: { pages: Int? } }
        Tag: { attributes: { id: Int } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Media.yml", text: source)], name: "Media")
    let store = try Store(.memory, schema: try #require(model.schema))
    try await store.importJSON(.string(#"[{"id":1,"tags":[{"id":7},{"id":8}]}]"#), into: .entity("Film"))
    var update = News.route("update", .patch, "media/:id")
    update.sends = "Medium"
    var books = News.route("books", .get, "books")
    books.returns = .records("Book")
    let client = try News.client([update, books], store: store, transport: server)
    try await client.store.write { try $0.execute(sql: "DELETE FROM Film_tags WHERE target = 7") }
    #expect(try await client.queue.state(entity: "Medium", key: [.integer(1)]).changed == ["tags"])
    let converted = #"[{"id":1,"entity_name":"Book","pages":3}]"#
    if isAnswer {
      server.stub("GET", "books", json: converted)
      try await client.plain(RouteCall("books"))
    } else {
      try await store.importJSON(.string(converted), into: .entity("Medium"))
    }
    #expect(try await client.queue.state(entity: "Medium", key: [.integer(1)]).isSent)
    #expect(try client.store.lines("SELECT entityName, pages FROM Medium") == ["Book|3"])
    #expect(try client.store.lines("SELECT source, target FROM Film_tags") == [])
    // Nothing is left to send.
    try await client.plain(RouteCall("update", record: RecordBody(entity: "Medium", key: [.integer(1)])))
    #expect(server.requests.count == (isAnswer ? 1 : 0))
  }

  @Test("Of such a record a value of which a part was changed here stays whole")
  func convertedHalf() async throws {
    let source = """
      rowsmith: 1
      values: { Place: { street: String, number: Int } }
      entities:
        Medium: { attributes: { id: Int, place: Place? } }
        Film: { extends: Medium }
        Book: { extends: Medium }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Media.yml", text: source)], name: "Media")
    let store = try Store(.memory, schema: try #require(model.schema))
    try await store.importJSON(
      .string(#"[{"id":1,"place":{"street":"A","number":1}}]"#), into: .entity("Film"))
    var update = News.route("update", .patch, "media/:id")
    update.sends = "Medium"
    var books = News.route("books", .get, "books")
    books.returns = .records("Book")
    let client = try News.client([update, books], store: store, transport: server)
    try await client.store.write { try $0.execute(sql: "UPDATE Medium SET place_street = 'B'") }
    server.stub("GET", "books", json: #"[{"id":1,"entity_name":"Book","place":null}]"#)
    try await client.plain(RouteCall("books"))
    #expect(
      try client.store.lines("SELECT entityName, place_street, place_number FROM Medium") == ["Book|B|1"])
    #expect(
      try await client.queue.state(entity: "Medium", key: [.integer(1)]).changed
        == ["place_number", "place_street"])
  }

  @Test("What was written of a new record stays where the server has made it one of another entity")
  func convertedNew() async throws {
    let client = try client(sending: "Medium")
    try await client.store.write {
      try $0.execute(
        sql: "INSERT INTO Medium (entityName, id, title, minutes) VALUES ('Film', 5, 'mine', 90)")
    }
    server.stub("GET", "books", json: #"[{"id":5,"entity_name":"Book","title":"theirs","pages":3}]"#)
    try await client.plain(RouteCall("books"))
    #expect(
      try client.store.lines("SELECT entityName, title, minutes, pages FROM Medium WHERE id = 5")
        == ["Book|mine|NULL|3"])
  }

  @Test("A new record that the server has made one of an entity that is not sent is not new any more")
  func convertedUnsent() async throws {
    let client = try client()
    try await client.store.write {
      try $0.execute(sql: "INSERT INTO Medium (entityName, id, title) VALUES ('Film', 5, 'mine')")
    }
    #expect(try await client.queue.state(entity: "Film", key: [.integer(5)]).isNew)
    server.stub("GET", "books", json: #"[{"id":5,"entity_name":"Book","title":"theirs"}]"#)
    try await client.plain(RouteCall("books"))
    #expect(try client.store.lines("SELECT entityName, title FROM Medium WHERE id = 5") == ["Book|theirs"])
    #expect(try await client.queue.state(entity: "Book", key: [.integer(5)]).isSent)
  }

  @Test(
    "A new record that the server has made one of another entity goes when it is discarded or deleted",
    arguments: [true, false])
  func goneNew(_ isDiscarded: Bool) async throws {
    let client = try client(sending: "Medium")
    try await client.store.write {
      try $0.execute(sql: "INSERT INTO Medium (entityName, id, title) VALUES ('Film', 5, 'mine')")
    }
    server.stub("GET", "books", json: #"[{"id":5,"entity_name":"Book","pages":3}]"#)
    try await client.plain(RouteCall("books"))
    #expect(try await client.queue.state(entity: "Book", key: [.integer(5)]).isNew)
    if isDiscarded {
      try await client.queue.discardChanges(entity: "Film", key: [.integer(5)])
    } else {
      try await client.plain(RouteCall("remove", path: ["id": .integer(5)]))
    }
    #expect(try client.store.lines("SELECT id FROM Medium ORDER BY id") == ["1", "2"])
    #expect(server.requests.count == 1)
  }

  @Test(
    "A call for a record as it was before sends it as the entity that the server has made of it",
    arguments: [("Film", #""title":"theirs","#), ("Medium", "")])
  func sentAsConverted(_ entity: String, _ title: String) async throws {
    let client = try client(sending: "Medium")
    try await client.store.write { try $0.execute(sql: "UPDATE Medium SET title = 'mine' WHERE id = 1") }
    server.stub("GET", "books", json: #"[{"id":1,"entity_name":"Book",\#(title)"pages":3}]"#)
    try await client.plain(RouteCall("books"))
    server.stub("PATCH", "films/1", status: 204, json: "")
    try await client.plain(RouteCall("update", record: RecordBody(entity: entity, key: [.integer(1)])))
    guard case .bytes(let bytes)? = server.requests.last?.body else {
      Issue.record("no body was sent")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"entity_name":"Book","title":"mine"}"#)
    #expect(try await client.queue.state(entity: "Medium", key: [.integer(1)]).isSent)
  }

  @Test("A deletion that the server has carried out deletes a record that is of another entity by now")
  func deleted() async throws {
    let store = try self.client().store
    var remove = News.route("remove", .delete, "films/:id")
    remove.deletes = "Film"
    remove.isQueued = true
    let client = try News.client([remove], store: store, transport: server) { $0.retries = .none }
    server.stub("DELETE", "films/1") { _ in throw TransportError(.offline, "no network") }
    try await client.plain(RouteCall("remove", path: ["id": .integer(1)]))
    try await store.importJSON(.string(#"[{"id":1,"entity_name":"Book"}]"#), into: .entity("Medium"))
    server.stub("DELETE", "films/1", status: 204, json: "")
    #expect(await client.queue.flush().sent == 1)
    #expect(try store.lines("SELECT id FROM Medium") == ["2"])
    // That there is no such film says nothing of a book.
    server.stub("DELETE", "films/2", status: 404, json: "")
    try await client.plain(RouteCall("remove", path: ["id": .integer(2)]))
    #expect(try store.lines("SELECT id FROM Medium") == ["2"])
  }
}
