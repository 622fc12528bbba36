import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("The order of what waits and has no record")
struct QueueOrderTests {
  let server = StubTransport()

  private func client(limit: Int? = nil, store: Store? = nil) throws -> Client {
    func queued(_ name: String, _ method: RouteMethod, _ path: String) -> Route {
      var route = News.route(name, method, path)
      route.isQueued = true
      return route
    }
    var rename = queued("rename", .patch, "articles/:id")
    rename.sends = "Article"
    let routes = [
      rename, queued("like", .put, "articles/:id/like"), queued("unlike", .delete, "articles/:id/like"),
      queued("note", .post, "articles/:id/notes"),
    ]
    var options = ClientOptions()
    options.retries = .none
    options.clock.draw = { 0 }
    let api = API(
      baseURL: "https://news.example.com", batch: limit.map { .init(path: "batch", limit: $0) },
      routes: routes)
    return try Client(store: try store ?? News.store(), api: api, transport: server, options: options)
  }

  private func call(_ client: Client, _ route: String, _ id: Int64 = 7, _ text: String? = nil) async throws {
    let body = text.map { RequestBody.data(Data($0.utf8), type: "text/plain") }
    let _: Answer<Void> = try await client.call(RouteCall(route, path: ["id": .integer(id)], body: body))
  }

  func answer(_ status: Int, _ method: String, _ path: String, times: Int? = nil) {
    server.stub(method, path, times: times) { _ in StubAnswer(status: status, json: "") }
  }

  private var sent: [String] { server.requests.map { "\($0.method) \($0.url.dropFirst(25))" } }

