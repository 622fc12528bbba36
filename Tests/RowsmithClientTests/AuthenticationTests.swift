import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Authentication", .timeLimit(.minutes(30)))
struct AuthenticationTests {
  let server = StubTransport()

  /// Answers `articles` where the token is right.
  func accept(_ token: String) {
    server.stub("GET", "articles") { request in
      request.headers["Authorization"] == "Bearer \(token)"
        ? StubAnswer(json: News.json([1]))
        : StubAnswer(status: 401, json: #"{"error":{"code":4,"message":"expired"}}"#)
    }
  }

  func client(_ authentication: any Authentication, limit: Int = 6) throws -> Client {
    try News.client([News.articles()], transport: server) {
      $0.authentication = authentication
      $0.maximumRequests = limit
      $0.retries = .none
    }
  }

  /// Bearer authentication that asks `sessions/refresh`.
  func bearer(
    _ access: String = "old", refresh: String? = "r1",
    changed: (@Sendable (BearerAuthentication.Tokens?) -> Void)? = nil
  ) -> BearerAuthentication {
    BearerAuthentication(
      tokens: .init(access: access, refresh: refresh),
      renew: { tokens, session in
        var request = HTTPRequest(method: "POST", url: "sessions/refresh")
        request.body = .bytes(Array((tokens.refresh ?? "").utf8))
        return try .reading(try await session.send(request), old: tokens.refresh)
      }, changed: changed)
  }

  /// Forty calls at once.
  func forty(_ client: Client) async -> [Result<Answer<Article>, any Error>] {
    await withTaskGroup(of: Result<Answer<Article>, any Error>.self) { group in
      for _ in 0..<40 {
        group.addTask {
          do { return .success(try await client.articles()) } catch { return .failure(error) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test(
    "Forty calls whose token has expired ask for a new one once, and are each sent once more",
    arguments: [1, 6, 40])
  func singleFlight(_ limit: Int) async throws {
    accept("new")
    server.stub("POST", "sessions/refresh") { _ in
      try await Task.sleep(for: .milliseconds(20))
      return StubAnswer(json: #"{"access_token":"new","refresh_token":"r2"}"#)
    }
    let kept = Kept()
    let results = await forty(try client(bearer { kept.add($0?.refresh) }, limit: limit))
    for result in results { _ = try result.get() }
    #expect(server.count("sessions/refresh") == 1)
    #expect(kept.values == ["r2"])
    // What waited for its turn has never left with the old token.
    #expect((41...40 + limit).contains(server.count("articles")))
  }

  @Test("A refusal of the refresh is one refresh, and an error for all of them that says to log in")
  func refused() async throws {
    accept("new")
    server.stub("POST", "sessions/refresh", status: 401, json: "")
    let kept = Kept()
    let authentication = bearer { kept.add($0?.refresh) }
    let client = try client(authentication)
    let results = await forty(client)
    for result in results {
      let error = #expect(throws: ClientError.self) { try result.get() }
      #expect(error?.reason == .loginNeeded)
      #expect(error?.status == 401)
      #expect(error?.serverCode == "4")
    }
    #expect(server.count("sessions/refresh") == 1)
    #expect(kept.values == [nil])
    // Who logs in again is served.
    await authentication.set(.init(access: "new"))
    try await client.articles()
  }

  @Test("A call that is refused long after the refresh was is told to log in as well")
  func refusedLate() async throws {
    let (reached, open) = (Gate(), Gate())
    let counter = Counter()
    server.stub("GET", "articles") { _ in
      if counter.next() == 0 {
        reached.open()
        await open.wait()
      }
      return StubAnswer(status: 401, json: "")
    }
    server.stub("POST", "sessions/refresh", status: 401, json: "")
    let client = try client(bearer())
    let late = Task { try await client.articles() }
    await reached.wait()
    for _ in 1...2 { #expect(await client.failure()?.reason == .loginNeeded) }
    open.open()
    let error = await #expect(throws: ClientError.self) { try await late.value }
    #expect(error?.reason == .loginNeeded)
    #expect(counter.value == 3)
  }

  @Test(
    "A connection lost while refreshing, or a server that is ill, keeps the credentials",
    arguments: [nil, 500, 503, 429, 404])
  func refreshFails(_ status: Int?) async throws {
    accept("new")
    server.stub("POST", "sessions/refresh", json: #"{"access_token":"new"}"#)
    server.stub("POST", "sessions/refresh", times: 1) { _ in
      guard let status else { throw TransportError(.interrupted, "cut") }
      return StubAnswer(status: status, json: "")
    }
    let kept = Kept()
    let client = try client(bearer { kept.add($0?.refresh) })
    let error = await client.failure()
    #expect(error?.reason == (status == nil ? .transport : .status))
    #expect(error?.status == status)
    #expect(error?.mayHaveArrived == false)
    #expect(kept.values == [])
    // The next call asks again, with the same credentials, and they stay good where no new ones come.
    try await client.articles()
    #expect(kept.values == ["r1"])
  }

  @Test("The refresh token stays where the server gives no new one")
  func refreshTokenStays() async throws {
    accept("new")
    server.stub("POST", "sessions/refresh", json: #"{"access_token":"new"}"#)
    let kept = Kept()
    let authentication = BearerAuthentication(
      tokens: .init(access: "old", refresh: "r1"),
      renew: { _, session in
        let answer = try await session.send(HTTPRequest(method: "POST", url: "sessions/refresh"))
        return try .reading(answer)
      }, changed: { kept.add($0?.refresh) })
    try await client(authentication).articles()
    #expect(kept.values == ["r1"])
  }

  @Test("An answer to the refresh that has no token in it is an error, and keeps the credentials")
  func refreshIsNonsense() async throws {
    accept("new")
    server.stub("POST", "sessions/refresh", json: "nonsense")
    let kept = Kept()
    let error = try await client(bearer { kept.add($0?.refresh) }).failure()
    #expect(error?.message == "the answer to the request for a new token has no text under 'access_token'")
    #expect(kept.values == [])
  }

  @Test("A token that cannot be had says nothing of the requests that wait", arguments: [200, 404, 500])
  func waitsForToken(_ status: Int) async throws {
    server.stub("POST", "things") { request in
      StubAnswer(status: request.headers["Authorization"] == "Bearer new" ? 204 : 401, json: "")
    }
    server.stub("POST", "sessions/refresh", status: status, json: "nonsense")
    var things = News.route("things", .post, "things")
    things.isQueued = true
    let client = try News.client([things], transport: server) {
      $0.authentication = bearer()
      $0.retries = .none
    }
    for _ in 1...2 { #expect(try await client.plain(RouteCall("things")).outcome == .queued) }
    for _ in 1...12 { _ = await client.queue.flush() }
    #expect(try await client.queue.items().map(\.state) == [.waiting, .waiting])
    #expect(try await client.queue.items().map(\.attempts) == [0, 0])
    #expect(try await client.queue.items().map(\.status) == [nil, nil])
    // Those behind need the same token, so it is asked for once each time.
    #expect(server.count("sessions/refresh") == 14)
    server.stub("POST", "sessions/refresh", json: #"{"access_token":"new"}"#)
    #expect(await client.queue.flush().sent == 2)
  }

  @Test(
    "Nor does one that the app fails to ask for", arguments: [ClientError.Reason.misuse, .status, .answer])
  func waitsForApp(_ reason: ClientError.Reason) async throws {
    server.stub("POST", "things", status: 401, json: "")
    var things = News.route("things", .post, "things")
    things.isQueued = true
    let client = try News.client([things], transport: server) {
      $0.authentication = BearerAuthentication(
        tokens: .init(access: "old"),
        renew: { _, _ in
          // As a client of the login server throws it.
          var error = ClientError(reason, "there is no token")
          error.mayHaveArrived = true
          throw error
        })
      $0.retries = .none
    }
    #expect(try await client.plain(RouteCall("things")).outcome == .queued)
    for _ in 1...12 { #expect(await client.queue.flush().refused.isEmpty) }
    #expect(try await client.queue.items().map(\.state) == [.waiting])
    #expect(try await client.queue.items().map(\.attempts) == [0])
  }

  @Test("What the app throws while it asks for a new token is no refusal")
  func refreshThrows() async throws {
    struct Lost: Error {}
    server.stub("GET", "articles", status: 401, json: "")
    let bearer = BearerAuthentication(tokens: .init(access: "old"), renew: { _, _ in throw Lost() })
    let error = try await client(bearer).failure()
    #expect(error?.reason == .transport)
    #expect(error?.message == "the app's authentication threw Lost")
    #expect(error?.mayHaveArrived == false)
  }

  @Test("A new token that is refused as well is the end of the call, not the beginning of a circle")
  func stillRefused() async throws {
    accept("other")
    server.stub("POST", "sessions/refresh", json: #"{"access_token":"new"}"#)
    let error = try await client(bearer()).failure()
    #expect(error?.status == 401)
    #expect(server.count("articles") == 2)
    #expect(server.count("sessions/refresh") == 1)
  }

  @Test("A call that was sent with the token before the last asks for none: there is a new one")
  func late() async throws {
    server.stub("POST", "sessions/refresh", json: #"{"access_token":"new"}"#)
    let asked = Gate()
    let free = Gate()
    accept("new")
    server.stub("GET", "articles", times: 1) { _ in
      asked.open()
      await free.wait()
      return StubAnswer(status: 401, json: "")
    }
    let client = try client(bearer())
    let slow = Task { try await client.articles() }
    await asked.wait()
    try await client.articles()
    free.open()
    _ = try await slow.value
    #expect(server.count("sessions/refresh") == 1)
  }

  @Test("What is not repeatable is sent once more with the new token: the server did nothing of it")
  func post() async throws {
    server.stub("POST", "sessions/refresh", json: #"{"access_token":"new"}"#)
    server.stub("POST", "things", status: 204, json: "")
    server.stub("POST", "things", status: 401, json: "", times: 1)
    let client = try News.client([News.route("things", .post, "things")], transport: server) {
      $0.authentication = bearer()
    }
    #expect(try await client.plain(RouteCall("things")).status == 204)
    #expect(
      server.requests.filter { $0.url.hasSuffix("things") }.map { $0.headers["Authorization"] } == [
        "Bearer old", "Bearer new",
      ])
  }

  @Test("Without credentials requests carry none, and a refusal says to log in")
  func loggedOut() async throws {
    accept("new")
    let error = try await client(BearerAuthentication(tokens: nil)).failure()
    #expect(error?.reason == .loginNeeded)
    #expect(server.requests.first?.headers["Authorization"] == nil)
  }

  @Test("Basic sends name and password; a refusal says to log in")
  func basic() async throws {
    server.stub("GET", "articles", status: 401, json: "")
    let error = try await client(BasicAuthentication(user: "Aladdin", password: "open sesame")).failure()
    #expect(error?.reason == .loginNeeded)
    #expect(server.requests.map { $0.headers["Authorization"] } == ["Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="])
  }

  @Test("An app's own scheme says which answer asks for a new token, and how a request is signed")
  func ownScheme() async throws {
    server.stub("GET", "articles", status: 403, json: #"{"why":"stale signature"}"#)
    server.stub("GET", "articles?q=1", status: 403, json: #"{"why":"forbidden"}"#)
    let scheme = Signature()
    let client = try News.client(
      [News.articles { $0.query = [.init(name: "q", argument: "q", type: .integer)] }], transport: server
    ) { $0.authentication = scheme }
    let forbidden = await #expect(throws: ClientError.self) {
      try await client.articles(query: ["q": .integer(1)])
    }
    #expect(forbidden?.status == 403)
    #expect(scheme.refreshes.value == 0)
    _ = await client.failure()
    #expect(scheme.refreshes.value == 1)
    #expect(server.requests.map { $0.headers["X-Signature"] } == ["0", "0", "1"])
  }

  @Test("What an app's scheme throws is an error that says no more of it than its type")
  func ownError() async throws {
    struct Secret: Error { var token = "t0psecret" }
    struct Failing: Authentication {
      func authorize(_ request: inout HTTPRequest) throws { throw Secret() }
    }
    let error = try await client(Failing()).failure()
    #expect(error?.reason == .loginNeeded)
    #expect(error?.message == "the app's authentication threw Secret")
    #expect(server.requests.isEmpty)
  }

  /// A scheme that counts what it signs with.
  struct Signature: Authentication {
    let refreshes = Counter()

    func authorize(_ request: inout HTTPRequest) { request.headers["X-Signature"] = "\(refreshes.value)" }

    func asksForNewToken(_ answer: AnswerHead) -> Bool {
      answer.status == 403 && String(decoding: answer.body, as: UTF8.self).contains("stale")
    }

    func refresh(_ session: AuthenticationSession) -> RefreshOutcome {
      refreshes.next()
      return .refreshed
    }
  }

  /// What an app has been told to keep.
  final class Kept: @unchecked Sendable {
    /// Guards the rest.
    private let lock = NSLock()
    private var kept: [String?] = []

    var values: [String?] { lock.withLock { kept } }
    func add(_ value: String?) { lock.withLock { kept.append(value) } }
  }

  @Test("A network's own answer to the refresh refuses nothing", arguments: [400, 401, 403, 200, 511])
  func refreshIsPortal(_ status: Int) async throws {
    accept("new")
    server.stub("POST", "sessions/refresh", json: #"{"access_token":"new"}"#)
    server.stub(
      "POST", "sessions/refresh", status: status, json: status == 511 ? "" : "<html>",
      headers: ["Content-Type": "text/html"], times: 1)
    let kept = Kept()
    let client = try client(bearer { kept.add($0?.refresh) })
    #expect(await client.failure()?.isOffline == true)
    #expect(kept.values == [])
    try await client.articles()
    #expect(kept.values == ["r1"])
  }

  @Test("A write that 303 has answered is not sent again for a new token")
  func carriedOut() async throws {
    let posts = Counter()
    let transport = AnyTransport { request in
      if request.url.hasSuffix("sessions/refresh") {
        return HTTPResponse(
          status: 200, headers: [:], url: request.url,
          body: HTTPResponseBody(Array(#"{"access_token":"new"}"#.utf8)))
      }
      posts.next()
      var response = HTTPResponse(
        status: 401, headers: [:], url: "https://news.example.com/v1/1", body: HTTPResponseBody([]))
      response.isCarriedOut = true
      return response
    }
    let client = try News.client([News.route("make", .post, "orders")], transport: transport) {
      $0.authentication = bearer()
    }
    let error = await #expect(throws: ClientError.self) { try await client.plain(RouteCall("make")) }
    #expect(posts.value == 1)
    #expect(error?.status == 401)
    #expect(error?.mayHaveArrived == true)
  }

  @Test("A queued write that 303 has answered has left, also if there is no new token to follow with")
  func carriedOutWithoutToken() async throws {
    let transport = AnyTransport { request in
      let isRefresh = request.url.hasSuffix("sessions/refresh")
      var response = HTTPResponse(
        status: isRefresh ? 500 : 401, headers: [:], url: request.url, body: HTTPResponseBody([]))
      response.isCarriedOut = !isRefresh
      return response
    }
    var make = News.route("make", .post, "orders")
    make.isQueued = true
    let client = try News.client([make], transport: transport) {
      $0.authentication = bearer()
      $0.retries = .none
    }
    #expect(try await client.plain(RouteCall("make")).outcome == .queued)
    #expect(try await client.queue.items().map(\.attempts) == [1])
    #expect(try await client.queue.items().map(\.state) == [.sending])
  }
}
