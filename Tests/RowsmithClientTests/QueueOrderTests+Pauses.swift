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
    clock.advance(61)
    #expect(try await client.plain(RouteCall("things")).outcome == .queued)
    #expect(server.count("sessions/refresh") == 2)
  }
}
