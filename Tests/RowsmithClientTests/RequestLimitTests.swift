import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Requests under way at the same time", .timeLimit(.minutes(30)))
struct RequestLimitTests {
  @Test("There are never more than the limit, and all come through", arguments: [1, 3, 0])
  func limit(_ limit: Int) async throws {
    let running = Counter()
    let transport = AnyTransport { request in
      running.next()
      // None ends before as many have begun as may.
      while running.peak < max(1, limit) { try await Task.sleep(for: .milliseconds(2)) }
      try await Task.sleep(for: .milliseconds(2))
      return HTTPResponse(
        status: 200, headers: [:], url: request.url,
        body: HTTPResponseBody {
          // The body is a part of the request.
          running.back()
          return nil
        })
    }
    let client = try News.client([News.route("hello", .get, "hello")], transport: transport) {
      $0.maximumRequests = limit
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<30 { group.addTask { try await client.plain(RouteCall("hello")) } }
      try await group.waitForAll()
    }
    #expect(running.value == 0)
    #expect(running.peak == max(1, limit))
  }

  @Test("A wait before a repetition takes no place")
  func waiting() async throws {
    let server = StubTransport()
    server.stub("GET", "busy", status: 503, json: "")
    server.stub("GET", "hello", json: "")
    let reached = Gate()
    let client = try News.client(
      [News.route("busy", .get, "busy"), News.route("hello", .get, "hello")], transport: server
    ) {
      $0.maximumRequests = 1
      $0.clock.sleep = { _ in
        reached.open()
        try await Task.sleep(for: .seconds(3600))
      }
    }
    let busy = Task { try await client.plain(RouteCall("busy")) }
    await reached.wait()
    try await client.plain(RouteCall("hello"))
    busy.cancel()
    _ = await busy.result
  }
}