  @Test("A later request to the same path waits until the earlier one has its answer", arguments: [nil, 20])
  func lastWord(_ limit: Int?) async throws {
    let client = try client(limit: limit)
    for (method, path) in [("PUT", "like"), ("DELETE", "like")] {
      server.stub(method, "articles/7/\(path)") { _ in throw TransportError(.offline, "no network") }
    }
    answer(204, "PUT", "articles/8/like")
    server.stub("POST", "batch", json: #"[{"code":500},{"code":204}]"#)
    try await call(client, "like")
    try await call(client, "unlike")
    server.forgetRequests()
    answer(204, "PUT", "articles/7/like")
    answer(500, "PUT", "articles/7/like", times: 1)
    answer(204, "DELETE", "articles/7/like")
    _ = await client.queue.flush()
    #expect(sent == ["PUT articles/7/like"])
    #expect(await client.queue.flush().sent == 2)
    #expect(sent == ["PUT articles/7/like", "PUT articles/7/like", "DELETE articles/7/like"])
    #expect(try await client.queue.items().isEmpty)
  }

  @Test("One that was refused, one to another path, and what only makes something new hold up nothing")
  func others() async throws {
    let client = try client()
    answer(403, "PUT", "articles/7/like")
    answer(204, "DELETE", "articles/7/like")
    answer(500, "PUT", "articles/8/like")
    answer(204, "PUT", "articles/9/like")
    await #expect(throws: ClientError.self) { try await call(client, "like") }
    try await call(client, "unlike")
    try await call(client, "like", 8)
    try await call(client, "like", 9)
    server.stub("POST", "articles/7/notes") { request in
      guard case .bytes(let bytes)? = request.body else { return StubAnswer(status: 400, json: "") }
      return StubAnswer(status: bytes == Array("a".utf8) ? 500 : 204, json: "")
    }
    try await call(client, "note", 7, "a")
    try await call(client, "note", 7, "b")
    let waiting = try await client.queue.items()
    #expect(waiting.map(\.route) == ["like", "like", "note"])
    #expect(waiting.map(\.state) == [.refused, .sending, .sending])
  }

  @Test("A pause that the server asks for while a file is under way holds up the next file, too, and lasts")
  func pauseBesideFiles() async throws {
    let setting = try Uploads(server)
    defer { withExtendedLifetime(setting) {} }
    let (client, uploads) = (setting.client, setting.calls)
    let (reached, open) = (Gate(), Gate())
    server.stub("POST", "files/a") { _ in
      reached.open()
      await open.wait()
      return StubAnswer(status: 204, json: "")
    }
    answer(204, "POST", "files/b")
    answer(204, "PUT", "articles/8/like")
    server.stub("PUT", "articles/7/like", status: 429, json: "{}", headers: ["Retry-After": "60"])
    let first = Task { try await client.plain(uploads[0]).outcome }
    await reached.wait()
    let second = Task { try await client.plain(uploads[1]).outcome }
    while try await client.queue.items().count < 2 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(try await client.plain(RouteCall("like", path: ["id": .integer(7)])).outcome == .queued)
    open.open()
    #expect(try await first.value == .imported)
    #expect(try await second.value == .queued)
    #expect(try await client.plain(RouteCall("like", path: ["id": .integer(8)])).outcome == .queued)
    #expect(server.count() == 2)
    setting.clock.advance(61)
    answer(204, "PUT", "articles/7/like")
    #expect(await client.queue.flush().waiting == 0)
    #expect(server.count() == 5)
  }

  @Test(
    "Such a pause holds up the rest of a flush, too, and a shorter one does not end it",
    arguments: [204, 429])
  func pauseInFlush(status: Int) async throws {
    let setting = try Uploads(server)
    defer { withExtendedLifetime(setting) {} }
    let (client, uploads) = (setting.client, setting.calls)
    let places = [("POST", "files/a"), ("POST", "files/b"), ("PUT", "articles/7/like")]
    for (method, place) in places {
      server.stub(method, place) { _ in throw TransportError(.offline, "no network") }
    }
    for upload in uploads { #expect(try await client.plain(upload).outcome == .queued) }
    #expect(try await client.plain(RouteCall("like", path: ["id": .integer(7)])).outcome == .queued)
    server.forgetRequests()
    let (reached, open) = (Gate(), Gate())
    let headers: HTTPHeaders = status == 429 ? ["Retry-After": "5"] : [:]
    server.stub("POST", "files/a") { _ in
      reached.open()
      await open.wait()
      return StubAnswer(status: status, json: "", headers: headers)
    }
    server.stub("PUT", "articles/7/like") { _ in
      await reached.wait()
      return StubAnswer(status: 429, json: "{}", headers: ["Retry-After": "60"])
    }
    for (method, place) in [("POST", "files/b"), ("PUT", "articles/8/like")] { answer(204, method, place) }
    let flush = Task { await client.queue.flush() }
    while try await client.queue.items().first(where: { $0.route == "like" })?.status != 429 {
      try await Task.sleep(for: .milliseconds(10))
    }
    try await Task.sleep(for: .milliseconds(50))
    open.open()
    #expect(await flush.value.stopped?.status == 429)
    #expect(server.count() == 2)
    setting.clock.advance(6)
    #expect(try await client.plain(RouteCall("like", path: ["id": .integer(8)])).outcome == .queued)
    #expect(server.count() == 2)
    setting.clock.advance(55)
    for (method, place) in places { answer(204, method, place) }
    #expect(await client.queue.flush().waiting == 0)
  }

  @Test(
    "What a process had taken that is gone is sent at once, also where this one has its number",
    arguments: [(true, 1), (false, 0)])
  func taken(_ isGone: Bool, _ sent: Int) async throws {
    let client = try client()
    server.stub("PUT", "articles/7/like") { _ in throw TransportError(.offline, "no network") }
    try await call(client, "like")
    answer(204, "PUT", "articles/7/like")
    // The parent of this process is there.
    let process = isGone ? ProcessInfo.processInfo.processIdentifier : getppid()
    let end = Date().timeIntervalSince1970 + 3000
    try await client.store.write { db in
      try db.execute(
        sql: "UPDATE _rowsmith_queue SET owner = '\(process) \(UUID()) \(UUID())', lease = \(end)")
    }
    #expect(await client.queue.flush().sent == sent)
  }

  @Test("What another process takes while this one waits for the database is not sent by both")
  func takenMeanwhile() async throws {
    let client = try client()
    server.stub("PUT", "articles/7/like") { _ in throw TransportError(.offline, "no network") }
    try await call(client, "like")
    answer(204, "PUT", "articles/7/like")
    let flush = try await client.store.write { db -> Task<Int, Never> in
      let flush = Task { await client.queue.flush().sent }
      // It waits for this transaction meanwhile.
      Thread.sleep(forTimeInterval: 0.3)
      let end = Date().timeIntervalSince1970 + 3600
      try db.execute(
        sql: "UPDATE _rowsmith_queue SET owner = '\(getppid()) \(UUID()) \(UUID())', lease = \(end)")
      return flush
    }
    #expect(await flush.value == 0)
  }

  /// Queues requests to one path: one, and so many more.
  private func queueLikes(_ client: Client, _ count: Int = 300) async throws {
    server.stub("PUT", "articles/7/like") { _ in throw TransportError(.offline, "no network") }
    try await call(client, "like")
    try await queueMore(client, "like", count)
  }

  /// Queues so many more requests like that of a route.
  private func queueMore(_ client: Client, _ route: String, _ count: Int) async throws {
    try await client.store.write { db in
      try db.execute(
        sql: """
          WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
          INSERT INTO _rowsmith_queue (lane, route, arguments, entity, key, refers, idempotency_key, state, created)
          SELECT lane, route, arguments, entity, key, refers, route || i, 'waiting', created
          FROM _rowsmith_queue, n WHERE route = '\(route)'
          """)
    }
  }

  @Test("A queue that an earlier version has made is brought up to date, and sent")
  func earlierVersion() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path + "/news.sqlite"
    do {
      let client = try client(store: try Store(.file(path), schema: News.schema))
      server.stub("PUT", "articles/7/like") { _ in throw TransportError(.offline, "no network") }
      try await call(client, "like")
      try await client.store.write { db in
        for name in ["waiting", "owned", "left", "like"] {
          try db.execute(sql: "DROP INDEX _rowsmith_queue_\(name)")
        }
        try db.execute(
          sql: """
            UPDATE _rowsmith_meta SET value = json_set(value, '$.version', 1) WHERE key = 'table _rowsmith_queue'
            """)
      }
    }
    let other = try client(store: try Store(.file(path), schema: News.schema))
    answer(204, "PUT", "articles/7/like")
    #expect(await other.queue.flush().sent == 1)
    let indices = """
      SELECT count(*) FROM sqlite_master
      WHERE name IN ('_rowsmith_queue_waiting', '_rowsmith_queue_owned', '_rowsmith_queue_left', '_rowsmith_queue_like')
      """
    #expect(try other.store.lines(indices) == ["4"])
  }

  /// It took far longer: each request was compared with all before it, for each that could be sent.
  @Test("A long queue to one path is sent", .timeLimit(.minutes(10)), arguments: [nil, 20])
  func long(_ limit: Int?) async throws {
    let client = try client(limit: limit)
    try await queueLikes(client, 600)
    answer(204, "PUT", "articles/7/like")
    #expect(await client.queue.flush().sent == 601)
  }

  /// All that were passed were gone through again for the next one.
  @Test("Each request of a long queue is asked once by a flush that the server fails to answer")
  func longFailing() async throws {
    let client = try client()
    for id in 1...40 as ClosedRange<Int64> {
      answer(500, "PUT", "articles/\(id)/like")
      try await call(client, "like", id)
    }
    server.forgetRequests()
    #expect(await client.queue.flush().sent == 0)
    #expect(sent == (1...40).map { "PUT articles/\($0)/like" })
    for id in 1...40 { answer(204, "PUT", "articles/\(id)/like") }
    #expect(await client.queue.flush().waiting == 0)
  }

  /// It took far longer, too: each of those that are blocked was looked at for each that could be sent.
  @Test(
    "A long queue is sent behind many requests that wait for one that was refused", .timeLimit(.minutes(10)),
    arguments: [nil, 20])
  func longBehindRefused(_ limit: Int?) async throws {
    let client = try client(limit: limit, store: try News.store([7]))
    try await client.store.write { try $0.execute(sql: "UPDATE Article SET title = 'x'") }
    server.stub("PATCH", "articles/7", status: 422, json: "{}")
    let rename = RouteCall("rename", record: RecordBody(entity: "Article", key: [.integer(7)]))
    await #expect(throws: ClientError.self) { try await client.plain(rename) }
    try await queueMore(client, "rename", 600)
    try await queueLikes(client, 600)
    answer(204, "PUT", "articles/7/like")
    let report = await client.queue.flush()
    #expect(report.sent == 601 && report.waiting == 600)
  }

  /// A flush that a test cancels.
  private final class Flush: @unchecked Sendable {
    var task: Task<FlushReport, Never>?
    /// A call that waits as well.
    var call: Task<Void, any Error>?

    /// Begins it while a request is under way, and cancels it when it waits for that.
    func cancelBehind(_ client: Client) async throws {
      let task = Task { await client.queue.flush() }
      self.task = task
      try await Task.sleep(for: .milliseconds(300))
      task.cancel()
      try await Task.sleep(for: .milliseconds(300))
    }
  }

  @Test("A flush that is cancelled ends with the request that is under way, and the others wait")
  func cancelled() async throws {
    let client = try client()
    try await queueLikes(client)
    let flush = Flush()
    server.stub("PUT", "articles/7/like") { _ in
      flush.task?.cancel()
      return StubAnswer(status: 204, json: "")
    }
    let task = Task { await client.queue.flush() }
    flush.task = task
    let report = await task.value
    #expect(report.sent < 301)
    #expect(report.stopped?.reason == .cancelled)
    #expect(try await client.queue.items().count == 301 - report.sent)
    #expect(await client.queue.flush().waiting == 0)
  }

  @Test("A flush that is cancelled while it waits for a call sends nothing itself")
  func cancelledBehind() async throws {
    let client = try client()
    server.stub("PUT", "articles/7/like") { _ in throw TransportError(.offline, "no network") }
    try await call(client, "like")
    let later = Date().timeIntervalSince1970 + 600
    try await client.store.write {
      try $0.execute(sql: "UPDATE _rowsmith_queue SET not_before = \(later)")
    }
    answer(204, "PUT", "articles/7/like")
    let flush = Flush()
    server.stub("PUT", "articles/8/like") { _ in
      try await flush.cancelBehind(client)
      return StubAnswer(status: 204, json: "")
    }
    server.forgetRequests()
    try await call(client, "like", 8)
    let report = await flush.task?.value
    #expect(report?.stopped?.reason == .cancelled)
    #expect(sent == ["PUT articles/8/like"])
    #expect(await client.queue.flush().sent == 1)
  }

  @Test("A flush that is cancelled while it waits for a call ends with it", arguments: [false, true])
  func cancelledWithCall(_ isCallCancelled: Bool) async throws {
    let client = try client()
    try await queueLikes(client)
    let first = RouteCall(
      "like", path: ["id": .integer(8)], options: CallOptions(idempotencyKey: "first"))
    let _: Answer<Void> = try await client.call(first)
    // It is in front of the others.
    try await client.store.write { db in
      try db.execute(sql: "UPDATE _rowsmith_queue SET id = id + 1000 WHERE idempotency_key <> 'first'")
      try db.execute(sql: "UPDATE _rowsmith_queue SET id = 1 WHERE idempotency_key = 'first'")
    }
    answer(204, "PUT", "articles/7/like")
    let flush = Flush()
    server.stub("PUT", "articles/8/like") { _ in
      try await flush.cancelBehind(client)
      if isCallCancelled { flush.call?.cancel() }
      try await Task.sleep(for: .milliseconds(300))
      return StubAnswer(status: 204, json: "")
    }
    server.forgetRequests()
    let call = Task { let _: Answer<Void> = try await client.call(first) }
    flush.call = call
    _ = await call.result
    let report = await flush.task?.value
    #expect(report?.stopped?.reason == .cancelled)
    #expect(sent == ["PUT articles/8/like"])
    #expect(await client.queue.flush().sent == 301)
  }

  @Test(
    "A flush that is cancelled does not wait for a server that does not answer", .timeLimit(.minutes(30)),
    arguments: [nil, 20])
  func unanswered(_ limit: Int?) async throws {
    let client = try client(limit: limit)
    for id in [7, 8] {
      server.stub("PUT", "articles/\(id)/like") { _ in throw TransportError(.offline, "no network") }
    }
    for id in [7, 8] as [Int64] { try await call(client, "like", id) }
    for (method, path) in [("PUT", "articles/7/like"), ("POST", "batch")] {
      server.stub(method, path) { _ in
        try await Task.sleep(for: .seconds(3600))
        return StubAnswer(status: 204, json: "")
      }
    }
    server.forgetRequests()
    let task = Task { await client.queue.flush() }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    task.cancel()
    let report = await task.value
    #expect(report.sent == 0 && report.stopped?.reason == .cancelled)
    #expect(server.requests.count == 1)
    #expect(try await client.queue.items().filter { $0.state != .refused }.count == 2)
    server.stub("POST", "batch", json: #"[{"code":204},{"code":204}]"#)
    for id in [7, 8] { answer(204, "PUT", "articles/\(id)/like") }
    #expect(await client.queue.flush().sent == 2)
  }
}
