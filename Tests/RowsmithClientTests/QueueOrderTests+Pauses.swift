import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

extension QueueOrderTests {
  /// A client that queues files and likes, its clock, and the uploads of a file as `a` and as `b`.
  struct Uploads {
    let client: Client
    let clock: TestClock
    let calls: [RouteCall]
    private let folder: TemporaryFolder

    init(_ server: StubTransport) throws {
      var upload = News.route("upload", .post, "files/:name")
      upload.isQueued = true
      var like = News.route("like", .put, "articles/:id/like")
      like.isQueued = true
      let clock = TestClock()
      self.clock = clock
      client = try News.client([upload, like], transport: server) {
        $0.retries = .none
        clock.install(&$0)
      }
      folder = try TemporaryFolder()
      let path = folder.path + "/a.txt"
      try "hello".write(toFile: path, atomically: true, encoding: .utf8)
      calls = ["a", "b"].map { name in
        RouteCall("upload", path: ["name": .text(name)], body: .file(path: path, type: "text/plain"))
      }
    }
  }

  @Test("A pause that is asked for while a flush waits for a file under way holds up its other files")
  func pauseBeforeFiles() async throws {
    let setting = try Uploads(server)
    defer { withExtendedLifetime(setting) {} }
    let (client, uploads) = (setting.client, setting.calls)
    server.stub("PUT", "articles/7/like") { _ in throw TransportError(.offline, "no network") }
    #expect(try await client.plain(RouteCall("like", path: ["id": .integer(7)])).outcome == .queued)
    server.forgetRequests()
    let (reached, open, asked) = (Gate(), Gate(), Gate())
    server.stub("POST", "files/a") { _ in
      reached.open()
      await open.wait()
      return StubAnswer(status: 204, json: "")
    }
    answer(204, "POST", "files/b")
    server.stub("PUT", "articles/7/like") { _ in
      await asked.wait()
      return StubAnswer(status: 429, json: "{}", headers: ["Retry-After": "60"])
    }
    let first = Task { try await client.plain(uploads[0]).outcome }
    await reached.wait()
    let second = Task { try await client.plain(uploads[1]).outcome }
    while try await client.queue.items().count < 3 { try await Task.sleep(for: .milliseconds(10)) }
    let flush = Task { await client.queue.flush() }
    while server.count("articles/7/like") == 0 { try await Task.sleep(for: .milliseconds(10)) }
    asked.open()
    while try await client.queue.items().first(where: { $0.route == "like" })?.status != 429 {
      try await Task.sleep(for: .milliseconds(10))
    }
    try await Task.sleep(for: .milliseconds(50))
    open.open()
    #expect(try await first.value == .imported)
    #expect(try await second.value == .queued)
    #expect(await flush.value.stopped?.status == 429)
    #expect(server.count("files/b") == 0)
    // The next one does not wait for the end of the pause.
    answer(204, "PUT", "articles/7/like")
    #expect(await client.queue.flush().waiting == 0)
    #expect(server.count("files/b") == 1)
  }

  @Test(
    "A pause that is asked for instead of a new token holds up the queue", arguments: [429, 503],
    ["{}", "<html>"])
  func pauseForToken(_ status: Int, _ body: String) async throws {
    var things = News.route("things", .post, "things")
    things.isQueued = true
    let clock = TestClock()
    let client = try News.client([things], transport: server) {
      $0.authentication = BearerAuthentication(
        tokens: .init(access: "old"),
        renew: { _, session in
          let answer = try await session.send(HTTPRequest(method: "POST", url: "sessions/refresh"))
          return try .reading(answer)
        })
      $0.retries = .none
      clock.install(&$0)
    }
    server.stub("POST", "things", status: 401, json: "")
    server.stub("POST", "sessions/refresh", status: status, json: body, headers: ["Retry-After": "60"])
    for _ in 1...2 { #expect(try await client.plain(RouteCall("things")).outcome == .queued) }
    #expect(server.count("sessions/refresh") == 1)
    clock.advance(65)
    #expect(try await client.plain(RouteCall("things")).outcome == .queued)
    #expect(server.count("sessions/refresh") == 2)
  }

  @Test("A pause is a little longer than the server asks for, at random, and what waits stays in order")
  func longerPause() async throws {
    let setting = try Uploads(server)
    defer { withExtendedLifetime(setting) {} }
    let client = setting.client
    server.stub("PUT", "articles/7/like", status: 429, json: "{}", headers: ["Retry-After": "60"])
    #expect(try await client.plain(RouteCall("like", path: ["id": .integer(7)])).outcome == .queued)
    for id in 7...9 { answer(204, "PUT", "articles/\(id)/like") }
    setting.clock.advance(63)
    #expect(try await client.plain(RouteCall("like", path: ["id": .integer(8)])).outcome == .queued)
    #expect(server.count() == 1)
    setting.clock.advance(1)
    #expect(try await client.plain(RouteCall("like", path: ["id": .integer(9)])).outcome == .imported)
    #expect(server.requests.map { String($0.url.suffix(6).prefix(1)) } == ["7", "7", "8", "9"])
  }

  @Test("A record that is locked is left alone a little longer, too, and another client keeps to that")
  func longerWait() async throws {
    let setting = try Uploads(server)
    defer { withExtendedLifetime(setting) {} }
    let client = setting.client
    server.stub("PUT", "articles/7/like", status: 409, json: "{}", headers: ["Retry-After": "3600"])
    answer(204, "PUT", "articles/8/like")
    #expect(try await client.plain(RouteCall("like", path: ["id": .integer(7)])).outcome == .queued)
    let other = try News.client(client.api.routes, store: client.store, transport: server) {
      $0.retries = .none
      setting.clock.install(&$0)
    }
    for (seconds, count) in [(0, 1), (3700, 1), (130, 2)] as [(Double, Int)] {
      setting.clock.advance(seconds)
      #expect(try await other.plain(RouteCall("like", path: ["id": .integer(8)])).outcome == .imported)
      #expect(server.count("articles/7/like") == count)
    }
  }
}
