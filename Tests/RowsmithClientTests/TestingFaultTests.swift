import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Server
import Testing

@Suite("What goes wrong between a client and the server of a test", .timeLimit(.minutes(30)))
struct TestingFaultTests {
  let server = StubTransport()

  private static let url = "https://a.example/tags"

  /// The status, the type and the chunks of the answer, and how the exchange ended.
  private func outcome(_ url: String = url, _ method: String = "GET") async -> String {
    var seen = ""
    do {
      let response = try await server.send(HTTPRequest(method: method, url: url))
      seen = "\(response.status)"
      if let type = response.headers["Content-Type"] { seen += " \(type)" }
      if let seconds = response.headers["Retry-After"] { seen += " after \(seconds)" }
      for try await chunk in response.body { seen += " [\(String(decoding: chunk, as: UTF8.self))]" }
      return seen
    } catch let error as TransportError {
      let bytes = error.receivedBytes == 0 ? "" : " after \(error.receivedBytes)"
      return seen + (seen.isEmpty ? "" : " ") + "\(error.reason.rawValue)\(bytes): \(error.message)"
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "Each failure is what its name says",
    arguments: [
      (StubFault.unreachable, "offline: the server is unreachable, as set by the test"),
      (.dropsAnswer, "interrupted: the connection ended before the answer, as set by the test"),
      (.timesOut, "timedOut: no answer came in time, as set by the test"),
      (.delays(.zero), "200 application/json [[1,2]]"),
      (
        .cutsBody(after: 3),
        "200 application/json [[1,] interrupted after 3: the body ended after 3 bytes, as set by the test"
      ),
      (
        .cutsBody(after: 0),
        "200 application/json interrupted: the body ended after 0 bytes, as set by the test"
      ),
      (.truncatesBody(after: 3), "200 application/json [[1,]"),
      (.truncatesBody(after: 0), "200 application/json"),
      (.truncatesBody(after: 5), "200 application/json [[1,2]]"),
      (.status(503), "503 application/json"), (.status(429, retryAfter: 7), "429 application/json after 7"),
      (.loginPage, "200 text/html [<!DOCTYPE html><html><body>Log in to use this network.</body></html>]"),
    ])
  func each(_ fault: StubFault, _ expected: String) async {
    server.stub("GET", "tags", json: "[1,2]")
    server.fail(fault)
    #expect(await outcome() == expected)
    #expect(await outcome() == "200 application/json [[1,2]]")
  }

  @Test("A body that breaks behind its end has brought what there was")
  func longCut() async {
    server.stub("GET", "tags", json: "[1,2]")
    server.fail(.cutsBody(after: 99))
    #expect(
      await outcome()
        == "200 application/json [[1,2]] interrupted after 5: the body ended after 5 bytes, as set by the test"
    )
  }

  @Test("A body is cut across its chunks, and one that seems complete has no failure of its own")
  func chunks() async {
    server.stub("GET", "tags") { _ in
      StubAnswer(chunks: [[0x61, 0x62], [], [0x63]], failure: TransportError(.malformed, "wrong"))
    }
    #expect(await outcome() == "200 [ab] [c] malformed: wrong")
    server.fail(.truncatesBody(after: 3))
    #expect(await outcome() == "200 [abc]")
  }

  @Test(
    "The server carries out what reaches it, once each time",
    arguments: [
      (StubFault.unreachable, 0), (.status(500), 0), (.loginPage, 0), (.dropsAnswer, 1), (.timesOut, 1),
      (.delays(.zero), 1), (.cutsBody(after: 1), 1), (.truncatesBody(after: 1), 1),
    ])
  func reaches(_ fault: StubFault, _ count: Int) async {
    let done = Counter()
    server.stub("POST", "tags", times: 1) { _ in
      done.next()
      return StubAnswer(status: 201, json: "")
    }
    server.fail(fault, "POST", "tags")
    _ = await outcome(Self.url, "POST")
    #expect(done.value == count)
    // A stub that was not reached is not used up.
    #expect(await outcome(Self.url, "POST").prefix(3) == (count == 0 ? "201" : "404"))
    #expect(server.requests.count == 2)
  }

  @Test("A request whose answer is late is carried out before, also if nobody waits for the answer")
  func carriedOutBeforeDelay() async {
    let done = Counter()
    server.stub("POST", "tags") { _ in
      done.next()
      withUnsafeCurrentTask { $0?.cancel() }
      return StubAnswer(status: 201, json: "")
    }
    server.fail(.delays(.milliseconds(1)))
    let suite = self
    let delayed = Task { await suite.outcome(Self.url, "POST") }
    #expect(await delayed.value == "cancelled: the task was cancelled")
    #expect(done.value == 1)
  }

