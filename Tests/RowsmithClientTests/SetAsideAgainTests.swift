import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithTesting
import Testing

@testable import RowsmithClient

@Suite("Requests that were set aside, and wait again")
struct SetAsideAgainTests {
  private let server = StubTransport()

  private func client(_ store: Store? = nil, hasRoutes: Bool = true) throws -> Client {
    var create = News.route("create", .post, "articles")
    (create.sends, create.returns, create.isQueued) = ("Article", .record("Article"), true)
    var remove = News.route("remove", .delete, "articles/:id")
    (remove.deletes, remove.isQueued) = ("Article", true)
    var upload = News.route("upload", .put, "pictures/:name")
    upload.isQueued = true
    return try News.client(hasRoutes ? [create, remove, upload] : [], store: store, transport: server) {
      $0.retries = .none
    }
  }

  private func create(_ client: Client) async throws -> Answer<Void> {
    try await client.call(RouteCall("create", record: RecordBody(entity: "Article", key: [.integer(-7)])))
  }

  private func keys() -> Set<String> { Set(server.requests.compactMap { $0.headers["Idempotency-Key"] }) }

  private func bodies() -> Set<String> {
    Set(
      server.requests.map { request in
        guard case .bytes(let bytes)? = request.body else { return "-" }
        return String(decoding: bytes, as: UTF8.self)
      })
  }

