import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithSchema
import RowsmithTesting
import Testing

extension WaitingKeyTests {
  @Test("A text that is the local key of a record that is gone is not sent, and not waited for")
  func lostText() async throws {
    var cite = News.route("cite", .put, "citations/:ref")
    cite.isQueued = true
    let client = try News.client([cite], transport: server) { $0.retries = .none }
    let error = await #expect(throws: ClientError.self) {
      let _: Answer<Void> = try await client.call(
        RouteCall("cite", path: ["ref": .text("local:5d1b")]))
    }
    #expect(error?.reason == .misuse)
    #expect(error?.message.contains("'local:5d1b', which is gone") == true)
    #expect(sent.isEmpty)
    let item = try #require(await client.queue.items().first)
    #expect(item.state == .refused)
    #expect(try await client.queue.drop(item.id))
  }

  @Test("A text that is the local key of a record that was imported is waited for until the record is made")
  func importedText() async throws {
    let text = """
      rowsmith: 1
      entities:
        Article: { PrimaryKey: id, attributes: { id: String, title: String? } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "News.yml", text: text)], name: "News")
    let store = try Store(.memory, schema: try #require(model.schema))
    var create = News.route("create", .post, "articles")
    (create.isQueued, create.sends, create.returns) = (true, "Article", .record("Article"))
    var cite = News.route("cite", .put, "citations/:ref")
    cite.isQueued = true
    let client = try News.client([create, cite], store: store, transport: server) { $0.retries = .none }
    try await store.importJSON(.string(#"[{"id":"local:5d1b","title":"a"}]"#), into: .entity("Article"))
    let cited = try await client.plain(RouteCall("cite", path: ["ref": .text("local:5d1b")]))
    #expect(cited.outcome == .queued)
    #expect(sent.isEmpty)
    server.stub("POST", "articles", status: 201, json: #"{"id":"s1","title":"a"}"#)
    server.stub("PUT", "citations/s1", status: 204, json: "")
    let made = try await client.plain(
      RouteCall("create", record: RecordBody(entity: "Article", key: [.text("local:5d1b")])))
    #expect(made.outcome == .imported)
    #expect(await client.queue.flush().waiting == 0)
    #expect(sent == ["POST articles", "PUT citations/s1"])
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("What waits for a new record that is deleted with its owner goes as well", arguments: [false, true])
  func goneWithOwner(isDiscarded: Bool) async throws {
    let text = """
      rowsmith: 1
      entities:
        Bill:
          attributes: { id: Int, name: String? }
          relationships: { notes: { to: [Note], DeleteRule: Cascade, MergePolicy: Merge } }
        Note:
          attributes: { id: Int, text: String? }
          relationships: { bill: { to: Bill?, MergePolicy: Merge } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Bills.yml", text: text)], name: "Bills")
    let store = try Store(.memory, schema: try #require(model.schema))
    func queued(_ name: String, _ method: RouteMethod, _ path: String, sends: String?) -> Route {
      var route = News.route(name, method, path)
      (route.isQueued, route.sends) = (true, sends)
      return route
    }
    var remove = queued("remove", .delete, "bills/:id", sends: nil)
    remove.deletes = "Bill"
    let routes = [
      queued("bill", .post, "bills", sends: "Bill"), queued("note", .post, "notes", sends: "Note"),
      queued("edit", .patch, "notes/:id", sends: "Note"), remove,
    ]
    let client = try News.client(routes, store: store, transport: server) { $0.retries = .none }
    try await store.write { db in
      try db.execute(sql: "INSERT INTO Bill (id, name) VALUES (-8, 'b')")
      try db.execute(sql: "INSERT INTO Note (id, text, bill) VALUES (-3, 'n', -8)")
    }
    server.stub("POST", "bills") { _ in throw TransportError(.offline, "no network") }
    for (route, entity, key) in [("bill", "Bill", -8), ("note", "Note", -3), ("edit", "Note", -3)] {
      let made = try await client.plain(
        RouteCall(route, record: RecordBody(entity: entity, key: [.integer(Int64(key))])))
      #expect(made.outcome == .queued)
    }
    if isDiscarded {
      try await client.queue.discardChanges(entity: "Bill", key: [.integer(-8)])
    } else {
      let removed = try await client.plain(RouteCall("remove", path: ["id": .integer(-8)]))
      #expect(removed.outcome == .imported)
    }
    #expect(try store.lines("SELECT id FROM Note").isEmpty)
    #expect(await client.queue.flush().waiting == 0)
    #expect(try await client.queue.items().isEmpty)
  }
}
