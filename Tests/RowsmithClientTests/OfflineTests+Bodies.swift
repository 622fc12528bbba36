import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import TestSupport
import Testing

extension OfflineTests {
  /// A client with a new record that waits, which the server now takes, and a file that waits for its key.
  private func withWaitingFile(_ method: RouteMethod, in folder: TemporaryFolder) async throws -> Client {
    var photo = News.route("photo", method, "articles/:id/photo")
    photo.isQueued = true
    let client = try News.client(OfflineTests.routes() + [photo], transport: server) { $0.retries = .none }
    let path = folder.path + "/a.txt"
    try "hello".write(toFile: path, atomically: true, encoding: .utf8)
    goOffline()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-5, 'a')") }
    #expect(try await call(client, "create", "Article", -5).outcome == .queued)
    let waiting: Answer<Void> = try await client.call(
      RouteCall("photo", path: ["id": .integer(-5)], body: .file(path: path, type: "text/plain")))
    #expect(waiting.outcome == .queued)
    server.stub("POST", "articles", status: 201, json: #"{"id":31,"title":"a"}"#)
    return client
  }

  @Test("A file that waits for the key of a new record is sent by the same flush as the record")
  func uploadOfNewRecord() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let client = try await withWaitingFile(.post, in: folder)
    server.stub("POST", "articles/31/photo", status: 201, json: "")
    let report = await client.queue.flush()
    #expect(report.sent == 2 && report.waiting == 0)
    #expect(try await client.queue.items().isEmpty)
  }

  @Test(
    "A file that waits for the key of a new record is sent once the next call has sent the record",
    arguments: [false, true])
  func uploadBeforeCall(_ isQueued: Bool) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let client = try await withWaitingFile(.put, in: folder)
    server.stub("PUT", "articles/31/photo", status: 204, json: "")
    server.stub("GET", "articles", json: "[]")
    if isQueued {
      try await client.store.importJSON(.string(#"[{"id":32,"title":"a"}]"#), into: .entity("Article"))
      try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b' WHERE id = 32") }
      server.stub("PATCH", "articles/32", status: 200, json: #"{"id":32,"title":"b"}"#)
      #expect(try await call(client, "update", "Article", 32).outcome == .imported)
    } else {
      let _: Answer<Void> = try await client.call(RouteCall("list"))
    }
    try await awaitFiles(of: client)
    #expect(try await client.queue.items().isEmpty)
    #expect(server.requests.contains { $0.method == "PUT" })
  }

  /// Waits until nothing waits in the queue: files do not hold up the call.
  private func awaitFiles(of client: Client) async throws {
    try await eventually { try await !client.queue.needsFlushing() }
  }

  @Test("It is also sent if the server then refuses that call")
  func uploadBeforeRefusedCall() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let client = try await withWaitingFile(.put, in: folder)
    server.stub("PUT", "articles/31/photo", status: 204, json: "")
    try await client.store.importJSON(.string(#"[{"id":32,"title":"a"}]"#), into: .entity("Article"))
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b' WHERE id = 32") }
    server.stub("PATCH", "articles/32", status: 422, json: "{}")
    await #expect(throws: ClientError.self) { try await call(client, "update", "Article", 32) }
    try await awaitFiles(of: client)
    #expect(try await client.queue.items().map(\.state) == [.refused])
    #expect(server.requests.contains { $0.method == "PUT" })
  }

  @Test("A file that finds the network there again brings the record that it waits for, first")
  func uploadBringsRecord() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let client = try await withWaitingFile(.post, in: folder)
    server.stub("POST", "articles/31/photo", status: 201, json: "")
    server.forgetRequests()
    let body = RequestBody.file(path: folder.path + "/a.txt", type: "text/plain")
    let photo = RouteCall("photo", path: ["id": .integer(-5)], body: body)
    #expect(try await client.plain(photo).outcome == .imported)
    #expect(server.requests.map { String($0.url.suffix(8)) } == ["articles", "31/photo", "31/photo"])
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("A call that waits for a file of its record follows it", arguments: [true, false])
  func callBehindUpload(_ isCalledOnline: Bool) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let client = try await withWaitingFile(.put, in: folder)
    try await client.store.importJSON(.string(#"[{"id":32,"title":"a"}]"#), into: .entity("Article"))
    server.stub("PUT", "articles/32/photo") { _ in throw TransportError(.offline, "no network") }
    server.stub("PATCH", "articles/32", json: #"{"id":32,"title":"b"}"#)
    let photo = RouteCall(
      "photo", record: RecordBody(entity: "Article", key: [.integer(32)]),
      body: .file(path: folder.path + "/a.txt", type: "text/plain"))
    #expect(try await client.plain(photo).outcome == .queued)
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b' WHERE id = 32") }
    if !isCalledOnline { #expect(try await call(client, "update", "Article", 32).outcome == .queued) }
    for id in [31, 32] { server.stub("PUT", "articles/\(id)/photo", status: 204, json: "") }
    let sending = Task {
      if !isCalledOnline { await client.queue.flush(whenever: TimerReachability(every: .seconds(3600))) }
    }
    if isCalledOnline { #expect(try await call(client, "update", "Article", 32).outcome == .queued) }
    try await awaitFiles(of: client)
    sending.cancel()
    #expect(try await client.queue.items().isEmpty)
  }

  /// A network whose state a test says.
  private struct Network: Reachability {
    let changes: AsyncStream<Bool>
  }

  @Test("A file under way holds up no call for which the network is there again")
  func callBesideUpload() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    var upload = News.route("upload", .post, "files")
    upload.isQueued = true
    let client = try News.client(OfflineTests.routes() + [upload], transport: server) { $0.retries = .none }
    try "hello".write(toFile: folder.path + "/a.txt", atomically: true, encoding: .utf8)
    let file = RequestBody.file(path: folder.path + "/a.txt", type: "text/plain")
    goOffline()
    server.stub("POST", "files") { _ in throw TransportError(.offline, "no network") }
    #expect(try await client.plain(RouteCall("upload", body: file)).outcome == .queued)
    let (reached, open) = (Gate(), Gate())
    server.stub("POST", "files") { _ in
      reached.open()
      await open.wait()
      return StubAnswer(status: 204, json: "")
    }
    let (changes, network) = AsyncStream.makeStream(of: Bool.self)
    let sending = Task { await client.queue.flush(whenever: Network(changes: changes)) }
    network.yield(true)
    await reached.wait()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-5, 'a')") }
    #expect(try await call(client, "create", "Article", -5).outcome == .queued)
    server.stub("POST", "articles", status: 201, json: #"{"id":31,"title":"a"}"#)
    network.yield(true)
    try await eventually { try client.articleIDs == ["31"] }
    open.open()
    network.finish()
    await sending.value
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("Intervals that end while the queue is sent are not made up for")
  func missedIntervals() async throws {
    var times = TimerReachability(every: .milliseconds(20)).changes.makeAsyncIterator()
    _ = await times.next()
    try await Task.sleep(for: .milliseconds(400))
    let start = ContinuousClock.now
    for _ in 1...10 { _ = await times.next() }
    #expect(ContinuousClock.now - start > .milliseconds(100))
  }

  /// A queued route whose path a record fills in.
  private static var note: Route {
    var note = News.route("note", .post, "articles/:id/notes")
    note.isQueued = true
    return note
  }

  /// A client with one more route, and a record whose title has changed.
  private func withChange(_ route: Route) async throws -> Client {
    let client = try News.client(OfflineTests.routes() + [route], transport: server) { $0.retries = .none }
    try await client.store.importJSON(.string(#"[{"id":1,"title":"a"}]"#), into: .entity("Article"))
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b'") }
    return client
  }

  @Test("A body of its own says nothing of the changes of the record that has filled in its path")
  func sentBody() async throws {
    let client = try await withChange(OfflineTests.note)
    server.stub("POST", "articles/1/notes", status: 204, json: "")
    let answer: Answer<Void> = try await client.call(
      RouteCall(
        "note", record: RecordBody(entity: "Article", key: [.integer(1)]), body: .json(.string("x"))))
    #expect(answer.outcome == .imported)
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).changed == ["title"])
    // The title has never left, so it need not be sent that it is as before.
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'a'") }
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).isSent)
  }

  @Test("Nor does one of a route that sends the record otherwise, if the call is not queued")
  func sentBodyAtOnce() async throws {
    var change = News.route("change", .patch, "articles/:id")
    change.sends = "Article"
    let client = try await withChange(change)
    server.stub("PATCH", "articles/1", status: 204, json: "")
    let answer: Answer<Void> = try await client.call(
      RouteCall(
        "change", record: RecordBody(entity: "Article", key: [.integer(1)]), body: .json(.string("x"))))
    #expect(answer.outcome == .imported)
    #expect(bodies() == [#""x""#])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).changed == ["title"])
  }

  @Test(
    "A new record that is made by a body of its own gets the server's key, and its edits are sent after that")
  func madeByBody() async throws {
    let client = try client()
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-5, 'a')") }
    goOffline()
    let body = RequestBody.json(.object([.init("title", .string("a"))]))
    let made: Answer<Void> = try await client.call(
      RouteCall("create", record: RecordBody(entity: "Article", key: [.integer(-5)]), body: body))
    #expect(made.outcome == .queued)
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b'") }
    #expect(try await call(client, "update", "Article", -5).outcome == .queued)
    server.forgetRequests()
    server.stub("POST", "articles", status: 201, json: #"{"id":31,"title":"a"}"#)
    server.stub("PATCH", "articles/31", json: #"{"id":31,"title":"b"}"#)
    #expect(await client.queue.flush().sent == 2)
    #expect(bodies() == [#"{"article":{"title":"a"}}"#, #"{"title":"b"}"#])
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["31|b"])
    #expect(try await client.queue.items().isEmpty)
    #expect(try await client.queue.state(entity: "Article", key: [.integer(31)]).isSent)
  }

  @Test("What is edited while a new record is made by a body of its own stays, and is still to be sent")
  func editedMeanwhile() async throws {
    var make = News.route("make", .post, "articles")
    (make.sends, make.returns) = ("Article", .record("Article"))
    let client = try News.client([make], transport: server) { $0.retries = .none }
    try await client.store.write { try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-5, 'a')") }
    server.stub("POST", "articles") { _ in
      try client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b'") }
      return StubAnswer(status: 201, json: #"{"id":31,"title":"a"}"#)
    }
    let made: Answer<Void> = try await client.call(
      RouteCall(
        "make", record: RecordBody(entity: "Article", key: [.integer(-5)]),
        body: .json(.object([.init("title", .string("a"))]))))
    #expect(made.outcome == .imported)
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["31|b"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(31)]).changed == ["title"])
  }

  @Test("A file that waits is found from any folder")
  func relativeFile() async throws {
    var upload = News.route("upload", .post, "files")
    upload.isQueued = true
    let client = try News.client([upload], transport: server) { $0.retries = .none }
    await #expect(throws: ClientError.self) {
      let _: Answer<Void> = try await client.call(
        RouteCall("upload", body: .file(path: "missing.txt", type: "text/plain")))
    }
    let path = "\(FileManager.default.currentDirectoryPath)/missing.txt"
    #expect(try client.store.lines("SELECT file FROM _rowsmith_queue") == [path])
  }

  @Test("A file that waits is found after an update of the app has moved its container")
  func movedContainer() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let (before, after) = ("\(folder.path)/\(UUID().uuidString)", "\(folder.path)/\(UUID().uuidString)")
    for name in ["Library", "Documents"] {
      try FileManager.default.createDirectory(
        atPath: "\(before)/\(name)", withIntermediateDirectories: true)
    }
    let path = before + "/Documents/a.txt"
    try "hello".write(toFile: path, atomically: true, encoding: .utf8)
    var upload = News.route("upload", .post, "files")
    upload.isQueued = true
    server.stub("POST", "files") { _ in throw TransportError(.offline, "no network") }
    let store = try Store(.file(before + "/Library/news.sqlite"), schema: News.schema)
    let client = try News.client([upload], store: store, transport: server) { $0.retries = .none }
    let call = RouteCall("upload", body: .file(path: path, type: "text/plain"))
    #expect(try await client.plain(call).outcome == .queued)
    await store.close()
    try FileManager.default.moveItem(atPath: before, toPath: after)
    server.stub("POST", "files", status: 201, json: "")
    let moved = try Store(.file(after + "/Library/news.sqlite"), schema: News.schema)
    let next = try News.client([upload], store: moved, transport: server) { $0.retries = .none }
    #expect(await next.queue.flush().sent == 1)
    #expect(try await next.queue.items().isEmpty)
  }

  @Test("A form that the database has no room for is an error before its files are read")
  func hugeForm() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path + "/film.mp4"
    // It has a hole in place of its bytes.
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: 600_000_000)
    try file.close()
    var upload = News.route("upload", .post, "films")
    upload.isQueued = true
    let client = try News.client([upload], transport: server) { $0.retries = .none }
    let error = await #expect(throws: ClientError.self) {
      try await client.plain(RouteCall("upload", body: .form([.file("film", path: path)])))
    }
    #expect(error?.reason == .misuse)
    #expect(error?.message.contains("room for 499 MB, and this one has 600 MB") == true)
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("A body that is given up leaves alone the record that has filled in its path")
  func givenUpBody() async throws {
    let client = try await withChange(OfflineTests.note)
    server.stub("POST", "articles/1/notes", status: 422, json: "{}")
    await #expect(throws: ClientError.self) {
      let _: Answer<Void> = try await client.call(
        RouteCall(
          "note", record: RecordBody(entity: "Article", key: [.integer(1)]), body: .json(.string("x"))))
    }
    #expect(try await client.queue.giveUp(try #require(await client.queue.items().first?.id)))
    #expect(try await client.queue.items().isEmpty)
    #expect(try client.store.lines("SELECT title FROM Article") == ["b"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).changed == ["title"])
  }

  @Test("A refused deletion holds up what follows for its record, also if it has a body of its own")
  func refusedDeletion() async throws {
    let client = try News.client(OfflineTests.routes(), transport: server) { $0.retries = .none }
    try await client.store.importJSON(.string(#"[{"id":1,"title":"a"}]"#), into: .entity("Article"))
    server.stub("DELETE", "articles/1", status: 422, json: "{}")
    await #expect(throws: ClientError.self) {
      let _: Answer<Void> = try await client.call(
        RouteCall("remove", path: ["id": .integer(1)], body: .json(.string("spam"))))
    }
    #expect(try await client.queue.items().map(\.state) == [.refused])
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'b'") }
    #expect(try await call(client, "update", "Article", 1).outcome == .queued)
    #expect(server.requests.map(\.method) == ["DELETE"])
  }

  @Test(
    "A deletion with another body, or with none, takes the place of the refused one",
    arguments: [("spam", "old"), ("spam", nil), (nil, "old")] as [(String?, String?)])
  func deletionAgain(_ first: String?, _ second: String?) async throws {
    let client = try News.client(OfflineTests.routes(), transport: server) { $0.retries = .none }
    try await client.store.importJSON(.string(#"[{"id":1,"title":"a"}]"#), into: .entity("Article"))
    func remove(_ reason: String?) async throws -> Answer<Void> {
      try await client.call(
        RouteCall(
          "remove", path: ["id": .integer(1)], body: reason.map { RequestBody.json(.string($0)) }))
    }
    server.stub("DELETE", "articles/1", status: 422, json: "{}")
    await #expect(throws: ClientError.self) { try await remove(first) }
    server.stub("DELETE", "articles/1", status: 204, json: "")
    #expect(try await remove(second).outcome == .imported)
    #expect(try await client.queue.items().isEmpty)
    #expect(try client.articleIDs.isEmpty)
  }
}