  @Test("A failure is for one request, for as many as are given, or until the server heals")
  func times() async {
    server.stub("GET", "tags", status: 204, json: "")
    server.fail(.status(500))
    server.fail(.status(501), times: 2)
    server.fail(.status(502), times: 0)
    var outcomes: [Substring] = []
    for _ in 0..<4 { outcomes.append(await outcome().prefix(3)) }
    // The newest that is not used up comes first.
    #expect(outcomes == ["501", "501", "500", "204"])
    server.fail(.status(503), times: nil)
    for _ in 0..<5 { #expect(await outcome().prefix(3) == "503") }
    server.heal()
    #expect(await outcome().prefix(3) == "204")
  }

  @Test("A failure of a path or a route leaves other requests alone, and is not used up by them")
  func patterns() async throws {
    for (method, path) in [("GET", "tags"), ("GET", "tags?page=2"), ("POST", "tags"), ("GET", "me")] {
      server.stub(method, path, status: 204, json: "")
    }
    server.fail(.status(500), "GET", "tags?page=2")
    try server.fail(.status(501), ServerClient.self, "createTag")
    let page = Self.url + "?page=2"
    #expect(await outcome("https://a.example/me").prefix(3) == "204")
    #expect(await outcome().prefix(3) == "204")
    #expect(await outcome(page).prefix(3) == "500")
    #expect(await outcome(page).prefix(3) == "204")
    #expect(await outcome(Self.url, "POST").prefix(3) == "501")
    #expect(await outcome(Self.url, "POST").prefix(3) == "204")
  }

  @Test("A task that is cancelled gets neither an answer nor a body, and a delay ends with it")
  func cancelled() async {
    server.stub("GET", "tags", json: "[1,2]")
    let suite = self
    let before = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await suite.outcome()
    }
    #expect(await before.value == "cancelled: the task was cancelled")
    let within = Task {
      let response = try await suite.server.send(HTTPRequest(method: "GET", url: Self.url))
      withUnsafeCurrentTask { $0?.cancel() }
      return try await response.body.collected()
    }
    let error = await #expect(throws: TransportError.self) { try await within.value }
    #expect(error == TransportError(.cancelled, "the task was cancelled"))
    server.fail(.delays(.seconds(86400)))
    let delayed = Task { await suite.outcome() }
    while server.requests.count < 2 { await Task.yield() }
    delayed.cancel()
    #expect(await delayed.value == "cancelled: the task was cancelled")
  }

  @Test("What is cancelled before it is sent uses up no answer and no failure, and has not arrived")
  func cancelledBefore() async throws {
    server.stub("GET", "tags", status: 204, json: "", times: 1)
    server.fail(.status(503))
    let suite = self
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await suite.server.send(HTTPRequest(method: "GET", url: Self.url))
    }
    let error = await #expect(throws: TransportError.self) { try await task.value }
    #expect(error?.reason == .cancelled)
    #expect(error?.mayHaveArrived == false)
    #expect(server.requests.isEmpty)
    #expect(await outcome().prefix(3) == "503")
    #expect(await outcome().prefix(3) == "204")
  }

  @Test("An answer with JSON says so, unless it says what it is; one of chunks says nothing")
  func types() {
    #expect(StubAnswer(json: "1").headers["content-type"] == "application/json")
    #expect(
      StubAnswer(json: "1", headers: ["content-type": "application/problem+json"]).headers.fields.map(\.value)
        == ["application/problem+json"])
    #expect(StubAnswer(chunks: [[1]]).headers.fields.isEmpty)
    #expect(StubAnswer(json: "").chunks.isEmpty)
    #expect(StubAnswer(status: 201, json: "ä").chunks == [[0xC3, 0xA4]])
  }

  @Test("A closure sees the request, and what it throws is what goes wrong")
  func closure() async {
    server.stub("POST", "tags") { request in
      guard case .bytes(let bytes)? = request.body else { throw TransportError(.offline, "no body") }
      return StubAnswer(chunks: [bytes.reversed()])
    }
    #expect(await outcome(Self.url, "POST") == "offline: no body")
    var request = HTTPRequest(method: "POST", url: Self.url)
    request.body = .bytes([1, 2])
    let body = try? await server.send(request).body.collected()
    #expect(body == [2, 1])
  }
}
