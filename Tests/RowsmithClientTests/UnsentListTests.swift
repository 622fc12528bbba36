import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithSchema
import RowsmithTesting
import Testing

@Suite("Lists that were changed here: their order, what was before, and what becomes of their records")
struct UnsentListTests {
  private let server = StubTransport()

  /// Where the comments 7, 8 and 9 are with the article 1.
  private func client(ordered: Bool = true) throws -> Client {
    let source = """
      rowsmith: 1
      entities:
        Article:
          PrimaryKey: id
          attributes: { id: Int, title: String? }
          relationships:
            comments: { to: [Comment], inverse: articles, MergePolicy: MergeAndPrune, ordered: \(ordered) }
            related: { to: [Article], inverse: relatedFrom, MergePolicy: MergeAndPrune }
            relatedFrom: { to: [Article], inverse: related, export: false }
        Comment:
          PrimaryKey: id
          attributes: { id: Int, text: String? }
          relationships: { articles: { to: [Article], inverse: comments, export: false } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "News.yml", text: source)], name: "News")
    let store = try Store(.memory, schema: try #require(model.schema))
    try store.importJSON(
      .string(#"[{"id":1,"comments":[{"id":7},{"id":8},{"id":9}]},{"id":2}]"#), into: .entity("Article"))
    var patch = News.route("update", .patch, "articles/:id")
    (patch.sends, patch.isQueued) = ("Article", true)
    var post = News.route("say", .post, "comments")
    (post.sends, post.returns) = ("Comment", .record("Comment"))
    let list = News.articles { $0.name = "all" }
    return try News.client([list, patch, post], store: store, transport: server) { $0.retries = .none }
  }

  private func change(_ client: Client, _ statements: String...) async throws {
    try await client.store.write { db in for sql in statements { try db.execute(sql: sql) } }
  }

  private func answer(_ client: Client, _ json: String) async throws {
    server.stub("GET", "articles", json: json)
    try await client.articles("all")
  }

  private func comments(_ client: Client, of article: Int = 1) throws -> [String] {
    try client.store.lines("SELECT target FROM Article_comments WHERE source = \(article) ORDER BY position")
  }

  private func changed(_ client: Client, _ article: Int64 = 1) async throws -> [String] {
    try await client.queue.state(entity: "Article", key: [.integer(article)]).changed
  }

  private func send(_ client: Client, _ article: Int64 = 1) async throws -> Answer<Void> {
    try await client.call(
      RouteCall("update", record: RecordBody(entity: "Article", key: [.integer(article)])))
  }

  private var lastBody: String? {
    guard case .bytes(let bytes)? = server.requests.last?.body else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let moveBack = "UPDATE Article_comments SET position = 99 WHERE source = 1 AND target = 7"
  private static let add = "INSERT INTO Comment (id) VALUES (5)"
  private static let link = "INSERT INTO Article_comments (source, target, position) VALUES (1, 5, 90)"
  private static let unlink = "DELETE FROM Article_comments WHERE source = 1 AND target = 5"

  @Test("The order that was given to a list here stays until it is sent")
  func order() async throws {
    let client = try client()
    try await change(client, Self.moveBack)
    try await answer(client, #"[{"id":1,"comments":[7,8,9]},{"id":2}]"#)
    #expect(try comments(client) == ["8", "9", "7"])
    #expect(try await changed(client) == ["comments"])
    server.stub("PATCH", "articles/1", status: 204, json: "")
    #expect(try await send(client).outcome == .imported)
    #expect(lastBody == #"{"comments":[8,9,7]}"#)
    try await answer(client, #"[{"id":1,"comments":[7,8,9]},{"id":2}]"#)
    #expect(try comments(client) == ["7", "8", "9"])
  }

  @Test("A list that lost an item here keeps the order of the others when an answer has another one")
  func orderOfRest() async throws {
    let client = try client()
    try await change(client, "DELETE FROM Article_comments WHERE source = 1 AND target = 8")
    try await answer(client, #"[{"id":1,"comments":[{"id":4},9,8,7]},{"id":2}]"#)
    #expect(try comments(client) == ["7", "9"])
  }

  @Test("A list that is what it was before has nothing to be sent", arguments: [true, false])
  func changedBack(_ ordered: Bool) async throws {
    let client = try client(ordered: ordered)
    try await change(client, Self.add, Self.link)
    #expect(try await changed(client) == ["comments"])
    try await change(client, Self.unlink)
    #expect(try await changed(client) == [])
    try await answer(client, #"[{"id":1,"comments":[9]},{"id":2}]"#)
    #expect(try comments(client) == ["9"])
  }

  @Test("A list that is changed back while it is under way is sent once more")
  func changedBackUnderWay() async throws {
    let client = try client()
    try await change(client, Self.add, Self.link)
    server.stub("PATCH", "articles/1", status: 204, json: "")
    server.stub("PATCH", "articles/1", times: 1) { _ in
      throw TransportError(.interrupted, "cut", mayHaveArrived: true)
    }
    #expect(try await send(client).outcome == .queued)
    try await change(client, Self.unlink)
    #expect(try await changed(client) == ["comments"])
    #expect(await client.queue.flush().sent == 1)
    #expect(lastBody == #"{"comments":[7,8,9,5]}"#)
    #expect(try await changed(client) == ["comments"])
    #expect(try await send(client).outcome == .imported)
    #expect(lastBody == #"{"comments":[7,8,9]}"#)
    #expect(try await changed(client) == [])
  }

  @Test("A list whose request did not leave has nothing to be sent when it is what it was")
  func changedBackBefore() async throws {
    let client = try client()
    try await change(client, Self.add, Self.link)
    server.stub("PATCH", "articles/1") { _ in throw TransportError(.offline, "no network") }
    #expect(try await send(client).outcome == .queued)
    try await change(client, Self.unlink)
    #expect(try await changed(client) == [])
    server.forgetRequests()
    _ = await client.queue.flush()
    #expect(server.requests.isEmpty)
    #expect(try await client.queue.items().isEmpty)
  }

  @Test(
    "To discard gives a list back what the server last said of it",
    arguments: ["", #"[{"id":1,"comments":[9,{"id":4}]},{"id":2}]"#])
  func discarded(_ later: String) async throws {
    let client = try client()
    try await change(client, Self.add, Self.link, Self.moveBack)
    try await change(client, "DELETE FROM Article_comments WHERE source = 1 AND target = 8")
    if !later.isEmpty { try await answer(client, later) }
    #expect(try comments(client) == ["9", "5", "7"] || comments(client) == ["9", "7", "5"])
    try await client.queue.discardChanges(entity: "Article", key: [.integer(1)])
    #expect(Set(try comments(client)) == (later.isEmpty ? ["7", "8", "9"] : ["9", "4"]))
    #expect(try await changed(client) == [])
  }

  @Test("A record in a list that was changed here stays in it with the key that the server gives it")
  func takeover() async throws {
    let client = try client()
    try await change(
      client, "INSERT INTO Comment (id, text) VALUES (-3, 'c')",
      "INSERT INTO Article_comments (source, target, position) VALUES (1, -3, 90)")
    server.stub("POST", "comments", status: 201, json: #"{"id":31,"text":"c"}"#)
    try await client.plain(RouteCall("say", record: RecordBody(entity: "Comment", key: [.integer(-3)])))
    try await answer(client, #"[{"id":1,"comments":[9,8,7]},{"id":2}]"#)
    #expect(try comments(client) == ["7", "8", "9", "31"])
    #expect(try await changed(client) == ["comments"])
    try await client.queue.discardChanges(entity: "Article", key: [.integer(1)])
    #expect(try comments(client) == ["9", "8", "7"])
  }

  @Test("A list is what it was when the record is discarded that came into it")
  func discardedItem() async throws {
    let client = try client()
    try await change(
      client, "INSERT INTO Comment (id, text) VALUES (-3, 'c')",
      "INSERT INTO Article_comments (source, target, position) VALUES (1, -3, 90)")
    try await client.queue.discardChanges(entity: "Comment", key: [.integer(-3)])
    #expect(try comments(client) == ["7", "8", "9"])
    #expect(try await changed(client) == [])
  }

  @Test("An item that the server has deleted is in no list, and is not sent")
  func deletedItem() async throws {
    let client = try client()
    try await change(client, Self.add, Self.link)
    try await client.store.write { db in
      try db.withOrigin(.server) { _ = try db.delete(entity: "Comment", key: [.integer(9)]) }
    }
    try await answer(client, #"[{"id":1,"comments":[7,8]},{"id":2}]"#)
    #expect(try comments(client) == ["7", "8", "5"])
    server.stub("PATCH", "articles/1", status: 204, json: "")
    _ = try await send(client)
    #expect(lastBody == #"{"comments":[7,8,5]}"#)
  }

  @Test("An import of the app's own changes a list that was changed here")
  func imported() async throws {
    let client = try client()
    try await change(client, Self.add, Self.link)
    try await client.store.importJSON(
      .string(#"[{"id":2,"comments":[7]},{"id":1,"comments":[9,5]}]"#), into: .entity("Article"))
    try await answer(client, #"[{"id":1,"comments":[7,8]},{"id":2}]"#)
    #expect(try comments(client) == ["9", "5"])
  }

  @Test("So does one that takes several items out, and puts others in")
  func importedItems() async throws {
    let client = try client()
    try await change(client, Self.add, Self.link)
    try await client.store.importJSON(
      .string(#"[{"id":2,"comments":[7,8]},{"id":1,"comments":[5,9,{"id":11}]}]"#), into: .entity("Article"))
    #expect(try await changed(client) == ["comments"])
    try await answer(client, #"[{"id":1,"comments":[7,8]},{"id":2}]"#)
    #expect(try comments(client) == ["5", "9", "11"])
  }

  @Test("After an import that makes a list what the server has, nothing of it is sent")
  func importedBack() async throws {
    let client = try client()
    try await change(client, Self.add, Self.link)
    try await client.store.importJSON(
      .string(#"[{"id":1,"comments":[7,8,9]}]"#), into: .entity("Article"))
    #expect(try await changed(client) == [])
  }

  @Test("Nothing is left of a record that was deleted here; made again it is new", arguments: [1, -6])
  func deleted(_ article: Int64) async throws {
    let client = try client()
    let key = StoredValue.integer(article)
    if article < 0 {
      try await change(
        client, "INSERT INTO Article (id, title) VALUES (-6, 'new')",
        "INSERT INTO Article_comments (source, target, position) VALUES (-6, 7, 1)")
    }
    try await client.store.write { _ = try $0.delete(entity: "Article", key: [key]) }
    #expect(try await client.queue.state(entity: "Article", key: [key]).isSent)
    #expect(try client.store.lines("SELECT * FROM _rowsmith_unsent_values").isEmpty)
    try await change(client, "INSERT INTO Article (id, title) VALUES (\(article), 'again')")
    #expect(try await client.queue.state(entity: "Article", key: [key]).isNew)
  }

  @Test("Of links within an entity, the record is told that has the list in its JSON")
  func ownEntity() async throws {
    let client = try client()
    try await change(client, "INSERT INTO Article_related (source, target) VALUES (1, 2), (2, 2)")
    #expect(try await changed(client, 1) == ["related"])
    #expect(try await changed(client, 2) == ["related"])
    try await answer(client, #"[{"id":1,"related":[1]},{"id":2,"related":[1]}]"#)
    let links = "SELECT source, target FROM Article_related ORDER BY 1, 2"
    #expect(try client.store.lines(links) == ["1|2", "2|2"])
    try await client.queue.discardChanges(entity: "Article", key: [.integer(1)])
    #expect(try client.store.lines(links) == ["1|1", "2|2"])
    server.stub("PATCH", "articles/2", status: 204, json: "")
    _ = try await send(client, 2)
    #expect(lastBody == #"{"related":[2]}"#)
  }

  @Test("A list is sent with the keys of records that are not there yet")
  func pending() async throws {
    let client = try client()
    try await answer(client, #"[{"id":1,"comments":[7,99]},{"id":2}]"#)
    try await change(client, Self.add, Self.link)
    server.stub("PATCH", "articles/1", status: 204, json: "")
    _ = try await send(client)
    #expect(lastBody == #"{"comments":[7,99,5]}"#)
  }

  @Test("A patch of a list leaves out a key that another record is part of")
  func keyed() async throws {
    let source = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Order: { attributes: { id: Int } }
        Tag: { attributes: { id: Int } }
        Line:
          PrimaryKey: [order, position]
          attributes: { position: Int }
          relationships: { order: { to: Order, inverse: none }, tags: { to: [Tag], inverse: none } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Orders.yml", text: source)], name: "Orders")
    let store = try Store(.memory, schema: try #require(model.schema))
    try await store.importJSON(.string(#"[{"id":1}]"#), into: .entity("Order"))
    try await store.importJSON(
      .string(#"[{"order":1,"position":2,"tags":[{"id":7},{"id":8}]}]"#), into: .entity("Line"))
    var update = News.route("update", .patch, "lines/:position")
    update.sends = "Line"
    let client = try News.client([update], store: store, transport: server)
    try await client.store.write { try $0.execute(sql: "DELETE FROM Line_tags WHERE target = 8") }
    server.stub("PATCH", "lines/2", status: 204, json: "")
    try await client.plain(
      RouteCall("update", record: RecordBody(entity: "Line", key: [.integer(1), .integer(2)])))
    guard case .bytes(let bytes)? = server.requests.last?.body else {
      Issue.record("no body was sent")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"tags":[7]}"#)
  }

  @Test(
    "A patch of a list has the records whole that no single value names",
    arguments: [
      ("{ PrimaryKey: [product, sku], attributes: { product: Int, sku: String } }", "target_sku = 'b'"),
      ("{ attributes: { product: Int, sku: String } }", "target = (SELECT max(_rowsmith_id) FROM Variant)"),
    ])
  func whole(_ variant: String, _ link: String) async throws {
    let source = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Offer: { attributes: { id: Int }, relationships: { variants: { to: [Variant], inverse: none } } }
        Variant: \(variant)
      """
    let model = ModelCompiler.compile([ModelSource(path: "Shop.yml", text: source)], name: "Shop")
    let store = try Store(.memory, schema: try #require(model.schema))
    let offer = #"{"id":1,"variants":[{"product":5,"sku":"a"},{"product":5,"sku":"b"}]}"#
    try await store.importJSON(.string(offer), into: .entity("Offer"))
    var update = News.route("update", .patch, "offers/:id")
    update.sends = "Offer"
    let client = try News.client([update], store: store, transport: server)
    try await change(client, "DELETE FROM Offer_variants WHERE \(link)")
    server.stub("PATCH", "offers/1", status: 204, json: "")
    try await client.plain(RouteCall("update", record: RecordBody(entity: "Offer", key: [.integer(1)])))
    #expect(lastBody == #"{"variants":[{"product":5,"sku":"a"}]}"#)
  }

  @Test("A record with a key of several parts stays in a list that was changed here when its key changes")
  func renamedParts() async throws {
    let source = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Order: { attributes: { id: Int }, relationships: { lines: { to: [Line], inverse: none } } }
        Bill: { attributes: { id: Int }, relationships: { lines: { to: [Order], inverse: none } } }
        Line: { PrimaryKey: [place, number], attributes: { place: String, number: Int } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Orders.yml", text: source)], name: "Orders")
    let store = try Store(.memory, schema: try #require(model.schema))
    try await store.importJSON(
      .string(#"[{"id":1,"lines":[{"place":"a\"/b\\","number":-1}]},{"id":2}]"#), into: .entity("Order"))
    try await store.importJSON(.string(#"[{"place":"c","number":1}]"#), into: .entity("Line"))
    try await store.importJSON(.string(#"[{"id":1}]"#), into: .entity("Bill"))
    let sending = ["Order", "Bill", "Line"].map { entity in
      var route = News.route("send\(entity)", .patch, "records/:id")
      route.sends = entity
      return route
    }
    let client = try News.client(sending, store: store, transport: server)
    let former: [StoredValue] = [.text(#"a"/b\"#), .integer(-1)]
    let new: [StoredValue] = [.text("é"), .integer(2)]
    let other: [StoredValue] = [.text("c"), .integer(1)]
    try await store.write { db in
      try db.setLinks("Order.lines", of: [.integer(1)], to: [former, other])
      try db.setLinks("Bill.lines", of: [.integer(1)], to: [[.integer(2)]])
    }
    try await store.write { _ = try $0.rekey(entity: "Line", from: former, to: new) }
    let state = try await client.queue.state(entity: "Order", key: [.integer(1)])
    #expect(state.changed == ["lines"])
    try await client.queue.discardChanges(entity: "Order", key: [.integer(1)])
    let links = try await store.write { try $0.linkedKeys("Order.lines", of: [.integer(1)]) }
    #expect(links == [new])
    #expect(try await client.queue.state(entity: "Bill", key: [.integer(1)]).changed == ["lines"])
  }
}
