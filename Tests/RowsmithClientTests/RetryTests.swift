import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Calls that did not come through are repeated")
struct RetryTests {
  let server = StubTransport()
  let clock = TestClock()

  func client(_ routes: [Route], _ change: (inout ClientOptions) -> Void = { _ in }) throws -> Client {
    try News.client(routes, transport: server) {
      clock.install(&$0)
      change(&$0)
    }
  }

  @Test(
    "A passing error of the server or the connection is asked again, with waits that double, drawn by chance")
  func backoff() async throws {
    server.stub("GET", "articles", json: News.json([1]))
    server.stub("GET", "articles", status: 500, json: "", times: 1)
    server.stub("GET", "articles", times: 1) { _ in throw TransportError(.interrupted, "cut") }
    server.stub("GET", "articles", status: 502, json: "", times: 1)
    let client = try client([News.articles()])
    try await client.articles()
    #expect(server.count() == 4)
    // Half of 0.5, 1 and 2 s: the draw is always one half.
    #expect(clock.waits == [.milliseconds(250), .milliseconds(500), .seconds(1)])
    #expect(try client.articleIDs == ["1"])
  }

  @Test("The waits grow to the maximum and no further, and the last error is the call's")
  func giveUp() async throws {
    server.stub("GET", "articles", status: 503, json: "")
    let client = try client([News.articles()]) {
      $0.retries.maximumAttempts = 6
      $0.retries.maximumDelay = .seconds(3)
    }
    let error = await client.failure()
    #expect(error?.status == 503)
    #expect(error?.mayHaveArrived == true)
    #expect(
      clock.waits == [.milliseconds(250), .milliseconds(500), .seconds(1), .seconds(1.5), .seconds(1.5)])
    #expect(server.count() == 6)
  }

  @Test(
    "Nothing is waited less than nothing or more than the limit, whatever is drawn", arguments: [0, 0.999])
  func jitter(_ draw: Double) async throws {
    server.stub("GET", "articles", status: 500, json: "")
    let client = try client([News.articles()]) { $0.clock.draw = { draw } }
    _ = await client.failure()
    for (wait, limit) in zip(clock.waits, [0.5, 1, 2]) { #expect(wait == .seconds(limit) * draw) }
    #expect(clock.waits.count == 3)
  }

  @Test("The server's own wish (Retry-After) is honoured, in seconds and as a date", arguments: [429, 503])
  func retryAfter(_ status: Int) async throws {
    server.stub("GET", "articles", json: "[]")
    server.stub("GET", "articles", status: status, json: "", headers: ["Retry-After": "7"], times: 1)
    let date = HTTPHeaders([
      ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Retry-After", "Sun, 06 Nov 1994 08:49:57 GMT"),
    ])
    server.stub("GET", "articles", status: status, json: "", headers: date, times: 1)
    try await client([News.articles()]).articles()
    // By the server's own clock, with a quarter of the wait so that not all come back at once.
    #expect(clock.waits == [.seconds(20) + .milliseconds(62.5), .seconds(7) + .milliseconds(125)])
  }

  @Test("Where the server wants to be left alone for too long, the call fails and tells for how long")
  func tooLong() async throws {
    server.stub("GET", "articles", status: 429, json: "", headers: ["Retry-After": "3600"])
    let error = try await client([News.articles()]).failure()
    #expect(server.count() == 1)
    #expect(error?.message == "the server answered 429; it asks to wait 3600 s")
  }

  @Test("A request that may do its work twice is not repeated", arguments: [RouteMethod.post, .patch])
  func unsafe(_ method: RouteMethod) async throws {
    server.stub(method.name, "things", status: 503, json: "")
    let client = try client([News.route("things", method, "things")])
    await #expect(throws: ClientError.self) { try await client.plain(RouteCall("things")) }
    #expect(server.count() == 1)
    // With a key the server does it once, however often it is asked.
    server.forgetRequests()
    await #expect(throws: ClientError.self) {
      try await client.plain(RouteCall("things", options: CallOptions(idempotencyKey: "k1")))
    }
    #expect(server.requests.map { $0.headers["Idempotency-Key"] } == Array(repeating: "k1", count: 4))
  }

  @Test("What does no more when sent twice is repeated", arguments: [RouteMethod.put, .delete, .head])
  func idempotent(_ method: RouteMethod) async throws {
    server.stub(method.name, "things", status: 503, json: "")
    let client = try client([News.route("things", method, "things")])
    await #expect(throws: ClientError.self) { try await client.plain(RouteCall("things")) }
    #expect(server.count() == 4)
  }

  @Test(
    "What will not be better next time is not asked again",
    arguments: [400, 401, 403, 404, 409, 410, 422, 501])
  func permanent(_ status: Int) async throws {
    server.stub("GET", "articles", status: status, json: "")
    #expect(try await client([News.articles()]).failure()?.status == status)
    #expect(server.count() == 1)
  }

  @Test(
    "Neither is what no other attempt cures",
    arguments: [TransportError.Reason.insecure, .redirected, .unsendable, .cancelled])
  func incurable(_ reason: TransportError.Reason) async throws {
    server.stub("GET", "articles") { _ in throw TransportError(reason, "no") }
    #expect(try await client([News.articles()]).failure()?.transport?.reason == reason)
    #expect(server.count() == 1)
  }

  @Test("A body that is cut short is asked for again, and only the whole one is imported")
  func cutBody() async throws {
    server.stub("GET", "articles", json: News.json([1, 2]))
    server.stub("GET", "articles", times: 1) { _ in
      StubAnswer(
        chunks: [Array(News.json([3, 4]).utf8.prefix(30))],
        failure: TransportError(.interrupted, "the body ended after 30 bytes"))
    }
    let client = try client([News.articles()])
    try await client.articles()
    #expect(try client.articleIDs == ["1", "2"])
  }

  @Test("With no repetition a call is sent once")
  func none() async throws {
    server.stub("GET", "articles", status: 500, json: "")
    _ = try await client([News.articles()]) { $0.retries = .none }.failure()
    #expect(server.count() == 1)
  }

  @Test("A refusal after an attempt that may have arrived says so")
  func refusedAfterwards() async throws {
    server.stub("PUT", "things", status: 409, json: "")
    server.stub("PUT", "things", status: 502, json: "", times: 1)
    let client = try client([News.route("things", .put, "things")])
    let error = await #expect(throws: ClientError.self) { try await client.plain(RouteCall("things")) }
    #expect(error?.status == 409)
    #expect(error?.mayHaveArrived == true)
  }
}