  /// Makes a record of which the server says nothing that can be read, until that is set aside.
  private func unread(_ client: Client) async throws {
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'a')") }
    server.stub("POST", "articles", status: 201, json: #"{"id":31,"title":7}"#)
    #expect(try await create(client).outcome == .queued)
    for _ in 1...9 { _ = await client.queue.flush() }
    #expect(try await client.queue.items().map(\.state) == [.refused])
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b'") }
    server.stub("POST", "articles", status: 201, json: #"{"id":31,"title":"a"}"#)
  }

  @Test("What the server may have done is asked again as it left, under its key", arguments: [true, false])
  func uncertain(_ retries: Bool) async throws {
    let client = try client()
    try await unread(client)
    if retries {
      let id = try #require(await client.queue.items().first?.id)
      #expect(try await client.queue.retry(id))
      #expect(await client.queue.flush().sent == 1)
    } else {
      #expect(try await create(client).outcome == .imported)
    }
    #expect(server.requests.count == 11)
    #expect(keys().count == 1)
    #expect(bodies() == [#"{"title":"a"}"#])
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["31|b"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(31)]).changed == ["title"])
  }

  @Test("A record that the server may have made is deleted there, too")
  func deleted() async throws {
    let client = try client()
    try await unread(client)
    server.stub("DELETE", "articles/31", status: 204, json: "")
    let answer: Answer<Void> = try await client.call(
      RouteCall("remove", record: RecordBody(entity: "Article", key: [.integer(-7)])))
    #expect(answer.outcome == .imported)
    let sent = server.requests.suffix(2).map { "\($0.method) \($0.url.split(separator: "/").last ?? "")" }
    #expect(sent == ["POST articles", "DELETE 31"])
    #expect(try client.articleIDs.isEmpty)
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("A refused token says nothing of the attempts before in the same exchange")
  func refusedToken() async throws {
    let statuses = [503, 401, 403, 201]
    let attempts = Counter()
    server.stub("POST", "orders") { _ in StubAnswer(status: statuses[attempts.next()], json: "") }
    var make = News.route("make", .post, "orders")
    make.isQueued = true
    let client = try News.client([make], transport: server) {
      $0.authentication = BearerAuthentication(tokens: .init(access: "old"))
    }
    await #expect(throws: ClientError.self) { try await client.plain(RouteCall("make")) }
    #expect(await client.queue.flush().refused.count == 1)
    #expect(try await client.queue.retry(try #require(await client.queue.items().first?.id)))
    #expect(await client.queue.flush().sent == 1)
    #expect(attempts.value == 4)
    #expect(keys().count == 1)
  }

  @Test("What the server has refused is made anew, under another key")
  func refused() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'a')") }
    server.stub("POST", "articles", status: 422, json: "{}")
    await #expect(throws: ClientError.self) { try await create(client) }
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b'") }
    server.stub("POST", "articles", status: 201, json: #"{"id":31,"title":"b"}"#)
    #expect(try await client.queue.retry(try #require(await client.queue.items().first?.id)))
    #expect(await client.queue.flush().sent == 1)
    #expect(keys().count == 2)
    #expect(bodies() == [#"{"title":"a"}"#, #"{"title":"b"}"#])
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["31|b"])
  }

  @Test("A request whose route the model does not have any more waits for it", arguments: [true, false])
  func withoutRoute(_ hasLeft: Bool) async throws {
    let before = try client()
    try await before.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'a')") }
    server.stub("POST", "articles") { _ in
      throw TransportError(hasLeft ? .interrupted : .offline, "no", mayHaveArrived: hasLeft)
    }
    #expect(try await create(before).outcome == .queued)
    let without = try client(before.store, hasRoutes: false)
    #expect(await without.queue.flush().refused.count == 1)
    let item = try #require(await without.queue.items().first)
    #expect(item.state == .refused)
    #expect(
      item.message
        == (hasLeft
          ? "the model has no route 'create' any more; drop the request, or restore the route"
          : "there is no route 'create'; the model has none"))
    let after = try client(before.store)
    server.stub("POST", "articles", status: 201, json: #"{"id":31,"title":"a"}"#)
    #expect(try await after.queue.retry(item.id))
    #expect(await after.queue.flush().sent == 1)
    #expect(keys().count == (hasLeft ? 1 : 2))
    #expect(try after.store.lines("SELECT id, title FROM Article") == ["31|a"])
  }

  @Test("An upload whose file is gone waits for it")
  func withoutFile() async throws {
    let client = try client()
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).png")
    try Data([1, 2]).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    server.stub("PUT", "pictures/a") { _ in throw TransportError(.offline, "no network") }
    let answer: Answer<Void> = try await client.call(
      RouteCall("upload", path: ["name": .text("a")], body: .file(file, type: "image/png")))
    #expect(answer.outcome == .queued)
    try FileManager.default.removeItem(at: file)
    server.stub("PUT", "pictures/a", status: 204, json: "")
    #expect(await client.queue.flush().refused.count == 1)
    let item = try #require(await client.queue.items().first)
    #expect(item.message == "the file '\(file.path())' no longer exists, or cannot be read")
    try Data([1, 2]).write(to: file)
    #expect(try await client.queue.retry(item.id))
    #expect(await client.queue.flush().sent == 1)
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("A body of its own does not replace one that was refused for the same record", arguments: [422, 200])
  func otherBody(_ status: Int) async throws {
    var note = News.route("note", .post, "articles/:id/notes")
    (note.returns, note.isQueued) = (.record("Comment"), true)
    let client = try News.client([note], store: News.store([1]), transport: server) { $0.retries = .none }
    func send(_ text: String) async throws -> Answer<Void> {
      try await client.call(
        RouteCall(
          "note", record: RecordBody(entity: "Article", key: [.integer(1)]), body: .json(.string(text))))
    }
    // An answer that stays unusable says nothing of what the server has done.
    server.stub("POST", "articles/1/notes", status: status, json: #"{"id":"no number"}"#)
    _ = try? await send("one")
    for _ in 1...9 { _ = await client.queue.flush() }
    #expect(try await client.queue.items().map(\.state) == [.refused])
    server.stub("POST", "articles/1/notes", status: 201, json: #"{"id":5}"#)
    // Nor does it wait for it: nothing of the record is in either.
    #expect(try await send("two").outcome == .imported)
    #expect(try await client.queue.items().map(\.state) == [.refused])
    #expect(bodies() == [#""one""#, #""two""#])
  }

  @Test("Where nobody is logged in, what waits is not refused")
  func withoutLogin() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'a')") }
    server.stub("POST", "articles", status: 401, json: "{}")
    let error = await #expect(throws: ClientError.self) { try await create(client) }
    #expect(error?.reason == .loginNeeded)
    #expect(try await client.queue.items().map(\.state) == [.sending])
    server.stub("POST", "articles", status: 201, json: #"{"id":31,"title":"a"}"#)
    #expect(await client.queue.flush().sent == 1)
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["31|a"])
  }

  @Test("A refusal that says nothing of an attempt before makes nothing anew", arguments: [403, 404])
  func refusedLater(_ status: Int) async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'a')") }
    server.stub("POST", "articles", status: 201, json: #"{"id":31,"title":"a"}"#)
    server.stub("POST", "articles", status: status, json: "{}", times: 1)
    server.stub("POST", "articles", times: 1) { _ in throw TransportError(.interrupted, "cut") }
    #expect(try await create(client).outcome == .queued)
    #expect(await client.queue.flush().refused.count == 1)
    #expect(try await client.queue.retry(try #require(await client.queue.items().first?.id)))
    #expect(await client.queue.flush().sent == 1)
    #expect(keys().count == 1)
    #expect(try client.store.lines("SELECT id FROM Article") == ["31"])
  }

  @Test("An answer that says that nothing was done leaves nothing open", arguments: [401, 429])
  func refusedAfterNothing(_ first: Int) async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'a')") }
    server.stub("POST", "articles", status: 403, json: "{}", times: 1)
    server.stub("POST", "articles", status: first, json: "{}", times: 1)
    _ = try? await create(client)
    _ = await client.queue.flush()
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b'") }
    server.stub("POST", "articles", status: 201, json: #"{"id":31,"title":"b"}"#)
    #expect(try await create(client).outcome == .imported)
    #expect(bodies().contains(#"{"title":"b"}"#) && keys().count == 2)
  }

  @Test("A new record that the server keeps refusing can be deleted here")
  func refusedForEver() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'a')") }
    server.stub("POST", "articles", status: 403, json: "{}")
    server.stub("POST", "articles", times: 1) { _ in throw TransportError(.interrupted, "cut") }
    _ = try await create(client)
    _ = await client.queue.flush()
    for _ in 0..<2 {
      let _: Answer<Void>? = try? await client.call(RouteCall("remove", path: ["id": .integer(-7)]))
      _ = await client.queue.flush()
    }
    #expect(try client.store.lines("SELECT id FROM Article") == [])
    #expect(try await client.queue.items().isEmpty)
  }

  @Test(
    "What no request can do, as the database is busy or full, sets none aside",
    arguments: [StoreError(.busy, "busy"), StoreError(code: .full, message: "full")])
  func databaseFails(_ error: StoreError) async throws {
    let client = try client()
    server.stub("PUT", "pictures/a") { _ in throw TransportError(.offline, "no network") }
    #expect(try await client.plain(RouteCall("upload", path: ["name": .text("a")])).outcome == .queued)
    let rows = try await client.store.read { try $0.queueRows(client.facts) }
    let row = try #require(rows.first)
    let end = await QueueSender(client: client, owner: QueueOwner()).setAside(row, error)
    #expect(end.stop?.reason == .database)
    #expect(end.stop?.message == "the queue cannot be sent: \(error.message)")
    #expect(try await client.queue.items().map(\.state) == [.waiting])
  }
}
