import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("A cancelled call ends at once and leaves the database as it was", .timeLimit(.minutes(30)))
struct CancellationTests {
  let server = StubTransport()

  /// Cancels a call when something has been reached.
  func cancelled(_ client: Client, at reached: Gate) async -> ClientError? {
    let call = Task { try await client.articles() }
    await reached.wait()
    call.cancel()
    let result = await call.result
    return #expect(throws: ClientError.self) { try result.get() }
  }

  func expectUntouched(_ client: Client, _ error: ClientError?) throws {
    #expect(error?.reason == .cancelled)
    #expect(error?.message == "the call was cancelled; the database is unchanged")
    #expect(try client.articleIDs == ["1"])
    #expect(try client.store.lines("SELECT url FROM _rowsmith_answers") == [])
  }

  func client(_ transport: any Transport, _ change: (inout ClientOptions) -> Void = { _ in }) throws -> Client
  {
    let route = News.articles {
      $0.policy = .mergeAndPrune
      $0.isCached = true
    }
    return try News.client([route], store: News.store([1]), transport: transport, change)
  }

  /// What a transport does whose task is cancelled.
  static func hang() async throws -> Never {
    try? await Task.sleep(for: .seconds(3600))
    throw TransportError(.cancelled, "the task was cancelled")
  }

  @Test("Before the answer comes")
  func beforeAnswer() async throws {
    let reached = Gate()
    let client = try client(
      AnyTransport { _ in
        reached.open()
        try await CancellationTests.hang()
      })
    try expectUntouched(client, await cancelled(client, at: reached))
  }

  @Test("In the middle of the body")
  func inBody() async throws {
    let reached = Gate()
    let pulled = Counter()
    let client = try client(
      AnyTransport { request in
        HTTPResponse(
          status: 200, headers: [:], url: request.url,
          body: HTTPResponseBody {
            if pulled.next() == 0 { return Array(#"[{"id":2},"#.utf8) }
            reached.open()
            try await CancellationTests.hang()
          })
      })
    try expectUntouched(client, await cancelled(client, at: reached))
  }

  @Test("In the wait before a repetition, which is not made then")
  func inWait() async throws {
    server.stub("GET", "articles", status: 503, json: "")
    let reached = Gate()
    let client = try client(server) {
      $0.clock.sleep = {
        reached.open()
        try await Task.sleep(for: $0 + .seconds(3600))
      }
    }
    try expectUntouched(client, await cancelled(client, at: reached))
    #expect(server.count() == 1)
  }

  @Test("While it waits for its turn, and the turn goes to the next one")
  func inLine() async throws {
    let reached = Gate()
    let free = Gate()
    let calls = Counter()
    let client = try client(
      AnyTransport { request in
        if calls.next() == 0 {
          reached.open()
          await free.wait()
        }
        return HTTPResponse(
          status: 200, headers: [:], url: request.url, body: HTTPResponseBody(Array(News.json([1]).utf8)))
      }
    ) { $0.maximumRequests = 1 }
    let first = Task { try await client.articles() }
    await reached.wait()
    let second = Task { try await client.articles() }
    second.cancel()
    let result = await second.result
    let error = #expect(throws: ClientError.self) { try result.get() }
    #expect(error?.reason == .cancelled)
    #expect(calls.value == 1)
    let third = Task { try await client.articles() }
    free.open()
    _ = try await first.value
    _ = try await third.value
    #expect(calls.value == 2)
  }

  @Test("While another call asks for a new token, which goes on")
  func inRefresh() async throws {
    server.stub("GET", "articles", status: 401, json: "")
    let reached = Gate()
    let free = Gate()
    let renewals = Counter()
    let authentication = BearerAuthentication(tokens: .init(access: "old", refresh: "r")) { _, _ in
      renewals.next()
      reached.open()
      await free.wait()
      return .renewed(.init(access: "new"))
    }
    let client = try client(server) { $0.authentication = authentication }
    try expectUntouched(client, await cancelled(client, at: reached))
    free.open()
    server.stub("GET", "articles", json: News.json([1, 2]))
    try await client.articles()
    #expect(server.requests.last?.headers["Authorization"] == "Bearer new")
    #expect(renewals.value == 1)
  }

  @Test("While the answer is imported")
  func inImport() async throws {
    let json = "[" + (2...20_000).map { #"{"id":\#($0)}"# }.joined(separator: ",") + "]"
    server.stub("GET", "articles", json: json)
    let client = try client(server)
    let progress = CallProgress()
    let call = Task { try await client.articles(options: CallOptions(progress: progress)) }
    for await step in progress.steps where step.phase == .importing {
      call.cancel()
      break
    }
    let result = await call.result
    // The last step may be told when all is in already.
    if case .success = result { return }
    let error = #expect(throws: ClientError.self) { try result.get() }
    try expectUntouched(client, error)
  }

  @Test("Before it began")
  func before() async throws {
    let client = try client(server)
    let call = Task {
      try? await Task.sleep(for: .seconds(3600))
      return try await client.articles()
    }
    call.cancel()
    let result = await call.result
    let error = #expect(throws: ClientError.self) { try result.get() }
    try expectUntouched(client, error)
  }
}
